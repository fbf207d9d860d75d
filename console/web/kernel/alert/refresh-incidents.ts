import type { Query, QueryClient } from '@tanstack/react-query';
import { listIncidents } from '#schemas/alerting/incident/incident.ts';
import { readIncident } from '#schemas/alerting/incident/incident-entry.ts';
import { readServiceRecord } from '#schemas/alerting/incident/service-record-routes.ts';
import type { IncidentChange } from '#schemas/socket/live.ts';
import { filterOf, routeKey } from '../query/route-query.ts';

/** Whether a query reads an incident of one of these places. */
function isOfPlaces({ queryKey: [path, , args] }: Query, { customer, places }: IncidentChange): boolean {
  if (path !== readIncident.path) return false;
  const { params } = args as { params?: { customerId: number; incident: string } };
  return params?.customerId === customer && places.some((place) => params.incident.startsWith(`${place}:`));
}

/**
 * Reads again what shows owners and notes of incidents that another user has changed. Lists of incidents show sentences, which do not
 * change with them: they are read again only by what takes owners from them.
 */
export async function refreshIncidents(queries: QueryClient, change: IncidentChange): Promise<void> {
  const params = { customerId: change.customer };
  await Promise.all([
    queries.invalidateQueries({ predicate: (query) => isOfPlaces(query, change) }),
    queries.invalidateQueries(filterOf(routeKey(readServiceRecord, { params }))),
    queries.invalidateQueries({ ...filterOf(routeKey(listIncidents, { params })), refetchType: 'none' }),
  ]);
}
