import { dashletSpan, type DashletPeriod } from '#schemas/dashboard/period/dashlet-period.ts';
import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import { ownPeriodOf, type DocumentContext } from '#schemas/dashboard/document-requests.ts';
import type { DocumentPeriod } from '#schemas/dashboard/document.ts';
import { now } from '#web/lib/clock.ts';
import { formatZonedPeriod } from '#web/lib/zoned/format-zoned.ts';
import { ownZone } from '#web/lib/local-time.ts';
import { useLanguage, type Language } from '#web/lib/text.ts';
import { useChartTexts } from '../dashlets/texts/en.ts';
import { useDashboardTexts } from '../texts/en.ts';

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
  const text = useDashboardTexts();
  const language = useLanguage();
  return (period) =>
    period.kind === 'last'
      ? text(isOfDays(period.minutes) ? 'lastDays' : 'lastMinutes', {
          duration: lengthText(period.minutes, language),
        })
      : formatZonedPeriod(
          { from: period.from * 1_000, until: period.to * 1_000, now: now(), timeZone },
          language,
        );
}

/** The period of a dashlet in words, as a choice. */
export function useDashletPeriodText(): (period: DashletPeriod) => string {
  const text = useChartTexts();
  // A period up to now is named without times.
  const words = usePeriodText(ownZone());
  return (period) => (period.kind === 'last' ? words(period) : text(`current_${period.unit}`));
}

/** What a dashlet says of its own period: of a page that ends earlier than now, from when to when. */
export function useOwnPeriodText(
  dashlet: Pick<Dashlet, 'settings'>,
  { period, timeZone, isFixed = false }: DocumentContext,
): string | undefined {
  const words = useDashletPeriodText();
  const fixedWords = usePeriodText(timeZone);
  const own = ownPeriodOf(dashlet);
  if (own === undefined) return undefined;
  return isFixed ? fixedWords({ kind: 'fixed', ...dashletSpan(own, period, timeZone) }) : words(own);
}
