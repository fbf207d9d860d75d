import type { FastifyInstance } from 'fastify';
import type { Clock } from '#platform/clock/clock.ts';
import {
  createAlarm,
  createCockpit,
  deleteAlarm,
  deleteCockpit,
  duplicateCockpit,
  enableAlarm,
  openCockpit,
  readAlarmPlace,
  readCockpit,
  readCockpits,
  saveAlarm,
  saveCockpit,
} from '#schemas/cockpit/routes.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { serve } from '../../kernel/route/serve.ts';
import { addAlarm, changeAlarm, removeAlarm, switchAlarm } from './alarm-repository.ts';
import { orProblem } from './change.ts';
import type { Change } from './change.ts';
import {
  addCockpit,
  changeCockpit,
  copyCockpit,
  noteOpened,
  placeOf,
  readCockpit as cockpitOf,
  readLibrary,
  removeCockpit,
} from './cockpit-repository.ts';
import { cockpitService, customersOf } from './cockpit-service.ts';
import type { CockpitNeeds, CockpitService } from './cockpit-service.ts';
import { serveGroups } from './group-routes.ts';
import { serveThresholds } from './threshold-routes.ts';

function serveLibrary(app: FastifyInstance, { db, changing }: CockpitService, clock: Clock): void {
  const restored = <Result>(run: () => Promise<Result>) => orProblem('COCKPIT_CONFIG_RESTORE_FAILED', run);
  const saving = <Result>(caller: Caller, run: (change: Change) => Promise<Result>) =>
    changing('COCKPIT_CONFIG_SAVE_FAILED', caller, run);
  const shown = (caller: Caller, id: number) => cockpitOf(db, id, customersOf(caller));

  serve(app, readCockpits, async ({ caller }) => ({
    cockpits: await restored(() => readLibrary(db, caller.id)),
  }));
  serve(app, readCockpit, ({ params: { cockpitId }, caller }) => restored(() => shown(caller, cockpitId)));
  serve(app, readAlarmPlace, async ({ params: { alarm } }) => ({ cockpit: await placeOf(db, alarm) }));
  serve(app, openCockpit, async ({ params: { cockpitId }, caller }) => {
    // Nothing that an engine or another server has to know.
    const now = clock.now();
    await db.transaction().execute((tx) => noteOpened({ tx, author: caller.id, now }, cockpitId));
    return {};
  });
  serve(app, createCockpit, async ({ body, caller }) =>
    shown(caller, await saving(caller, (change) => addCockpit(change, body))),
  );
  serve(app, saveCockpit, async ({ params: { cockpitId }, body, caller }) => {
    await saving(caller, (change) => changeCockpit(change, cockpitId, body));
    return shown(caller, cockpitId);
  });
  serve(app, duplicateCockpit, async ({ params: { cockpitId }, body: { name }, caller }) =>
    shown(caller, await saving(caller, (change) => copyCockpit(change, cockpitId, name))),
  );
  serve(app, deleteCockpit, async ({ params: { cockpitId }, query: { version }, caller }) => {
    await saving(caller, (change) => removeCockpit(change, cockpitId, version));
    return {};
  });
}

function serveAlarms(app: FastifyInstance, { changing, alarmFor }: CockpitService): void {
  const saving = <Result>(caller: Caller, run: (change: Change) => Promise<Result>) =>
    changing('COCKPIT_ALARM_SAVE_FAILED', caller, run);

  serve(app, createAlarm, async ({ params: { cockpitId }, body, caller }) => {
    const alarm = await saving(caller, (change) => addAlarm(change, cockpitId, body));
    return alarmFor(caller, { cockpitId, alarm });
  });
  serve(app, saveAlarm, async ({ params, body, caller }) => {
    await saving(caller, (change) => changeAlarm(change, params, body));
    return alarmFor(caller, params);
  });
  serve(app, enableAlarm, async ({ params, body, caller }) => {
    await saving(caller, (change) => switchAlarm(change, params, body));
    return alarmFor(caller, params);
  });
  serve(app, deleteAlarm, async ({ params, query: { version }, caller }) => {
    await changing('COCKPIT_ALARM_REMOVE_FAILED', caller, (change) => removeAlarm(change, params, version));
    return {};
  });
}

/** The cockpit library: definitions of alarms, their thresholds, and who sees them. */
export function cockpitPlugin(app: FastifyInstance, needs: CockpitNeeds): void {
  const service = cockpitService(needs);
  serveLibrary(app, service, needs.clock);
  serveAlarms(app, service);
  serveThresholds(app, service);
  serveGroups(app, service);
}
