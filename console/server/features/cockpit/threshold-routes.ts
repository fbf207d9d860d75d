import type { FastifyInstance } from 'fastify';
import type { ThresholdTarget } from '#schemas/cockpit/cockpit.ts';
import {
  deleteThreshold,
  findThresholdElements,
  listThresholds,
  readThresholdChain,
  setThreshold,
} from '#schemas/cockpit/threshold-routes.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { CockpitNeeds } from './cockpit-needs.ts';
import { announceCockpits, asProblem } from './cockpit-transaction.ts';

/** The contract requires exactly one of the two. */
const targetOf = (query: {
  readonly customer?: number | undefined;
  readonly element?: number | undefined;
}): ThresholdTarget =>
  query.customer === undefined ? { element: query.element ?? 0 } : { customer: query.customer };

/** Thresholds of customers and elements, which override the threshold of an alarm. */
export function serveThresholds(
  app: FastifyInstance,
  { thresholds, cockpits, alarms, bus }: CockpitNeeds,
): void {
  serve(app, listThresholds, async ({ params, caller }) => {
    await cockpits.requireVisible(params.cockpitId, caller);
    return {
      thresholds: await asProblem('COCKPIT_CONFIG_RESTORE_FAILED', () => thresholds.list(params, caller)),
    };
  });
  serve(app, readThresholdChain, async ({ params, query: { element }, caller }) => {
    await cockpits.requireVisible(params.cockpitId, caller);
    return asProblem('COCKPIT_CONFIG_RESTORE_FAILED', () => thresholds.readChain(params, element, caller));
  });
  serve(app, findThresholdElements, ({ params, query: { search }, caller }) =>
    asProblem('COCKPIT_CONFIG_RESTORE_FAILED', async () => {
      await cockpits.requireVisible(params.cockpitId, caller);
      return thresholds.findElements(params, search, caller);
    }),
  );
  serve(app, setThreshold, async ({ params, body, ...actor }) => {
    await thresholds.set({ key: params, ...body }, actor);
    announceCockpits(bus);
    return alarms.read(params, actor.caller);
  });
  serve(app, deleteThreshold, async ({ params, query, ...actor }) => {
    await thresholds.delete({ key: params, version: query.version, target: targetOf(query) }, actor);
    announceCockpits(bus);
    return alarms.read(params, actor.caller);
  });
}
