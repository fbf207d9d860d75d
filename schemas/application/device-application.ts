const TWO_32 = 2 ** 32;
/** Class engine of RFC 6759 §4.1 whose selectors are of an enterprise: PANA-L7-PEN. */
export const WITH_ENTERPRISE = 20;
/**
 * Upper word of a number of engine 20 with its enterprise: this and the enterprise's number. IANA has given some 65,000; numbers with 21
 * bits above the selector are exact everywhere (RFC 6759 gives engines 8).
 */
export const FIRST_ENTERPRISE = 2 ** 20;

/** An application as a device says it (RFC 6759): class engine, of engine 20 the enterprise when it is told, and selector. */
export interface DeviceApplication {
  readonly engine: number;
  readonly enterprise?: number;
  readonly selector: number;
}

/** The word above the selector. An enterprise of a number that IANA has not come to is not told apart from others. */
export const upperWord = (engine: number, enterprise = 0): number =>
  engine === WITH_ENTERPRISE && enterprise > 0 && enterprise < FIRST_ENTERPRISE
    ? FIRST_ENTERPRISE + enterprise
    : engine;

/** As it stands in `flows.application`. */
export const applicationNumber = ({ engine, enterprise, selector }: DeviceApplication): number =>
  upperWord(engine, enterprise) * TWO_32 + selector;

export function deviceApplicationOf(number: number): DeviceApplication {
  const upper = Math.floor(number / TWO_32);
  const selector = number % TWO_32;
  return upper > FIRST_ENTERPRISE
    ? { engine: WITH_ENTERPRISE, enterprise: upper - FIRST_ENTERPRISE, selector }
    : { engine: upper, selector };
}

/** The number of engine 20 that stands for every enterprise; others as they are. Asked for every flow. */
export const withoutEnterprise = (number: number): number =>
  number < FIRST_ENTERPRISE * TWO_32 ? number : WITH_ENTERPRISE * TWO_32 + (number % TWO_32);

/** `13:453`, `20:12356:40568`. */
export const deviceApplicationText = ({ engine, enterprise, selector }: DeviceApplication): string =>
  [engine, enterprise, selector].filter((part) => part !== undefined).join(':');

const TEXT = /^(\d{1,3}):(?:(\d{1,7}):)?(\d{1,8})$/;

/**
 * `13:453`: engine 13, selector 453; `20:12356:40568` with the enterprise between them; undefined for anything else. RFC 6759 §4.1 gives the
 * selector at most 24 bits here.
 */
export function parseDeviceApplication(text: string): DeviceApplication | undefined {
  const [, first, between, last] = TEXT.exec(text.trim()) ?? [];
  const engine = Number(first);
  const selector = Number(last);
  if (!(engine <= 255 && selector < 2 ** 24)) return undefined;
  if (between === undefined) return { engine, selector };
  const enterprise = Number(between);
  const isOne = engine === WITH_ENTERPRISE && enterprise > 0 && enterprise < FIRST_ENTERPRISE;
  return isOne ? { engine, enterprise, selector } : undefined;
}
