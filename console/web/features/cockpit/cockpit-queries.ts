import type { Alarm, Cockpit } from '#schemas/cockpit/cockpit.ts';
import { listAlarmGroups } from '#schemas/cockpit/group-routes.ts';
import { readCockpit, listCockpits } from '#schemas/cockpit/routes.ts';
import { listSharedCockpits } from '#schemas/cockpit/shared-routes.ts';
import { listThresholds } from '#schemas/cockpit/threshold-routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import type { useQueryCache } from '#web/kernel/query/use-query-cache.ts';

// Named by the kind: a change of sharing, status or owner reads all of them again.
export const libraryQuery = namedQuery(
  'cockpit',
  ['library'],
  async (signal) => (await call(listCockpits, { signal })).cockpits,
);

export const cockpitQuery = (cockpitId: number) =>
  namedQuery('cockpit', ['one', cockpitId], (signal) => call(readCockpit, { params: { cockpitId }, signal }));

export const groupsQuery = namedQuery(
  'cockpit',
  ['groups'],
  async (signal) => (await call(listAlarmGroups, { signal })).groups,
);

export const thresholdsQuery = (cockpitId: number, alarm: number) =>
  namedQuery(
    'cockpit',
    ['thresholds', cockpitId, alarm],
    async (signal) => (await call(listThresholds, { params: { cockpitId, alarm }, signal })).thresholds,
  );

/** The cockpits that the provider shares with a customer. */
export const sharedQuery = (customerId: number) =>
  namedQuery(
    'cockpit',
    ['shared', customerId],
    async (signal) => (await call(listSharedCockpits, { params: { customerId }, signal })).cockpits,
  );

/** What a write to a cockpit changes; the cockpit itself is in the reply. */
export const libraryTouches = [libraryQuery.queryKey];

/** What a write to an alarm of a cockpit changes. */
export const alarmTouches = (cockpitId: number) => [cockpitQuery(cockpitId).queryKey, libraryQuery.queryKey];

type QueryCache = ReturnType<typeof useQueryCache>;

/** Caches a cockpit that the server returned. */
export const keepCockpit = (cache: QueryCache, cockpit: Cockpit): void =>
  cache.write(cockpitQuery(cockpit.id), cockpit);

/** Caches an alarm that the server returned. */
export const keepAlarm = (cache: QueryCache, cockpitId: number, alarm: Alarm): void =>
  cache.write(cockpitQuery(cockpitId), (cockpit) => {
    if (cockpit === undefined) return cockpit;
    const isKnown = cockpit.alarms.some(({ id }) => id === alarm.id);
    const alarms = isKnown
      ? cockpit.alarms.map((one) => (one.id === alarm.id ? alarm : one))
      : [...cockpit.alarms, alarm];
    return { ...cockpit, alarms };
  });

export const dropAlarm = (cache: QueryCache, cockpitId: number, alarm: number): void =>
  cache.write(
    cockpitQuery(cockpitId),
    (cockpit) => cockpit && { ...cockpit, alarms: cockpit.alarms.filter(({ id }) => id !== alarm) },
  );
