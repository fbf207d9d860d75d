/** What an agent says of the speed of a line (RFC 2863 §3.1.6): ifSpeed in bit/s, ifHighSpeed in Mbit/s; undefined without the object. */
export interface ReportedSpeeds {
  readonly ifSpeed: number | undefined;
  readonly ifHighSpeed: number | undefined;
}

export type SpeedSource = 'ifSpeed' | 'ifHighSpeed';

/** The speed of a line and the object that says it. */
export interface LineSpeed {
  readonly bps: number;
  readonly from: SpeedSource;
}

/** ifSpeed of a line that is faster than a Gauge32 can express. */
const ABOVE_IF_SPEED = 4_294_967_295;
const BPS_PER_MBPS = 1_000_000;
/** An agent that counts ifHighSpeed in kbit/s or bit/s is that much too high. */
const WRONG_UNITS = [1_000, 1_000_000];
/** No line is faster, bundles included: a higher ifHighSpeed is no number of Mbit/s. */
const FASTEST_BPS = 100_000_000_000_000;

const exactOf = (ifSpeed: number | undefined): number | undefined =>
  ifSpeed === undefined || ifSpeed <= 0 || ifSpeed >= ABOVE_IF_SPEED ? undefined : ifSpeed;

function estimateOf(ifHighSpeed: number | undefined): number | undefined {
  const bps = (ifHighSpeed ?? 0) * BPS_PER_MBPS;
  return bps > 0 && bps <= FASTEST_BPS ? bps : undefined;
}

/**
 * ifHighSpeed is ifSpeed rounded to millions, or cut or raised to them by agents that do not round. One that is higher by a unit or
 * more contradicts an ifSpeed that was cut to 32 bits (10 Gbit/s as 1,410,065,408), or that the agent never sets.
 */
const contradicts = (exact: number, estimate: number): boolean =>
  estimate - exact >= BPS_PER_MBPS &&
  !WRONG_UNITS.some((unit) => Math.abs(estimate - exact * unit) < BPS_PER_MBPS);

/**
 * Speed of a line: ifSpeed as long as it can express it, since ifHighSpeed stands for n ± 500,000 bit/s; ifHighSpeed where ifSpeed is
 * absent, 0, 4,294,967,295 or contradicted by it. Undefined: the agent does not know it.
 */
export function lineSpeed({ ifSpeed, ifHighSpeed }: ReportedSpeeds): LineSpeed | undefined {
  const [exact, estimate] = [exactOf(ifSpeed), estimateOf(ifHighSpeed)];
  if (exact !== undefined && (estimate === undefined || !contradicts(exact, estimate)))
    return { bps: exact, from: 'ifSpeed' };
  return estimate === undefined ? undefined : { bps: estimate, from: 'ifHighSpeed' };
}
