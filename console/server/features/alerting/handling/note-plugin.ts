import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import {
  createAlarmNotes,
  deleteAlarmNotes,
  listAlarmNotes,
  listNotesOfPeriod,
  type NoteOutcome,
} from '#schemas/alerting/note-routes.ts';
import { displayName } from '#server/kernel/access/caller.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import { serve } from '#server/kernel/route/serve.ts';
import type { AlertReader } from '../alert-reader.ts';
import { publishIncidentNotice } from '../incident/incident-notice.ts';
import type { NoteRepository } from './note-repository.ts';

interface NoteNeeds {
  readonly alerts: Pick<AlertReader, 'alertsOf' | 'placesOf' | 'sees'>;
  readonly notes: NoteRepository;
  readonly bus: Pick<Bus, 'publish'>;
}

type NotedAlarm = Pick<AlarmRow, 'alarm' | 'element' | 'site'>;

/** Notes on alarms are notes of their incidents. */
const writtenAt = (rows: readonly NotedAlarm[]) =>
  rows.map(({ site, element, alarm }) => ({ site, element, alarms: [alarm] }));

/** Notes on alarms, as far as the caller may see the alarm. */
export function notePlugin(app: FastifyInstance, { alerts, notes, bus }: NoteNeeds): void {
  serve(app, listAlarmNotes, async ({ caller, params: { customerId: customer, ...instance } }) => {
    if (!alerts.sees(caller, { customer, ...instance })) throw new ProblemError('NOT_FOUND');
    return { notes: await notes.listOfAlarm(caller, { customer, ...instance }) };
  });

  serve(app, listNotesOfPeriod, ({ caller, params: { customerId: customer }, query }) =>
    notes.listOfPeriod({ caller, customer }, query, (instance) => alerts.sees(caller, instance)),
  );

  serve(app, createAlarmNotes, async ({ caller, params, body, audit, unchanged }) => {
    const customer = params.customerId;
    const running = alerts.alertsOf(caller, customer)?.alarms;
    const rows = new Map<string, AlarmRow>();
    const deleted: NoteOutcome['failed'] = [];
    for (const each of body.alarms) {
      const id = `${String(each.alarm)}:${String(each.element)}`;
      const row = running?.get(id);
      if (row === undefined) deleted.push({ ...each, code: 'NOT_FOUND' });
      else rows.set(id, row);
    }
    const actor = { caller, audit, customer };
    const {
      done,
      notes: added,
      failed,
    } = await notes.add({ rows: [...rows.values()], text: body.text }, actor);
    if (done.length === 0) unchanged();
    const noted = done.flatMap((each) => rows.get(`${String(each.alarm)}:${String(each.element)}`) ?? []);
    publishIncidentNotice(bus, { customer, written: writtenAt(noted) });
    return { by: displayName(caller), done, notes: added, failed: [...deleted, ...failed] };
  });

  serve(app, deleteAlarmNotes, async ({ caller, params: { customerId: customer }, body, audit }) => {
    const removed = await notes.remove(body.notes, { caller, audit, customer });
    publishIncidentNotice(bus, { customer, written: writtenAt(alerts.placesOf(customer, removed)) });
    return {};
  });
}
