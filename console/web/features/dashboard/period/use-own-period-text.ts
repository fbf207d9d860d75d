import { dashletSpan, type DashletPeriod } from '#schemas/dashboard/period/dashlet-period.ts';
import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import { ownPeriodOf, type DocumentContext } from '#schemas/dashboard/document-requests.ts';
import { ownZone } from '#web/lib/zoned/local-time.ts';
import { usePeriodText } from '#web/ui/period/use-period-text.ts';
import { useChartTexts } from '../dashlets/texts/en.ts';

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
