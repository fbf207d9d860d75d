import type { FastifyInstance } from 'fastify';
import {
  createAlarm,
  deleteAlarm,
  enableAlarm,
  readAlarmLocation,
  updateAlarm,
} from '#schemas/cockpit/routes.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { CockpitNeeds } from './cockpit-needs.ts';
import { announceCockpits } from './cockpit-transaction.ts';

/** Alarm definitions of a cockpit. */
export function serveAlarms(app: FastifyInstance, { alarms, cockpits, bus }: CockpitNeeds): void {
  serve(app, readAlarmLocation, async ({ params, caller }) => {
    const cockpit = await alarms.readCockpitId(params.alarm);
    await cockpits.requireVisible(cockpit, caller);
    return { cockpit };
  });
  serve(app, createAlarm, async ({ params: { cockpitId }, body, ...actor }) => {
    const alarm = await alarms.create(cockpitId, body, actor);
    announceCockpits(bus);
    return alarms.read({ cockpitId, alarm }, actor.caller);
  });
  serve(app, updateAlarm, async ({ params, body, ...actor }) => {
    await alarms.update(params, body, actor);
    announceCockpits(bus);
    return alarms.read(params, actor.caller);
  });
  serve(app, enableAlarm, async ({ params, body, ...actor }) => {
    await alarms.enable(params, body, actor);
    announceCockpits(bus);
    return alarms.read(params, actor.caller);
  });
  serve(app, deleteAlarm, async ({ params, query, ...actor }) => {
    await alarms.delete(params, query.version, actor);
    announceCockpits(bus);
    return {};
  });
}
