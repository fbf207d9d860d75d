import type { DashboardDocument, DocumentPeriod } from '#schemas/dashboard/document.ts';
import type { DocumentContext } from '#schemas/dashboard/document-requests.ts';
import { isTimeZone } from '#schemas/time/time-zone.ts';
import { ownZone } from '#web/lib/zoned/local-time.ts';
import type { DocumentSearch } from '../document-search.ts';
import { periodBounds, periodFrom } from '../view/period-text.ts';
import { selectionFrom, type Selection } from '../view/selection-text.ts';

/** The zone of the days that a document shows. */
interface ShownZone {
  readonly timeZone: string;
  /** Zone of the document that this browser does not know; undefined: it is shown in its own. */
  readonly unknownZone: string | undefined;
}

interface Choice extends ShownZone {
  readonly period: DocumentPeriod;
  readonly selection: Selection;
}

/** That of the document, else of the customer, else of the reader. In place of an unknown one that of the customer, else UTC, as the server has it. */
export function shownZone(ofDocument: string | undefined, ofCustomer: string | undefined): ShownZone {
  const known = ofCustomer !== undefined && isTimeZone(ofCustomer) ? ofCustomer : undefined;
  if (ofDocument === undefined) return { timeZone: known ?? ownZone(), unknownZone: undefined };
  if (isTimeZone(ofDocument)) return { timeZone: ofDocument, unknownZone: undefined };
  return { timeZone: known ?? 'UTC', unknownZone: ofDocument };
}

/** What the address says, over what the document says; the zone of the customer is undefined where it has none. */
export const choiceIn = (
  document: Pick<DashboardDocument, 'period' | 'timeZone'>,
  { period, selection }: Pick<DocumentSearch, 'period' | 'selection'>,
  ofCustomer: string | undefined,
): Choice => ({
  period: periodFrom(period) ?? document.period,
  selection: selectionFrom(selection),
  ...shownZone(document.timeZone, ofCustomer),
});

/** A choice at a time in seconds since 1970. */
export const contextAt = ({ period, timeZone, selection }: Choice, time: number): DocumentContext => ({
  period: periodBounds(period, time),
  ...(period.kind === 'fixed' && { isFixed: true }),
  timeZone,
  selection,
});
