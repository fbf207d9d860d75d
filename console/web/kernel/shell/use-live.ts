import { useEffect } from 'react';
import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { readAlerts, readCustomerAlerts } from '#schemas/alerting/routes.ts';
import type { IncidentChange } from '#schemas/socket/live.ts';
import { readCurrentAnnouncement } from '#schemas/settings/announcement/announcement.ts';
import { dropReplies } from '../api/reply-cache.ts';
import { reportEnded } from '../api/signed-out.ts';
import { kpiTouches } from '../kpi/kpi-touches.ts';
import { refreshQueries } from '../query/use-refresh.ts';
import { resourceTouches } from '../resource/resource-touches.ts';
import { rightsIn, sessionQuery } from '../session/session.ts';
import { openConnection } from '../socket/connection.ts';

/** Refetches what the screen shows and drops everything else. The caller reads the session. */
async function refetchShown(queries: QueryClient, isMeant: (query: Query) => boolean): Promise<void> {
  const [session] = sessionQuery.queryKey;
  const predicate = (query: Query): boolean => query.queryKey[0] !== session && isMeant(query);
  queries.removeQueries({ type: 'inactive', predicate });
  await queries.invalidateQueries({ predicate });
}

/** Reads the session again, then everything on the screen. */
async function takeNewRights(queries: QueryClient): Promise<void> {
  dropReplies();
  await queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
  await refetchShown(queries, () => true);
}

/** Alarms and counts have stream positions: they resync by themselves. */
const hasPosition = ({ queryKey: [path] }: Query): boolean =>
  path === readAlerts.path || path === readCustomerAlerts.path;

/**
 * Catches up after connecting: permissions that changed between reading the session and connecting, and after a gap everything on
 * the screen.
 */
async function catchUp(queries: QueryClient, again: boolean): Promise<void> {
  const { queryKey } = sessionQuery;
  const known = rightsIn(queries.getQueryData(queryKey));
  await queries.invalidateQueries({ queryKey });
  if (rightsIn(queries.getQueryData(queryKey)) !== known) return await refetchShown(queries, () => true);
  if (again) await refetchShown(queries, (query) => !hasPosition(query));
}

/** The contract of annotations is loaded with the first change: no page needs it to open. */
async function refreshAnnotationsOf(queries: QueryClient, customer: number): Promise<void> {
  const { refreshAnnotations } = await import('../annotation/use-annotations.ts');
  await refreshAnnotations(queries, customer);
}

/** The same of incidents. */
async function refreshIncidentsOf(queries: QueryClient, change: IncidentChange): Promise<void> {
  const { refreshIncidents } = await import('../alert/refresh-incidents.ts');
  await refreshIncidents(queries, change);
}

/** Live connection while a user is signed in. */
export function useLive(): void {
  const queries = useQueryClient();
  useEffect(() => {
    void openConnection({
      connected: (again) => void catchUp(queries, again),
      rights: () => void takeNewRights(queries),
      ended: reportEnded,
      kpis: () => void refreshQueries(queries, kpiTouches),
      annotation: ({ customer }) => void refreshAnnotationsOf(queries, customer),
      incident: (change) => void refreshIncidentsOf(queries, change),
      announcement: () => void refreshQueries(queries, [readCurrentAnnouncement]),
      resource: ({ kind }) => void refreshQueries(queries, resourceTouches(kind)),
    });
  }, [queries]);
}
