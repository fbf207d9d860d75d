import type { FastifyInstance } from 'fastify';
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
import { readSharedCockpits } from '#schemas/cockpit/shared-routes.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { StoredResource } from '../../shared/resource/stored-resource.ts';
import { viewerOf } from '../../shared/resource/viewer.ts';
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
import { cockpitService } from './cockpit-service.ts';
import type { Changer, CockpitNeeds, CockpitService } from './cockpit-service.ts';
import { serveGroups } from './group-routes.ts';
import { readSharedWith } from './shared-cockpits.ts';
import { serveThresholds } from './threshold-routes.ts';

const subject = (id: number, { name }: { readonly name: string }) => ({
  subject: 'cockpit',
  subjectId: id,
  subjectName: name,
});
const factsOf = ({ name, row }: StoredResource) => ({ name, description: row.description });

function serveReading(app: FastifyInstance, { db }: CockpitService): void {
  const restored = <Result>(run: () => Promise<Result>) => orProblem('COCKPIT_CONFIG_RESTORE_FAILED', run);
  const shown = (caller: Caller, id: number) => cockpitOf(db, id, caller);

  serve(app, readCockpits, async ({ caller }) => ({
    cockpits: await restored(() => readLibrary(db, caller)),
  }));
  serve(app, readSharedCockpits, async ({ params, caller }) => ({
    cockpits: await restored(() => readSharedWith(db, params.customerId, caller)),
  }));
  serve(app, readCockpit, ({ params: { cockpitId }, caller }) => restored(() => shown(caller, cockpitId)));
  serve(app, readAlarmPlace, async ({ params: { alarm }, caller }) => {
    const cockpit = await placeOf(db, alarm);
    await shown(caller, cockpit);
    return { cockpit };
  });
}

function serveLibrary(app: FastifyInstance, { db, changing }: CockpitService, { clock }: CockpitNeeds): void {
  const saving = <Result>(changer: Changer, run: (change: Change) => Promise<Result>) =>
    changing('COCKPIT_CONFIG_SAVE_FAILED', changer, run);
  const shown = (caller: Caller, id: number) => cockpitOf(db, id, caller);

  serve(app, openCockpit, async ({ params: { cockpitId }, caller, audit }) => {
    // Nothing that an engine or another server has to know.
    const now = clock.now();
    await db
      .transaction()
      .execute(async (tx) =>
        noteOpened({ tx, audit, author: caller.id, viewer: await viewerOf(tx, caller), now }, cockpitId),
      );
    return {};
  });
  serve(app, createCockpit, async ({ body, caller, audit }) => {
    const id = await saving({ caller, audit }, async (change) => {
      const made = await addCockpit(change, body);
      await audit(change.tx, { action: 'cockpit.create', ...subject(made, body), after: body });
      return made;
    });
    return shown(caller, id);
  });
  serve(app, saveCockpit, async ({ params: { cockpitId }, body, caller, audit }) => {
    await saving({ caller, audit }, async (change) => {
      const before = factsOf(await changeCockpit(change, cockpitId, body));
      const { name, description } = body;
      const told = { ...subject(cockpitId, before), before, after: { name, description } };
      await audit(change.tx, { action: 'cockpit.update', ...told });
    });
    return shown(caller, cockpitId);
  });
  serve(app, duplicateCockpit, async ({ params: { cockpitId }, body, caller, audit }) => {
    const id = await saving({ caller, audit }, async (change) => {
      const made = await copyCockpit(change, cockpitId, body.name);
      const told = { ...subject(made, body), after: { name: body.name }, note: { copyOf: cockpitId } };
      await audit(change.tx, { action: 'cockpit.create', ...told });
      return made;
    });
    return shown(caller, id);
  });
  serve(app, deleteCockpit, async ({ params: { cockpitId }, query: { version }, caller, audit }) => {
    await saving({ caller, audit }, async (change) => {
      const before = factsOf(await removeCockpit(change, cockpitId, version));
      const told = { ...subject(cockpitId, before), before };
      await audit(change.tx, { action: 'cockpit.delete', ...told });
    });
    return {};
  });
}

function serveAlarms(app: FastifyInstance, { changing, alarmFor }: CockpitService): void {
  const saving = <Result>(changer: Changer, run: (change: Change) => Promise<Result>) =>
    changing('COCKPIT_ALARM_SAVE_FAILED', changer, run);

  serve(app, createAlarm, async ({ params: { cockpitId }, body, caller, audit }) => {
    const alarm = await saving({ caller, audit }, (change) => addAlarm(change, cockpitId, body));
    return alarmFor(caller, { cockpitId, alarm });
  });
  serve(app, saveAlarm, async ({ params, body, caller, audit }) => {
    await saving({ caller, audit }, (change) => changeAlarm(change, params, body));
    return alarmFor(caller, params);
  });
  serve(app, enableAlarm, async ({ params, body, caller, audit }) => {
    await saving({ caller, audit }, (change) => switchAlarm(change, params, body));
    return alarmFor(caller, params);
  });
  serve(app, deleteAlarm, async ({ params, query: { version }, caller, audit }) => {
    await changing('COCKPIT_ALARM_REMOVE_FAILED', { caller, audit }, (change) =>
      removeAlarm(change, params, version),
    );
    return {};
  });
}

/** The cockpit library: definitions of alarms, their thresholds, and who sees them. */
export function cockpitPlugin(app: FastifyInstance, needs: CockpitNeeds): void {
  const service = cockpitService(needs);
  serveReading(app, service);
  serveLibrary(app, service, needs);
  serveAlarms(app, service);
  serveThresholds(app, service);
  serveGroups(app, service);
}
