import { useMemo, useState } from 'react';
import { emptyDocument, type DashboardDocument } from '#schemas/dashboard/document.ts';
import type { ReportDocument } from '#schemas/report/document.ts';
import { reportSpan } from '#schemas/report/period.ts';
import { isTimeZone } from '#schemas/time/time-zone.ts';
import { ownZone } from '#web/lib/local-time.ts';
import { now } from '#web/lib/clock.ts';
import { useDocumentContext, type ChosenContext } from '../../dashboard/view/use-document-context.ts';

/** The period of a report as one of a dashboard: a day, week or month of the calendar is a fixed one. */
function periodIn({ period, timeZone }: ReportDocument, at: number): DashboardDocument['period'] {
  if (period.kind === 'last' || period.kind === 'fixed') return period;
  const zone = timeZone !== undefined && isTimeZone(timeZone) ? timeZone : ownZone();
  return { kind: 'fixed', ...reportSpan(period, at, zone) };
}

/** What the reader chose in the address, over what the report says. */
export function useReportContext(document: ReportDocument): ChosenContext {
  const [openedAt] = useState(() => Math.floor(now() / 1_000));
  const { variables, timeZone } = document;
  const asDashboard = useMemo(
    () => ({
      ...emptyDocument,
      period: periodIn(document, openedAt),
      filters: variables.map(({ choice }) => choice),
      ...(timeZone !== undefined && { timeZone }),
    }),
    [document, openedAt, variables, timeZone],
  );
  return useDocumentContext(asDashboard);
}
