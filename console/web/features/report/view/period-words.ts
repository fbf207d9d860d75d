import { currentStart, type CurrentUnit } from '#schemas/time/current-start.ts';
import { dateFormat } from '#web/lib/format.ts';
import type { Language } from '#web/lib/text.ts';

interface Span {
  /** Seconds since 1970. */
  readonly from: number;
  readonly to: number;
}

const startsWith = (at: number, unit: CurrentUnit, timeZone: string): boolean =>
  currentStart(at, unit, timeZone) === at;

/** A period of complete months or days as a customer names it: `October 2026`, `1 – 7 October 2026`; undefined: it is neither. */
export function calendarPeriod({ from, to }: Span, timeZone: string, language: Language): string | undefined {
  const isOf = (unit: CurrentUnit): boolean =>
    startsWith(from, unit, timeZone) && startsWith(to, unit, timeZone);
  const months = { month: 'long', year: 'numeric', timeZone } as const;
  const last = (to - 1) * 1_000;
  if (isOf('month'))
    return dateFormat(language, `months ${timeZone}`, months).formatRange(from * 1_000, last);
  if (isOf('day'))
    return dateFormat(language, `days ${timeZone}`, { dateStyle: 'long', timeZone }).formatRange(
      from * 1_000,
      last,
    );
  return undefined;
}
