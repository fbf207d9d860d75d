import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../time/duration.ts';
import { type Locale, languageOf } from '../time/locale.ts';
import { exactDecimals, shownNumber, zero } from './digits.ts';
import { NO_BREAK_SPACE, numberText, plainNumber, tenths } from './number.ts';

const daySymbols = { en: 'd', fr: 'j' } as const;

/** From coarsest to finest: a duration shows a unit and the next finer one. */
const steps = [
  [DAY_MS, 'd', HOUR_MS, 'h'],
  [HOUR_MS, 'h', MINUTE_MS, 'min'],
  [MINUTE_MS, 'min', SECOND_MS, 's'],
] as const;

const joined = (...parts: readonly string[]): string => parts.join(NO_BREAK_SPACE);

const symbolIn = (symbol: (typeof steps)[number][1], locale: Locale): string =>
  symbol === 'd' ? daySymbols[languageOf(locale)] : symbol;

export interface LongDuration {
  readonly text: string;
  /** At most how much it is from the duration. */
  readonly roundedMs: number;
}

/** Formats a duration of a minute or more in two units: “2 h 5 min”; undefined for a shorter one. */
export function longDuration(durationMs: number, locale: Locale): LongDuration | undefined {
  const size = Math.abs(durationMs);
  const sign = durationMs < 0 ? '-' : '';
  for (const [length, symbol, smallerLength, smallerSymbol] of steps) {
    // Rounded first, so that 59.9 s carry over to the minute: never “1 min 60 s”.
    const remaining = Math.round(size / smallerLength);
    const perUnit = length / smallerLength;
    if (remaining < perUnit || size < length - smallerLength / 2) continue;
    const integer = joined(plainNumber(Math.floor(remaining / perUnit), locale), symbolIn(symbol, locale));
    const text =
      remaining % perUnit === 0 ? integer : joined(integer, String(remaining % perUnit), smallerSymbol);
    return { text: `${sign}${text}`, roundedMs: smallerLength / 2 };
  }
  return undefined;
}

/** Three digits of what is below would read as 1,000 ms. */
const SECONDS_FROM_MS = 999.5;

/** The unit of a duration below a minute: seconds from `from` milliseconds on. */
export const shortDuration = (
  durationMs: number,
  from = SECONDS_FROM_MS,
): { readonly divisor: number; readonly symbol: 's' | 'ms' } =>
  Math.abs(durationMs) >= from ? { divisor: SECOND_MS, symbol: 's' } : { divisor: 1, symbol: 'ms' };

/** Formats a duration in two units from one minute (“2 h 5 min”), else as seconds or milliseconds with three digits. */
export function formatDuration(durationMs: number, locale: Locale): string {
  const { divisor, symbol } = shortDuration(durationMs);
  return longDuration(durationMs, locale)?.text ?? joined(plainNumber(durationMs / divisor, locale), symbol);
}

/** Formats a duration in as many units as it has: “1 h 2 min 5.5 s”. */
export function exactDuration(durationMs: number, locale: Locale): string {
  let remaining = Math.abs(durationMs);
  const parts: string[] = [];
  for (const [length, symbol] of steps) {
    const count = Math.floor(remaining / length);
    remaining -= count * length;
    if (count > 0) parts.push(plainNumber(count, locale), symbolIn(symbol, locale));
  }
  if (remaining > 0 || parts.length === 0) {
    const isShort = parts.length === 0 && remaining < SECOND_MS;
    const number = isShort ? remaining : remaining / SECOND_MS;
    const most = exactDecimals(number, [zero]);
    const text = numberText(shownNumber(number, most, [zero]), { least: 0, most }, locale);
    parts.push(text, isShort ? 'ms' : 's');
  }
  return `${durationMs < 0 ? '-' : ''}${joined(...parts)}`;
}

const MAX_TENTHS_MS = 9_950;

/**
 * Formats the age of data: tenths of a second below ten seconds (“0.4 s”, “6.0 s”), then full seconds, then like a duration. Never negative, and
 * zero only where it is none.
 */
export function formatAge(ageMs: number, locale: Locale): string {
  const age = Math.max(0, ageMs);
  if (age >= MAX_TENTHS_MS) return formatDuration(Math.round(age / SECOND_MS) * SECOND_MS, locale);
  return joined(tenths(age / SECOND_MS, locale), 's');
}
