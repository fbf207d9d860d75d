import { useQuery } from '@tanstack/react-query';
import { emptyDocument } from '#schemas/dashboard/document.ts';
import type { DocumentSummary } from '#schemas/dashboard/entry.ts';
import { customerDocuments } from '#schemas/dashboard/routes.ts';
import { dashboardLimits } from '#schemas/limit/dashboard.ts';
import { emptyReport } from '#schemas/report/document.ts';
import { customerReports } from '#schemas/report/routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import type { WrittenDashlet } from './dashlet-of.ts';
import { withDashlet } from './with-dashlet.ts';
import { withReportItem } from './with-report-item.ts';

/** What a dashlet of the explorer can be put into. */
export type SavedDocument = 'dashboard' | 'report';

const { dashboard } = customerDocuments;

/** The routes that a save changes. */
export const savedRoutes = {
  dashboard: [dashboard.list, dashboard.read],
  report: [customerReports.list, customerReports.read],
} as const;

export interface DashletPlacement {
  readonly customerId: number;
  readonly kind: SavedDocument;
  /** Undefined: a new one. */
  readonly chosen: number | undefined;
  readonly name: string;
  readonly title: string;
}

/** The dashboards or reports of a customer that the user may change. */
export function useEditableDocuments(customerId: number, kind: SavedDocument): readonly DocumentSummary[] {
  const params = { customerId };
  const dashboards = useQuery({
    ...routeQuery(dashboard.list, { params }),
    enabled: kind === 'dashboard',
  });
  const reports = useQuery({ ...routeQuery(customerReports.list, { params }), enabled: kind === 'report' });
  const { data } = kind === 'dashboard' ? dashboards : reports;
  return (data?.documents ?? []).filter(({ edit }) => edit === 'here');
}

/** Pages of a report are added as needed. */
export const hasNoRoom = (kind: SavedDocument, document: DocumentSummary | undefined): boolean =>
  kind === 'dashboard' && document?.dashlets === dashboardLimits.maxDashlets;

const asWritten = (visibility: string): 'private' | 'public' =>
  visibility === 'private' ? 'private' : 'public';

async function onDashboard(
  dashlet: WrittenDashlet,
  { customerId, chosen, name, title }: DashletPlacement,
): Promise<number> {
  if (chosen === undefined) {
    const document = withDashlet(emptyDocument, dashlet, title);
    const body = { name, document };
    return (await call(dashboard.create, { params: { customerId }, body })).id;
  }
  const params = { customerId, resourceId: chosen };
  const entry = await call(dashboard.read, { params });
  const { description, folder, version } = entry;
  const document = withDashlet(entry.document, dashlet, title);
  const visibility = asWritten(entry.visibility);
  const body = { name: entry.name, description, folder, visibility, document, version };
  return (await call(dashboard.update, { params, body })).id;
}

async function inReport(
  dashlet: WrittenDashlet,
  { customerId, chosen, name, title }: DashletPlacement,
): Promise<number> {
  if (chosen === undefined) {
    const document = withReportItem(emptyReport, dashlet, title);
    const body = { name, visibility: 'private' as const, document };
    return (await call(customerReports.create, { params: { customerId }, body })).id;
  }
  const params = { customerId, resourceId: chosen };
  const entry = await call(customerReports.read, { params });
  const { description, folder, version } = entry;
  const document = withReportItem(entry.document, dashlet, title);
  const visibility = asWritten(entry.visibility);
  const body = { name: entry.name, description, folder, visibility, document, version };
  return (await call(customerReports.update, { params, body })).id;
}

/** Stores the dashlet, and returns the document that has it. */
export const storeDashlet = (dashlet: WrittenDashlet, placement: DashletPlacement): Promise<number> =>
  placement.kind === 'dashboard' ? onDashboard(dashlet, placement) : inReport(dashlet, placement);
