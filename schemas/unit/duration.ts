import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../time/duration.ts';
import { type Locale, languageOf } from '../time/locale.ts';
import { NO_BREAK_SPACE, plainNumber, tenths } from './number.ts';

const daySymbols = { en: 'd', fr: 'j' } as const;

/** From coarsest to finest: a duration shows a unit and the next finer one. */
const steps = [
  [DAY_MS, 'd', HOUR_MS, 'h'],
  [HOUR_MS, 'h', MINUTE_MS, 'min'],
  [MINUTE_MS, 'min', SECOND_MS, 's'],
] as const;

const joined = (...parts: readonly string[]): string => parts.join(NO_BREAK_SPACE);

/** Formats a duration in two units from one minute (“2 h 5 min”), else as seconds or milliseconds with three digits. */
export function formatDuration(durationMs: number, locale: Locale): string {
  const size = Math.abs(durationMs);
  const sign = durationMs < 0 ? '-' : '';
  for (const [length, symbol, restLength, restSymbol] of steps) {
    // Rounded first, so that 59.9 s carry over to the minute: never “1 min 60 s”.
    const rest = Math.round(size / restLength);
    const perUnit = length / restLength;
    if (rest < perUnit || size < length - restLength / 2) continue;
    const name = symbol === 'd' ? daySymbols[languageOf(locale)] : symbol;
    const whole = joined(plainNumber(Math.floor(rest / perUnit), locale), name);
    return `${sign}${rest % perUnit === 0 ? whole : joined(whole, String(rest % perUnit), restSymbol)}`;
  }
  if (size >= 999.5) return joined(plainNumber(durationMs / SECOND_MS, locale), 's');
  return joined(plainNumber(durationMs, locale), 'ms');
}

const MAX_TENTHS_MS = 9_950;

/** Formats the age of data: tenths of a second below ten seconds (“0.4 s”, “6.0 s”), then whole seconds, then like a duration. Never negative. */
export function formatAge(ageMs: number, locale: Locale): string {
  const age = Math.max(0, ageMs);
  if (age >= MAX_TENTHS_MS) return formatDuration(Math.round(age / SECOND_MS) * SECOND_MS, locale);
  return joined(tenths(age / SECOND_MS, locale), 's');
}
