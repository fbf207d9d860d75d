import type { z } from 'zod';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { definedKpi } from '#platform/kpi/load.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { BacktestRule } from '#schemas/cockpit/backtest.ts';
import { excessOf, isOutOfLimits } from '#schemas/cockpit/outlier.ts';
import { previewLimits, type AlarmPreview, type previewAlarm } from '#schemas/cockpit/preview-routes.ts';
import { isLibraryKey, kpis, measuredKey } from '#schemas/kpi/library.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { siteReachOf } from '../../kernel/access/site-reach.ts';
import { readBacktestRules } from './backtest-rules.ts';
import { readCurrentValues, type CurrentValue } from './preview-values.ts';
import { countElements, listElementKeys, readElements, type ElementKey } from './threshold-elements.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';

export interface AlarmPreviewNeeds {
  readonly db: Db;
  readonly clickhouse: Pick<ClickHouse, 'query'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** The number under which the values of a KPI are stored; 0, which none has, for one that was deleted since. */
async function storedNumber(db: Db, key: string): Promise<number> {
  const measured = measuredKey(key);
  if (isLibraryKey(measured)) return kpis[measured].id;
  const row = await db.selectFrom('kpi_definition').selectAll().where('key', '=', key).executeTakeFirst();
  return row === undefined ? 0 : definedKpi(row).id;
}

/** The threshold in force of each element. */
function thresholdsOf({ threshold, thresholds }: BacktestRule): (key: ElementKey) => number {
  const byElement = new Map(thresholds.elements.map(({ element, value }) => [element, value]));
  const byCustomer = new Map(thresholds.customers.map(({ customer, value }) => [customer, value]));
  return ({ id, customer }) => byElement.get(id) ?? byCustomer.get(customer) ?? threshold;
}

interface Standing {
  readonly id: number;
  readonly value: number | null;
  readonly threshold: number;
  readonly outOfLimits: boolean;
  readonly excess: number;
}

function standings(
  keys: readonly ElementKey[],
  current: readonly CurrentValue[],
  rule: BacktestRule,
): readonly Standing[] {
  const values = new Map(current.map(({ element, value }) => [element, value]));
  const thresholdOf = thresholdsOf(rule);
  return keys
    .map((key): Standing => {
      const [value = null, threshold] = [values.get(key.id), thresholdOf(key)];
      if (value === null)
        return { id: key.id, value, threshold, outOfLimits: false, excess: Number.NEGATIVE_INFINITY };
      const outOfLimits = isOutOfLimits(rule.operator, value, threshold);
      return { id: key.id, value, threshold, outOfLimits, excess: excessOf(rule.operator, value, threshold) };
    })
    .sort((a, b) => (a.excess === b.excess ? a.id - b.id : b.excess - a.excess));
}

/** What a draft affects now, within the customers and sites of the caller. Throws NOT_FOUND, COCKPIT_KPI_UNKNOWN, TOO_MUCH_DATA. */
export async function readAlarmPreview(
  { db, clickhouse, clock }: AlarmPreviewNeeds,
  body: z.output<typeof previewAlarm.body>,
  caller: Caller,
): Promise<AlarmPreview> {
  const [rule] = await readBacktestRules(db, body, caller);
  if (rule?.target === undefined) throw new Error('the rule of a draft has a kind of element');
  const reached = rule.customers === undefined ? undefined : new Set(rule.customers);
  const customers = [...caller.customers.keys()].filter((id) => reached?.has(id) !== false);
  const reach = siteReachOf(caller, customers);
  const [elements, keys] = await Promise.all([
    countElements(db, rule.target, reach),
    listElementKeys(db, { kind: rule.target, limit: previewLimits.maxRead }, reach),
  ]);
  const current = await readCurrentValues(clickhouse, {
    kpi: await storedNumber(db, rule.kpi),
    customers,
    elements: keys.map(({ id }) => id),
    now: Math.floor(clock.now().getTime() / SECOND_MS),
  });
  const all = standings(keys, current, rule);
  const first = all.slice(0, previewLimits.shown);
  const named = await readElements(
    db,
    first.map(({ id }) => id),
    reach,
  );
  const lengths = current.map(({ length }) => length);
  return {
    elements,
    read: keys.length,
    measured: current.length,
    outOfLimits: all.filter(({ outOfLimits }) => outOfLimits).length,
    windowSeconds: lengths.length === 0 ? null : lengths.reduce((one, other) => Math.max(one, other)),
    first: first.flatMap(({ id, value, threshold, outOfLimits }) => {
      const element = named.get(id);
      return element === undefined ? [] : [{ element, value, threshold, outOfLimits }];
    }),
  };
}
