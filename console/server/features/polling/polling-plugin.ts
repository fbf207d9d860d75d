import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { builtInPollers } from '#schemas/polling/built-in.ts';
import { columnProcedures } from '#schemas/polling/procedure.ts';
import {
  activatePoller,
  createPoller,
  deletePoller,
  listPollers,
  updatePoller,
  type ListedPoller,
} from '#schemas/polling/routes.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';
import { listedBuiltInPoller, listedDefinedPoller } from './listed-poller.ts';
import type { PollerRow, PollingRepository } from './polling-repository.ts';

export interface PollingNeeds {
  readonly pollers: PollingRepository;
  readonly bus: Pick<Bus, 'publish'>;
}

const builtInByKey = new Map(builtInPollers.map((poller) => [poller.key, poller]));

/** The number of a defined poller. Throws POLLER_BUILT_IN for a built-in one, NOT_FOUND for any other text. */
function definedId(id: string): number {
  if (/^\d+$/.test(id)) return Number(id);
  throw new ProblemError(builtInByKey.has(id) ? 'POLLER_BUILT_IN' : 'NOT_FOUND');
}

/** Defined pollers, then the built-in ones. */
async function listed(pollers: PollingRepository, withDeactivated: boolean): Promise<ListedPoller[]> {
  const [rows, counterIds, deactivations] = await Promise.all([
    pollers.list(),
    pollers.readCounterIds(),
    pollers.readDeactivations(),
  ]);
  return [
    ...rows.map((row) => listedDefinedPoller(row, counterIds)),
    ...builtInPollers.map((poller) => listedBuiltInPoller(poller, deactivations.get(poller.key))),
  ].filter(({ active }) => active || withDeactivated);
}

/** Pollers as data: `/mt/polling`. A change applies from the next poll of each device. */
export function pollingPlugin(app: FastifyInstance, { pollers, bus }: PollingNeeds): void {
  const announce = (): void => {
    bus.publish(subjects.config('polling'), '');
  };
  const saved = async (row: PollerRow): Promise<ListedPoller> => {
    announce();
    return listedDefinedPoller(row, await pollers.readCounterIds());
  };

  serve(app, listPollers, async ({ query }) => ({
    pollers: await listed(pollers, query.deactivated),
    procedures: Object.keys(columnProcedures),
  }));
  serve(app, createPoller, async ({ body, ...actor }) => saved(await pollers.create(body, actor)));
  serve(app, updatePoller, async ({ params, body: { version, ...body }, ...actor }) =>
    saved(await pollers.update({ id: definedId(params.id), version }, body, actor)),
  );
  serve(app, activatePoller, async ({ params, body: { active }, ...actor }) => {
    const builtIn = builtInByKey.get(params.id);
    if (builtIn === undefined) return saved(await pollers.activate(definedId(params.id), active, actor));
    await pollers.activateBuiltIn(builtIn.key, active, actor);
    announce();
    return listedBuiltInPoller(builtIn, (await pollers.readDeactivations()).get(builtIn.key));
  });
  serve(app, deletePoller, async ({ params, ...actor }) => {
    await pollers.delete(definedId(params.id), actor);
    announce();
    return { id: params.id };
  });
}
