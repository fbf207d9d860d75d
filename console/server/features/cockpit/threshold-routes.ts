import type { FastifyInstance } from 'fastify';
import type { ThresholdTarget } from '#schemas/cockpit/cockpit.ts';
import {
  findThresholdElements,
  readThresholdChain,
  readThresholds,
  removeThreshold,
  setThreshold,
} from '#schemas/cockpit/threshold-routes.ts';
import { siteReachOf } from '../../kernel/access/site-reach.ts';
import { serve } from '../../kernel/route/serve.ts';
import { orProblem } from './change.ts';
import type { CockpitService } from './cockpit-service.ts';
import { findElements } from './threshold-elements.ts';
import {
  dropThreshold,
  putThreshold,
  readAlarmBase,
  readChain,
  readOwnThresholds,
} from './threshold-repository.ts';

/** The contract lets exactly one of the two through. */
const targetOf = (query: {
  readonly customer?: number | undefined;
  readonly element?: number | undefined;
}): ThresholdTarget =>
  query.customer === undefined ? { element: query.element ?? 0 } : { customer: query.customer };

/** Thresholds of customers and elements in place of that of an alarm. */
export function serveThresholds(
  app: FastifyInstance,
  { db, changing, alarmFor, requireSeen }: CockpitService,
): void {
  const restored = <Result>(run: () => Promise<Result>) => orProblem('COCKPIT_CONFIG_RESTORE_FAILED', run);

  serve(app, readThresholds, async ({ params, caller }) => {
    await requireSeen(caller, params.cockpitId);
    return { thresholds: await restored(() => readOwnThresholds(db, params, caller)) };
  });
  serve(app, readThresholdChain, async ({ params, query: { element }, caller }) => {
    await requireSeen(caller, params.cockpitId);
    return restored(() => readChain(db, { place: params, element }, caller));
  });
  serve(app, findThresholdElements, ({ params, query: { search }, caller }) =>
    restored(async () => {
      await requireSeen(caller, params.cockpitId);
      const { kind } = await readAlarmBase(db, params);
      return findElements(db, { kind, search }, siteReachOf(caller, caller.customers.keys()));
    }),
  );
  serve(app, setThreshold, async ({ params, body, caller, audit }) => {
    await changing('COCKPIT_ALARM_SAVE_FAILED', { caller, audit }, (change) =>
      putThreshold(change, { place: params, ...body }, caller),
    );
    return alarmFor(caller, params);
  });
  serve(app, removeThreshold, async ({ params, query, caller, audit }) => {
    const target = targetOf(query);
    await changing('COCKPIT_ALARM_REMOVE_FAILED', { caller, audit }, (change) =>
      dropThreshold(change, { place: params, version: query.version, target }, caller),
    );
    return alarmFor(caller, params);
  });
}
