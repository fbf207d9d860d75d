import type { DocumentPeriod } from '#schemas/dashboard/document.ts';
import { now } from '#web/lib/clock.ts';
import { useLanguage, type Language } from '#web/lib/text.ts';
import { formatZonedMoment, formatZonedPeriod } from '#web/lib/zoned/format-zoned.ts';
import type { PeriodBounds } from './PeriodDialog.tsx';
import { usePeriodTexts } from './texts/en.ts';

const HOUR = 60;
const DAY = 24 * HOUR;
const units = { minute: 'min', hour: 'h', day: { en: 'd', fr: 'j' } } as const;

const isOfDays = (minutes: number): boolean => minutes >= 3 * DAY && minutes % DAY === 0;

/** A length in its largest whole unit, in days from three days on: `24 h`, `7 d`, `90 min`. */
function lengthText(minutes: number, language: Language): string {
  if (isOfDays(minutes)) return `${String(minutes / DAY)}\u00A0${units.day[language]}`;
  if (minutes % HOUR === 0) return `${String(minutes / HOUR)}\u00A0${units.hour}`;
  return `${String(minutes)}\u00A0${units.minute}`;
}

/** A period in words, in a zone. */
export function usePeriodText(timeZone: string): (period: DocumentPeriod) => string {
  const text = usePeriodTexts();
  const language = useLanguage();
  const last = (minutes: number): string =>
    // In French a number, even of one, takes the plural.
    minutes === HOUR
      ? text('lastHour')
      : text(isOfDays(minutes) ? 'lastDays' : 'lastMinutes', { duration: lengthText(minutes, language) });
  return (period) =>
    period.kind === 'last'
      ? last(period.minutes)
      : formatZonedPeriod(
          { from: period.from * 1_000, until: period.to * 1_000, now: now(), timeZone },
          language,
        );
}

/** A period that may be without start or end in words, in a zone. */
export function useBoundsText(timeZone: string): (bounds: PeriodBounds) => string {
  const text = usePeriodTexts();
  const language = useLanguage();
  const words = usePeriodText(timeZone);
  const at = (seconds: number): string => formatZonedMoment(seconds * 1_000, timeZone, language);
  return ({ from, to }) => {
    if (from !== undefined && to !== undefined) return words({ kind: 'fixed', from, to });
    if (from !== undefined) return text('since', { time: at(from) });
    return to === undefined ? text('any') : text('until', { time: at(to) });
  };
}
