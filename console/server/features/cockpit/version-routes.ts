import type { FastifyInstance } from 'fastify';
import {
  compareCockpitVersions,
  listCockpitVersions,
  restoreCockpitVersion,
} from '#schemas/cockpit/version-routes.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { CockpitNeeds } from './cockpit-needs.ts';
import { announceCockpits, asProblem } from './cockpit-transaction.ts';

/** Versions of a cockpit. */
export function serveVersions(app: FastifyInstance, { cockpits, versions, bus }: CockpitNeeds): void {
  serve(app, listCockpitVersions, ({ params: { cockpitId }, caller }) =>
    asProblem('COCKPIT_CONFIG_RESTORE_FAILED', async () => {
      await cockpits.requireVisible(cockpitId, caller);
      return { versions: await versions.list(cockpitId) };
    }),
  );
  serve(app, compareCockpitVersions, ({ params, query: { to }, caller }) =>
    asProblem('COCKPIT_CONFIG_RESTORE_FAILED', async () => {
      await cockpits.requireVisible(params.cockpitId, caller);
      const { difference, faults } = await versions.compare({ ...params, to }, caller);
      return {
        difference,
        faults: faults.map(({ alarm, code, params: of }) => ({
          alarm,
          code,
          ...(of && { params: { ...of } }),
        })),
      };
    }),
  );
  serve(app, restoreCockpitVersion, async ({ params, body, ...actor }) => {
    await versions.restore(params, body.version, actor);
    announceCockpits(bus);
    return cockpits.read(params.cockpitId, actor.caller);
  });
}
