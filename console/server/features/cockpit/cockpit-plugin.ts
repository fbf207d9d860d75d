import type { FastifyInstance } from 'fastify';
import {
  createCockpit,
  deleteCockpit,
  duplicateCockpit,
  listCockpits,
  markCockpitOpened,
  readCockpit,
  updateCockpit,
} from '#schemas/cockpit/routes.ts';
import { listSharedCockpits } from '#schemas/cockpit/shared-routes.ts';
import { serve } from '../../kernel/route/serve.ts';
import { serveAlarms } from './alarm-routes.ts';
import type { CockpitNeeds } from './cockpit-needs.ts';
import { announceCockpits, asProblem } from './cockpit-transaction.ts';
import { serveCustomerThresholds } from './customer-threshold-routes.ts';
import { serveFiles } from './exchange/exchange-routes.ts';
import { serveGroups } from './group-routes.ts';
import { serveThresholds } from './threshold-routes.ts';
import { serveVersions } from './version-routes.ts';

function serveCockpits(app: FastifyInstance, { cockpits, bus }: CockpitNeeds): void {
  serve(app, listCockpits, async ({ caller }) => ({
    cockpits: await asProblem('COCKPIT_CONFIG_RESTORE_FAILED', () => cockpits.list(caller)),
  }));
  serve(app, listSharedCockpits, async ({ params, caller }) => ({
    cockpits: await asProblem('COCKPIT_CONFIG_RESTORE_FAILED', () =>
      cockpits.listShared(params.customerId, caller),
    ),
  }));
  serve(app, readCockpit, ({ params, caller }) =>
    asProblem('COCKPIT_CONFIG_RESTORE_FAILED', () => cockpits.read(params.cockpitId, caller)),
  );
  serve(app, createCockpit, async ({ body, ...actor }) => {
    const id = await cockpits.create(body, actor);
    announceCockpits(bus);
    return cockpits.read(id, actor.caller);
  });
  serve(app, updateCockpit, async ({ params, body, ...actor }) => {
    await cockpits.update(params.cockpitId, body, actor);
    announceCockpits(bus);
    return cockpits.read(params.cockpitId, actor.caller);
  });
  serve(app, duplicateCockpit, async ({ params, body, ...actor }) => {
    const id = await cockpits.duplicate(params.cockpitId, body.name, actor);
    announceCockpits(bus);
    return cockpits.read(id, actor.caller);
  });
  serve(app, deleteCockpit, async ({ params, query, ...actor }) => {
    await cockpits.delete(params.cockpitId, query.version, actor);
    announceCockpits(bus);
    return {};
  });
  // Engines and other servers do not need to know.
  serve(app, markCockpitOpened, async ({ params, ...actor }) => {
    await cockpits.markOpened(params.cockpitId, actor);
    return {};
  });
}

/** The cockpit library: alarm definitions, their thresholds, and the groups that see restricted alarms. */
export function cockpitPlugin(app: FastifyInstance, needs: CockpitNeeds): void {
  serveCockpits(app, needs);
  serveAlarms(app, needs);
  serveThresholds(app, needs);
  serveCustomerThresholds(app, needs);
  serveGroups(app, needs);
  serveVersions(app, needs);
  serveFiles(app, needs);
}
