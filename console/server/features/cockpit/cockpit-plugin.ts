import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { Alarm } from '#schemas/cockpit/cockpit.ts';
import {
  createAlarm,
  createCockpit,
  deleteAlarm,
  deleteCockpit,
  duplicateCockpit,
  enableAlarm,
  openCockpit,
  readCockpit,
  readCockpits,
  saveAlarm,
  saveCockpit,
} from '#schemas/cockpit/routes.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';
import { addAlarm, changeAlarm, removeAlarm, switchAlarm } from './alarm-repository.ts';
import type { AlarmPlace } from './alarm-repository.ts';
import { orProblem } from './change.ts';
import type { Change } from './change.ts';
import {
  addCockpit,
  changeCockpit,
  copyCockpit,
  noteOpened,
  readCockpit as cockpitOf,
  readLibrary,
  removeCockpit,
} from './cockpit-repository.ts';
import { serveGroups } from './group-routes.ts';
import { readAlarms } from './read-alarms.ts';
import { serveThresholds } from './threshold-routes.ts';

export interface CockpitNeeds {
  readonly db: Db;
  readonly bus: Pick<Bus, 'publish'>;
  readonly clock: Clock;
}

type Changing = <Result>(
  code: ProblemCode,
  caller: Caller,
  run: (change: Change) => Promise<Result>,
) => Promise<Result>;

export interface CockpitService {
  readonly db: Db;
  readonly bus: Pick<Bus, 'publish'>;
  /** Runs a change in a transaction of its own, and then tells the engines and servers of it. */
  readonly changing: Changing;
  /** The alarm as the caller sees it after a change. */
  readonly alarmFor: (caller: Caller, place: AlarmPlace) => Promise<Alarm>;
}

const customersOf = ({ customers }: Caller): ReadonlySet<number> => new Set(customers.keys());

function serviceOf({ db, bus, clock }: CockpitNeeds): CockpitService {
  return {
    db,
    bus,
    async changing(code, caller, run) {
      const result = await orProblem(code, () =>
        db.transaction().execute((tx) => run({ tx, author: caller.id, now: clock.now() })),
      );
      bus.publish(subjects.config('cockpit'), '{}');
      return result;
    },
    async alarmFor(caller, { cockpitId, alarm }) {
      const alarms = await readAlarms(db, cockpitId, customersOf(caller));
      const found = alarms.find(({ id }) => id === alarm);
      if (found === undefined) throw new ProblemError('NOT_FOUND');
      return found;
    },
  };
}

function serveLibrary(app: FastifyInstance, { db, changing }: CockpitService, clock: Clock): void {
  const restored = <Result>(run: () => Promise<Result>) => orProblem('COCKPIT_CONFIG_RESTORE_FAILED', run);
  const saving = <Result>(caller: Caller, run: (change: Change) => Promise<Result>) =>
    changing('COCKPIT_CONFIG_SAVE_FAILED', caller, run);
  const shown = (caller: Caller, id: number) => cockpitOf(db, id, customersOf(caller));

  serve(app, readCockpits, async ({ caller }) => ({
    cockpits: await restored(() => readLibrary(db, caller.id)),
  }));
  serve(app, readCockpit, ({ params: { cockpitId }, caller }) => restored(() => shown(caller, cockpitId)));
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
  const service = serviceOf(needs);
  serveLibrary(app, service, needs.clock);
  serveAlarms(app, service);
  serveThresholds(app, service);
  serveGroups(app, service);
}
