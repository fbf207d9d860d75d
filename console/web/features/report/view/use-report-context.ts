import { useMemo, useState } from 'react';
import { emptyDocument, type DashboardDocument } from '#schemas/dashboard/document.ts';
import type { ReportDocument } from '#schemas/report/document.ts';
import { reportSpan } from '#schemas/report/period.ts';
import { now } from '#web/lib/clock.ts';
import { shownZone } from '../../dashboard/data/chosen-context.ts';
import {
  useDocumentContext,
  useZoneOfCustomer,
  type ChosenContext,
} from '../../dashboard/view/use-document-context.ts';

/** The period of a report as one of a dashboard: a day, week or month of the calendar is a fixed one. */
function periodIn(
  period: ReportDocument['period'],
  at: number,
  timeZone: string,
): DashboardDocument['period'] {
  if (period.kind === 'last' || period.kind === 'fixed') return period;
  return { kind: 'fixed', ...reportSpan(period, at, timeZone) };
}

/** What the reader chose in the address, over what the report says. */
export function useReportContext(document: ReportDocument): ChosenContext {
  const [openedAt] = useState(() => Math.floor(now() / 1_000));
  const { variables, period, timeZone } = document;
  const { timeZone: shown } = shownZone(timeZone, useZoneOfCustomer());
  const asDashboard = useMemo(
    () => ({
      ...emptyDocument,
      period: periodIn(period, openedAt, shown),
      filters: variables.map(({ choice }) => choice),
      ...(timeZone !== undefined && { timeZone }),
    }),
    [period, openedAt, variables, timeZone, shown],
  );
  return useDocumentContext(asDashboard);
}
