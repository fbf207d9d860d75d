import { TWO_32 } from '../number.ts';

/** Classification engine of RFC 6759 §4.1 with enterprise-specific selectors: PANA-L7-PEN. */
export const WITH_ENTERPRISE = 20;
/**
 * Upper word of an engine 20 number with an enterprise: this plus the enterprise number. IANA has assigned some 65,000; numbers
 * with 21 bits above the selector stay exact as floats (RFC 6759 gives engines 8 bits).
 */
export const FIRST_ENTERPRISE = 2 ** 20;

/** An application as exported by a device (RFC 6759): classification engine, enterprise if engine 20 exports it, and selector. */
export interface DeviceApplication {
  readonly engine: number;
  readonly enterprise?: number;
  readonly selector: number;
}

/** Returns the word above the selector. Enterprise numbers that IANA has not yet assigned share one value. */
export const upperWord = (engine: number, enterprise = 0): number =>
  engine === WITH_ENTERPRISE && enterprise > 0 && enterprise < FIRST_ENTERPRISE
    ? FIRST_ENTERPRISE + enterprise
    : engine;

/** Returns the value of `flows.application`. */
export const applicationNumber = ({ engine, enterprise, selector }: DeviceApplication): number =>
  upperWord(engine, enterprise) * TWO_32 + selector;

export function deviceApplicationOf(number: number): DeviceApplication {
  const upper = Math.floor(number / TWO_32);
  const selector = number % TWO_32;
  return upper > FIRST_ENTERPRISE
    ? { engine: WITH_ENTERPRISE, enterprise: upper - FIRST_ENTERPRISE, selector }
    : { engine: upper, selector };
}

/** Returns the engine 20 number that stands for every enterprise; other numbers unchanged. On the hot path of every flow. */
export const withoutEnterprise = (number: number): number =>
  number < FIRST_ENTERPRISE * TWO_32 ? number : WITH_ENTERPRISE * TWO_32 + (number % TWO_32);

/** Formats `13:453` or `20:12356:40568`. */
export const deviceApplicationText = ({ engine, enterprise, selector }: DeviceApplication): string =>
  [engine, enterprise, selector].filter((part) => part !== undefined).join(':');

const TEXT = /^(\d{1,3}):(?:(\d{1,7}):)?(\d{1,8})$/;

/**
 * Parses `13:453` (engine 13, selector 453) or `20:12356:40568` with an enterprise; undefined for anything else. RFC 6759 §4.1
 * limits the selector to 24 bits here.
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
