import type { CounterKey } from '#schemas/counter/catalogue.ts';

/** Values of a probe's latest operation in the agent's units; undefined if not reported. */
export type ProbeValues = Readonly<Record<string, number | undefined>>;

/** CISCO-RTTMON-TC-MIB RttResponseSense: an operation over its threshold succeeded; 0 means none yet. */
const OK = 1;
const OVER_THRESHOLD = 3;
const NONE_YET = 0;
/** RttMonOperState: the probe is running. */
const ACTIVE = 6;
/** TruthValue (RFC 2579). */
const TRUE = 1;
const US_PER_MS = 1_000;
/** rttMonEchoAdminPrecision. */
const MICROSECONDS = 2;

type Cells = Partial<Record<CounterKey, number>>;

const sum = (numbers: readonly (number | undefined)[]): number =>
  numbers.reduce<number>((total, number) => total + (number ?? 0), 0);
const mean = (numbers: readonly (number | undefined)[]): number | undefined => {
  const known = numbers.filter((number) => number !== undefined);
  return known.length === 0 ? undefined : sum(known) / known.length;
};

/** Rounds values and omits negative and non-finite ones. */
const definedCells = (cells: Readonly<Partial<Record<CounterKey, number | undefined>>>): Cells =>
  Object.fromEntries(
    Object.entries(cells).flatMap(([key, value]) =>
      value === undefined || !Number.isFinite(value) || value < 0 ? [] : [[key, Math.round(value)]],
    ),
  );

/** An operation with one round trip. A failed one has no time, never 0. */
function echo({ time }: ProbeValues, factor: number, ok: boolean): Cells {
  if (!ok) return { probe_operations: 1, probe_ok: 0, probe_rtt: 0, probe_rtt_count: 0, probe_lost: 1 };
  return definedCells({
    probe_operations: 1,
    probe_ok: 1,
    probe_rtt: time === undefined ? undefined : time * factor,
    probe_rtt_count: time === undefined ? undefined : 1,
    probe_lost: 0,
  });
}

/**
 * A path echo probes hop by hop, and its latest round trip belongs to one hop (rttMonLatestRttOperAddress): only the
 * target's counts. Hops often do not respond; the path has failed if the operation timed out.
 */
function pathEcho(values: ProbeValues, factor: number, ok: boolean): Cells {
  if (values['atTarget'] === 1) return echo(values, factor, ok);
  return values['timedOut'] === TRUE ? echo({}, factor, false) : {};
}

/** Packets without a response. An operation that failed completely lost at least one. */
function lostOf(lost: readonly (number | undefined)[], responses: number): number {
  const reported = sum(lost);
  return reported === 0 && responses === 0 ? 1 : reported;
}

/** UDP jitter (rttMonLatestJitterOper): late and reordered packets have arrived. */
function udpJitter(values: ProbeValues, factor: number, ok: boolean): Cells {
  const responses = values['responses'] ?? 0;
  const { lostOut, lostBack, missing, mos } = values;
  const jitter = values['jitter'] ?? mean([values['jitterOut'], values['jitterBack']]);
  const timed = (value: number | undefined): number | undefined =>
    value === undefined || value === 0 ? undefined : value * factor;
  return definedCells({
    probe_operations: 1,
    probe_ok: Number(ok),
    probe_rtt_count: responses,
    probe_rtt: responses === 0 ? 0 : (values['rttSum'] ?? 0) * factor,
    probe_lost: lostOf([lostOut, lostBack, missing], responses),
    probe_lost_out: lostOut,
    probe_lost_back: lostBack,
    probe_late: values['late'],
    probe_disordered: values['disordered'],
    probe_jitter: jitter === undefined || responses === 0 ? undefined : jitter * factor,
    // Without a codec the agent returns 0, which is not a score.
    probe_mos: mos === undefined || mos === 0 ? undefined : mos,
    // Without synchronised clocks the agent returns 0 for one-way delays.
    probe_delay_out: timed(values['delayOut']),
    probe_delay_back: timed(values['delayBack']),
  });
}

/** ICMP jitter: the mean of positive and negative differences in both directions. */
function icmpJitter(values: ProbeValues, factor: number, ok: boolean): Cells {
  const responses = values['responses'] ?? 0;
  const ways = ['Out', 'Back'].flatMap((way) => ['positive', 'negative'].map((sign) => `${sign}${way}`));
  const differences = sum(ways.map((way) => values[`${way}Count`]));
  const total = sum(ways.map((way) => values[`${way}Sum`]));
  return definedCells({
    probe_operations: 1,
    probe_ok: Number(ok),
    probe_rtt_count: responses,
    probe_rtt: responses === 0 ? 0 : (values['rttSum'] ?? 0) * factor,
    probe_lost: lostOf([values['lost']], responses),
    probe_jitter: differences === 0 ? undefined : (total / differences) * factor,
  });
}

export type ProbeShape = 'echo' | 'pathEcho' | 'udpJitter' | 'icmpJitter';
const shapes = { echo, pathEcho, udpJitter, icmpJitter } satisfies Record<ProbeShape, typeof echo>;

/** Microseconds per agent unit. */
export const microsecondsOf = (precision: number | undefined): number =>
  precision === MICROSECONDS ? 1 : US_PER_MS;

/** Counters of a probe after its latest operation; empty if it does not run or has not run yet. */
export function probeCells(
  shape: ProbeShape,
  values: ProbeValues,
  precision: number | undefined,
): Readonly<Cells> {
  const { state, sense } = values;
  if (state !== ACTIVE || sense === undefined || sense === NONE_YET) return {};
  return shapes[shape](values, microsecondsOf(precision), sense === OK || sense === OVER_THRESHOLD);
}
