import type { FastifyInstance } from 'fastify';
import {
  freezeCustomerThreshold,
  listCustomerThresholds,
  removeCustomerThreshold,
  resetCustomerThreshold,
  setCustomerThreshold,
} from '#schemas/cockpit/customer-threshold-routes.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { CockpitNeeds } from './cockpit-needs.ts';
import { announceCockpits, asProblem } from './cockpit-transaction.ts';

/** Thresholds that customers set within the bounds of an alarm. */
export function serveCustomerThresholds(
  app: FastifyInstance,
  { customerThresholds, cockpits, bus }: CockpitNeeds,
): void {
  serve(app, setCustomerThreshold, async ({ params, body, ...actor }) => {
    const key = { alarm: params.alarm, customer: params.customerId };
    await customerThresholds.set(key, body.value, actor);
    announceCockpits(bus);
    return customerThresholds.read(key, actor.caller);
  });
  serve(app, resetCustomerThreshold, async ({ params, ...actor }) => {
    const key = { alarm: params.alarm, customer: params.customerId };
    await customerThresholds.reset(key, actor);
    announceCockpits(bus);
    return customerThresholds.read(key, actor.caller);
  });
  serve(app, listCustomerThresholds, async ({ params, caller }) => {
    await cockpits.requireVisible(params.cockpitId, caller);
    return asProblem('COCKPIT_CONFIG_RESTORE_FAILED', async () => ({
      thresholds: await customerThresholds.list(params, caller),
    }));
  });
  serve(app, freezeCustomerThreshold, async ({ params, body, ...actor }) => {
    await customerThresholds.freeze(params, body.frozen, actor);
    announceCockpits(bus);
    return { thresholds: await customerThresholds.list(params, actor.caller) };
  });
  serve(app, removeCustomerThreshold, async ({ params, ...actor }) => {
    await customerThresholds.remove(params, actor);
    announceCockpits(bus);
    return { thresholds: await customerThresholds.list(params, actor.caller) };
  });
}
