import type { FastifyInstance } from 'fastify';
import { exportCockpit, importCockpit } from '#schemas/cockpit/file-routes.ts';
import { serve } from '../../../kernel/route/serve.ts';
import type { CockpitNeeds } from '../cockpit-needs.ts';
import { announceCockpits, asProblem } from '../cockpit-transaction.ts';

/** Cockpits as files. */
export function serveFiles(app: FastifyInstance, { cockpits, exchange, bus }: CockpitNeeds): void {
  serve(app, exportCockpit, ({ params: { cockpitId }, caller }) =>
    asProblem('COCKPIT_CONFIG_SAVE_FAILED', async () => {
      await cockpits.requireVisible(cockpitId, caller);
      return exchange.export(cockpitId, caller);
    }),
  );
  serve(app, importCockpit, async ({ body, query, unchanged, ...actor }) => {
    const { id, ...outcome } = await exchange.import({ ...body, ...query }, actor);
    if (id === undefined) {
      unchanged();
      return { cockpit: null, ...outcome };
    }
    announceCockpits(bus);
    return { cockpit: await cockpits.read(id, actor.caller), ...outcome };
  });
}
