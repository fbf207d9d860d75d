import { listAnnotations } from '#schemas/annotation/routes.ts';
import { listMarkedChanges } from '#schemas/inventory/change/action-routes.ts';
import type { AcknowledgementDraft, BulkAlarm, BulkOutcome } from '#schemas/alerting/acknowledgement.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { totalCounts } from '#schemas/alerting/counts.ts';
import {
  assignAlarms,
  listAssignees,
  unassignAlarms,
  type AssignmentTarget,
  type PossibleAssignees,
} from '#schemas/alerting/assignment-routes.ts';
import { listFiltersAcross, listSavedFilters } from '#schemas/alerting/saved-filter-list.ts';
import type { Acknowledged, Silenced } from '#schemas/alerting/mark.ts';
import {
  NOTE_DELETABLE_MS,
  createAlarmNotes,
  deleteAlarmNotes,
  listAlarmNotes,
  listNotesOfPeriod,
  type AlarmNote,
} from '#schemas/alerting/note-routes.ts';
import {
  listCustomerOccurrences,
  readCustomerAlertTimeline,
} from '#schemas/alerting/customer-history-routes.ts';
import { readPastCustomerAlerts, readPastAlerts } from '#schemas/alerting/past-routes.ts';
import { readAlertTimeline } from '#schemas/alerting/history.ts';
import { readMonitoring, readMonitoringAcross } from '#schemas/alerting/monitoring/routes.ts';
import {
  acknowledgeAlarm,
  acknowledgeAlarms,
  emptyAlertLayout,
  readAlarmHistory,
  readAlertActivity,
  readAlertChoices,
  readAlertLayout,
  readAlerts,
  readCustomerAlerts,
  unacknowledgeAlarm,
  unacknowledgeAlarms,
  updateAlertLayout,
  type AlertSnapshot,
} from '#schemas/alerting/routes.ts';
import { readAlarmSeries, readRelatedSeries } from '#schemas/alerting/series-routes.ts';
import { listDefinitionChanges } from '#schemas/alerting/definition-change.ts';
import { listIncidents } from '#schemas/alerting/incident/incident.ts';
import { readIncident } from '#schemas/alerting/incident/incident-entry.ts';
import { readAlarmTraffic } from '#schemas/alerting/traffic.ts';
import { listSilencePeriods } from '#schemas/silence/period-routes.ts';
import { search } from '#schemas/search/routes.ts';
import { now } from '#web/lib/clock.ts';
import { liveServer } from '#web/testing/live-socket.ts';
import { problem, reply, type Reply } from '#web/testing/replies.ts';
import {
  aHistory,
  aPast,
  aPastOfCustomers,
  aSeries,
  aSnapshot,
  aTimeline,
  alertActivity,
  alertChoices,
  customerCounts,
  customerOccurrences,
} from '../features/alerting/testing/alerts.ts';

/** A rejected call, with the id of its request. */
export const alertsUnavailable = problem('ALERT_COUNT_FAILED', { requestId: 'req-7f3a91' });

const notFound = problem('NOT_FOUND');

const quietReplies: readonly Reply[] = [
  reply(search, { hits: [] }),
  reply(readMonitoring, { customer: null, sites: [] }),
];

/** Replies of a customer's alerts. As from the engine, an acknowledgement changes the row by a delta. */
export function alertReplies(snapshot: AlertSnapshot = aSnapshot(24, 18, now())): readonly Reply[] {
  let shown = snapshot;
  liveServer.setPosition(snapshot.position);
  const find = ({ alarm, element }: { readonly alarm: number; readonly element: number }) =>
    shown.alarms.find(({ id }) => id === `${String(alarm)}:${String(element)}`);
  const change = (row: AlarmRow): void => {
    const position = { ...shown.position, seq: shown.position.seq + 1 };
    shown = {
      ...shown,
      position,
      alarms: shown.alarms.map((each) => (each.id === row.id ? row : each)),
    };
    liveServer.send('alert', { ...position, customer: 1, set: [row] });
  };
  /** Changes those that run; the others are deleted. */
  const changeAll = (alarms: readonly BulkAlarm[], changed: (row: AlarmRow) => AlarmRow): BulkOutcome => {
    const rows = alarms.map(({ alarm, element }) => ({
      each: { alarm, element },
      row: find({ alarm, element }),
    }));
    const deleted = rows.flatMap(({ each, row }) => (row === undefined ? [each] : []));
    const done = rows.flatMap(({ each, row }) => (row === undefined ? [] : [each]));
    for (const { row } of rows) if (row !== undefined) change(changed(row));
    const failed = deleted.map((each) => ({ ...each, code: 'NOT_FOUND' as const }));
    return { by: 'Ada Martin', done, failed };
  };
  return [
    ...quietReplies,
    reply(readAlerts, () => shown),
    reply(readAlarmHistory, ({ params }) => {
      const found = find(params);
      return found === undefined ? notFound : aHistory(found);
    }),
    reply(acknowledgeAlarm, ({ params, body }) => {
      const found = find(params);
      if (found === undefined) return notFound;
      const acknowledged = acknowledgedWith(body);
      change({ ...found, acknowledged });
      return acknowledged;
    }),
    reply(unacknowledgeAlarm, ({ params }) => {
      const { acknowledged: _acknowledged, ...bare } = find(params) ?? {};
      if (!('id' in bare)) return notFound;
      change(bare);
      return {};
    }),
    reply(acknowledgeAlarms, ({ body: { alarms, acknowledgement } }) =>
      changeAll(alarms, (row) => ({ ...row, acknowledged: acknowledgedWith(acknowledgement) })),
    ),
    reply(unacknowledgeAlarms, ({ body }) =>
      changeAll(body.alarms, ({ acknowledged: _acknowledged, ...row }) => row),
    ),
    ...assignmentReplies(changeAll),
    reply(listSavedFilters, { filters: [] }),
    reply(listFiltersAcross, { filters: [] }),
    ...graphReplies(find),
    reply(readPastAlerts, ({ query }) => aPast(query.at)),
    reply(readAlertTimeline, ({ query }) => aTimeline(query.from, query.to)),
    ...layoutReplies(),
  ];
}

