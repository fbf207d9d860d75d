import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { builtInPollers } from '#schemas/polling/built-in.ts';
import type { BuiltInPoller } from '#schemas/polling/built-in.ts';
import { columnProcedures } from '#schemas/polling/procedure.ts';
import {
  activatePoller,
  createPoller,
  deletePoller,
  listPollers,
  updatePoller,
} from '#schemas/polling/routes.ts';
import type { ListedPoller } from '#schemas/polling/routes.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { Call } from '../../kernel/route/serve.ts';
import { listedBuiltIn, listedDefined } from './listed-poller.ts';
import { PollingRepository } from './polling-repository.ts';
import type { Change, PollerRow } from './polling-repository.ts';

export interface PollingNeeds {
  readonly db: Db;
  readonly bus: Pick<Bus, 'publish'>;
  readonly clock: Clock;
}

const builtInByKey = new Map(builtInPollers.map((poller) => [poller.key, poller]));

/** The number of a defined poller. Throws what is right for a built-in one and for none. */
function definedId(id: string): number {
  if (/^\d+$/.test(id)) return Number(id);
  throw new ProblemError(builtInByKey.has(id) ? 'POLLER_BUILT_IN' : 'NOT_FOUND');
}

async function listOf(pollers: PollingRepository, withDeactivated: boolean): Promise<ListedPoller[]> {
  const [rows, numbers, off] = await Promise.all([
    pollers.defined(),
    pollers.counterIds(),
    pollers.deactivated(),
  ]);
  return [
    ...rows.map((row) => listedDefined(row, numbers)),
    ...builtInPollers.map((poller) => listedBuiltIn(poller, off.get(poller.key))),
  ].filter(({ active }) => active || withDeactivated);
}

/** Pollers as data: `/mt/polling`. What is changed is in force with the next poll of each device. */
export function pollingPlugin(app: FastifyInstance, { db, bus, clock }: PollingNeeds): void {
  const pollers = new PollingRepository(db);
  const changeOf = ({ caller, audit }: Pick<Call<typeof createPoller>, 'caller' | 'audit'>): Change => ({
    by: caller.username,
    at: clock.now(),
    audit,
  });
  const announce = (): void => {
    bus.publish(subjects.config('polling'), '');
  };
  const changed = async (row: PollerRow): Promise<ListedPoller> => {
    announce();
    return listedDefined(row, await pollers.counterIds());
  };
  const switchBuiltIn = async (
    poller: BuiltInPoller,
    active: boolean,
    change: Change,
  ): Promise<ListedPoller> => {
    await pollers.activateBuiltIn(poller.key, active, change);
    announce();
    return listedBuiltIn(poller, (await pollers.deactivated()).get(poller.key));
  };
  serve(app, listPollers, async ({ query }) => ({
    pollers: await listOf(pollers, query.deactivated),
    procedures: Object.keys(columnProcedures),
  }));
  serve(app, createPoller, async (call) => changed(await pollers.create(call.body, changeOf(call))));
  serve(app, updatePoller, async (call) =>
    changed(await pollers.update(definedId(call.params.id), call.body, changeOf(call))),
  );
  serve(app, activatePoller, async (call) => {
    const { active } = call.body;
    const builtIn = builtInByKey.get(call.params.id);
    if (builtIn !== undefined) return switchBuiltIn(builtIn, active, changeOf(call));
    return changed(await pollers.activate(definedId(call.params.id), active, changeOf(call)));
  });
  serve(app, deletePoller, async ({ params, audit }) => {
    await pollers.remove(definedId(params.id), audit);
    announce();
    return { id: params.id };
  });
}
