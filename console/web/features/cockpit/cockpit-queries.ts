import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Alarm, Cockpit } from '#schemas/cockpit/cockpit.ts';
import { listAlarmGroups } from '#schemas/cockpit/group-routes.ts';
import { readCockpit, listCockpits } from '#schemas/cockpit/routes.ts';
import { listThresholds } from '#schemas/cockpit/threshold-routes.ts';
import { call } from '#web/kernel/api/call.ts';

export const libraryQuery = queryOptions({
  queryKey: ['cockpit', 'library'],
  queryFn: async ({ signal }) => (await call(listCockpits, { signal })).cockpits,
});

export const cockpitQuery = (cockpitId: number) =>
  queryOptions({
    queryKey: ['cockpit', 'one', cockpitId],
    queryFn: ({ signal }) => call(readCockpit, { params: { cockpitId }, signal }),
  });

export const groupsQuery = queryOptions({
  queryKey: ['cockpit', 'groups'],
  queryFn: async ({ signal }) => (await call(listAlarmGroups, { signal })).groups,
});

export const thresholdsQuery = (cockpitId: number, alarm: number) =>
  queryOptions({
    queryKey: ['cockpit', 'thresholds', cockpitId, alarm],
    queryFn: async ({ signal }) =>
      (await call(listThresholds, { params: { cockpitId, alarm }, signal })).thresholds,
  });

/** Caches a cockpit that the server returned and refreshes the library. */
export function keepCockpit(queries: QueryClient, cockpit: Cockpit): void {
  queries.setQueryData(cockpitQuery(cockpit.id).queryKey, cockpit);
  void queries.invalidateQueries({ queryKey: libraryQuery.queryKey });
}

/** Caches an alarm that the server returned and refreshes its cockpit and the library. */
export function keepAlarm(queries: QueryClient, cockpitId: number, alarm: Alarm): void {
  queries.setQueryData(cockpitQuery(cockpitId).queryKey, (cockpit) => {
    if (cockpit === undefined) return cockpit;
    const isKnown = cockpit.alarms.some(({ id }) => id === alarm.id);
    const alarms = isKnown
      ? cockpit.alarms.map((one) => (one.id === alarm.id ? alarm : one))
      : [...cockpit.alarms, alarm];
    return { ...cockpit, alarms };
  });
  void queries.invalidateQueries({ queryKey: cockpitQuery(cockpitId).queryKey });
  void queries.invalidateQueries({ queryKey: libraryQuery.queryKey });
}

export function dropAlarm(queries: QueryClient, cockpitId: number, alarm: number): void {
  queries.setQueryData(
    cockpitQuery(cockpitId).queryKey,
    (cockpit) => cockpit && { ...cockpit, alarms: cockpit.alarms.filter(({ id }) => id !== alarm) },
  );
  void queries.invalidateQueries({ queryKey: cockpitQuery(cockpitId).queryKey });
  void queries.invalidateQueries({ queryKey: libraryQuery.queryKey });
}
