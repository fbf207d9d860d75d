import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import type { IdSource } from '#platform/id/id.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import { cancelBacktest, readBacktest, startBacktest } from '#schemas/cockpit/backtest-routes.ts';
import { previewAlarm } from '#schemas/cockpit/preview-routes.ts';
import { serve } from '../../kernel/route/serve.ts';
import { readAlarmPreview, type AlarmPreviewNeeds } from './alarm-preview.ts';
import { BacktestEngines } from './backtest-engines.ts';
import { backtestState } from './backtest-result.ts';
import { backtestCustomers, readBacktestRules, restrictedSites } from './backtest-rules.ts';

export interface BacktestPluginNeeds extends AlarmPreviewNeeds {
  readonly bus: Bus;
  readonly inventory: InventoryCache;
  readonly partitions: number;
  readonly ids: IdSource;
}

/** Previews of alarm definitions, and backtests, which run as jobs of the engines. */
export function backtestPlugin(
  app: FastifyInstance,
  { bus, db, inventory, partitions, ids, ...stores }: BacktestPluginNeeds,
): void {
  const engines = new BacktestEngines(bus, partitions);
  serve(app, startBacktest, async ({ body, caller }) => {
    const { from, to, windowSeconds } = body;
    const customers = backtestCustomers(body, caller);
    const rules = await readBacktestRules(db, body, caller);
    const within = restrictedSites(customers, caller);
    const length = windowSeconds === undefined ? {} : { windowSeconds };
    const id = ids.uuid();
    await engines.start({ id, account: caller.id }, { customers, within, from, to, rules, ...length });
    return { id };
  });
  serve(app, readBacktest, async ({ params: { backtestId: id }, caller }) =>
    backtestState(await engines.read({ id, account: caller.id }), caller, inventory.current),
  );
  serve(app, previewAlarm, ({ body, caller }) => readAlarmPreview({ db, ...stores }, body, caller));
  serve(app, cancelBacktest, async ({ params: { backtestId: id }, caller }) => {
    await engines.cancel({ id, account: caller.id });
    return {};
  });
}
