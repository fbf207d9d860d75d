import type { DashboardDocument, DocumentPeriod } from '#schemas/dashboard/document.ts';
import type { DocumentContext } from '#schemas/dashboard/document-requests.ts';
import { ownZone } from '#web/lib/local-time.ts';
import type { DocumentSearch } from '../document-search.ts';
import { periodBounds, periodFrom } from '../view/period-text.ts';
import { selectionFrom } from '../view/selection-text.ts';
import type { Selection } from '../view/selection-text.ts';

interface Choice {
  readonly period: DocumentPeriod;
  readonly selection: Selection;
  readonly timeZone: string;
}

/** What the address says, over what the document says; the zone of the customer is undefined where it has none. */
export const choiceIn = (
  document: Pick<DashboardDocument, 'period' | 'timeZone'>,
  { period, selection }: Pick<DocumentSearch, 'period' | 'selection'>,
  ofCustomer: string | undefined,
): Choice => ({
  period: periodFrom(period) ?? document.period,
  selection: selectionFrom(selection),
  timeZone: document.timeZone ?? ofCustomer ?? ownZone(),
});

/** A choice at a time in seconds since 1970. */
export const contextAt = ({ period, timeZone, selection }: Choice, time: number): DocumentContext => ({
  period: periodBounds(period, time),
  ...(period.kind === 'fixed' && { isFixed: true }),
  timeZone,
  selection,
});