const someAssignees: PossibleAssignees = {
  users: [
    { id: 1, name: 'Ada Martin', username: 'ada' },
    { id: 2, name: 'Ben Roy', username: 'ben' },
  ],
  roles: [{ id: 3, name: 'Field service' }],
  more: false,
};
const nameOf = ({ kind, id }: AssignmentTarget): string =>
  someAssignees[kind === 'user' ? 'users' : 'roles'].find((each) => each.id === id)?.name ?? '';

type ChangeAll = (alarms: readonly BulkAlarm[], changed: (row: AlarmRow) => AlarmRow) => BulkOutcome;

const assignmentReplies = (changeAll: ChangeAll): readonly Reply[] => [
  reply(listAssignees, someAssignees),
  reply(assignAlarms, ({ body: { alarms, to } }) =>
    changeAll(alarms, (row) => ({
      ...row,
      assigned: { to: { ...to, name: nameOf(to) }, by: 'Ada Martin', at: now() },
    })),
  ),
  reply(unassignAlarms, ({ body }) => changeAll(body.alarms, ({ assigned: _assigned, ...row }) => row)),
];

const acknowledgedWith = ({ note, until, untilWorse }: AcknowledgementDraft): Acknowledged => ({
  note,
  until,
  untilWorse,
  by: 'Ada Martin',
  at: now(),
});

/** The same, with one alarm silenced. */
export function silencedAlertReplies(id: string, silenced: Silenced): readonly Reply[] {
  const snapshot = aSnapshot(24, 18, now());
  const alarms = snapshot.alarms.map((alarm) => (alarm.id === id ? { ...alarm, silenced } : alarm));
  return alertReplies({ ...snapshot, alarms });
}

type FindAlarm = (of: { readonly alarm: number; readonly element: number }) => AlarmRow | undefined;

/** What graphs, map and timeline request in addition to the alarms. */
const graphReplies = (find: FindAlarm): readonly Reply[] => [
  reply(readAlarmSeries, ({ params, query }) => {
    const found = find(params);
    return found === undefined ? problem('NOT_FOUND') : aSeries(found, query);
  }),
  reply(readRelatedSeries, { kpis: [] }),
  reply(listDefinitionChanges, { changes: [] }),
  reply(listAnnotations, { annotations: [], count: 0 }),
  reply(listMarkedChanges, { changes: [], count: 0 }),
  reply(listIncidents, { total: 0, incidents: [] }),
  reply(readIncident, problem('NOT_FOUND')),
  reply(readAlarmTraffic, { way: 'in', exports: false, divisions: [] }),
  reply(listSilencePeriods, { periods: [] }),
  ...noteReplies(),
];

/** Replies of the alerting across customers, and its display options. */
export const customerAlertReplies = (): readonly Reply[] => [
  reply(readMonitoringAcross, { customers: [] }),
  reply(readCustomerAlerts, () => totalCounts(customerCounts(now()))),
  reply(readAlertChoices, alertChoices),
  reply(readAlertActivity, () => alertActivity(now())),
  reply(readPastCustomerAlerts, ({ query: { at } }) => aPastOfCustomers(at)),
  reply(readCustomerAlertTimeline, ({ query }) => aTimeline(query.from, query.to)),
  reply(listCustomerOccurrences, () => customerOccurrences(now())),
  ...layoutReplies(),
];

function noteReplies(): readonly Reply[] {
  let notes: readonly AlarmNote[] = [];
  return [
    reply(listNotesOfPeriod, { notes: [], next: null }),
    reply(listAlarmNotes, ({ params: { alarm, element } }) => ({
      notes: notes.filter((each) => each.alarm === alarm && each.element === element),
    })),
    reply(createAlarmNotes, ({ body: { alarms, text } }) => {
      const at = now();
      const written = { since: 0, text, by: 'Ada Martin', at, deletableUntil: at + NOTE_DELETABLE_MS };
      const added = alarms.map((each, index) => ({ id: notes.length + index + 1, ...each, ...written }));
      notes = [...added.toReversed(), ...notes];
      return { by: 'Ada Martin', done: alarms, notes: added.map(({ id }) => id), failed: [] };
    }),
    reply(deleteAlarmNotes, ({ body }) => {
      notes = notes.filter(({ id }) => !body.notes.includes(id));
      return {};
    }),
  ];
}

function layoutReplies(): readonly Reply[] {
  let layout = emptyAlertLayout;
  return [reply(readAlertLayout, () => layout), reply(updateAlertLayout, ({ body }) => (layout = body))];
}
