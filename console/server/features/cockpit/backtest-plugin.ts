import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Bus } from '#platform/bus/bus.ts';
import { loadAlarms } from '#platform/cockpit/load.ts';
import { readDirectory } from '#platform/kpi/directory.ts';
import { readReached } from '#platform/resource/reached-customers.ts';
import type { Reached } from '#platform/resource/reached-customers.ts';
import type { IdSource } from '#platform/id/id.ts';
import type { InventoryHolder } from '#platform/inventory/holder.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { KpiFacts } from '#schemas/kpi/directory.ts';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import type { AlarmDraft, BacktestOutcome, BacktestRule } from '#schemas/cockpit/backtest.ts';
import { endBacktest, readBacktest, startBacktest } from '#schemas/cockpit/backtest-routes.ts';
import type { BacktestResult, BacktestState } from '#schemas/cockpit/backtest-routes.ts';
import { audienceOf } from '../../kernel/access/audience.ts';
import { sitesSeenBy } from '../../kernel/access/caller.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';
import { refuse } from './change.ts';
import { requireAccess } from '../../shared/resource/change-resource.ts';
import { readStored } from '../../shared/resource/stored-resource.ts';
import { viewerOf } from '../../shared/resource/viewer.ts';
import { BacktestEngines } from './backtest-engines.ts';
import type { Standing } from './backtest-engines.ts';

export interface BacktestNeeds {
  readonly bus: Bus;
  readonly db: Db;
  readonly inventory: InventoryHolder;
  readonly partitions: number;
  readonly ids: IdSource;
}

type Body = z.output<typeof startBacktest.body>;

const thresholdsOf = ({ byCustomer, byElement }: AlarmDefinition): BacktestRule['thresholds'] => ({
  customers: [...byCustomer].map(([customer, value]) => ({ customer, value })),
  elements: [...byElement].map(([element, value]) => ({ element, value })),
});

const concerning = (customers: Reached): Pick<BacktestRule, 'customers'> =>
  customers === undefined ? {} : { customers: [...customers] };

function ruleOf(alarm: AlarmDefinition): BacktestRule {
  const { kpi, target, operator, threshold, outliers, measures } = alarm;
  const rule = { kpi, target, operator, threshold, outliers, measures, thresholds: thresholdsOf(alarm) };
  return { ...rule, ...concerning(alarm.customers) };
}

/** The severity decides nothing. */
function draftRule(
  draft: AlarmDraft,
  { stored, reached }: { stored: AlarmDefinition | undefined; reached: Reached },
  { element }: Pick<KpiFacts, 'element'>,
): BacktestRule {
  const { kpi, target = element, operator, threshold, outliers, measures, thresholds } = draft;
  const own = stored === undefined ? { customers: [], elements: [] } : thresholdsOf(stored);
  const rule = { kpi, target, operator, threshold, outliers, measures, thresholds: thresholds ?? own };
  return { ...rule, ...concerning(reached) };
}

async function requireCockpit(db: Db, id: number, caller: Caller): Promise<void> {
  const [cockpit] = await readStored(db, 'cockpit', [id]);
  requireAccess(cockpit, await viewerOf(db, caller), 'read');
}

/** Restricted alarms are for the members of their groups, and for who reads restricted resources. */
async function isSeen(db: Db, { id, visibility }: AlarmDefinition, caller: Caller): Promise<boolean> {
  if (visibility === 'everyone' || audienceOf(caller) === 'privileged') return true;
  const groups = await db
    .selectFrom('cockpit_alarm_group')
    .select('group_id')
    .where('alarm_id', '=', id)
    .execute();
  return groups.some(({ group_id }) => caller.groups.has(group_id));
}

/** A definition that the caller may see. */
async function storedAlarm(db: Db, id: number, caller: Caller): Promise<AlarmDefinition> {
  const found = (await loadAlarms(db)).find((alarm) => alarm.id === id);
  if (found === undefined || !(await isSeen(db, found, caller))) throw new ProblemError('NOT_FOUND');
  const { cockpit_id } = await db
    .selectFrom('cockpit_alarm')
    .select('cockpit_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new ProblemError('NOT_FOUND'));
  await requireCockpit(db, cockpit_id, caller);
  return found;
}

function customersOf({ customer }: Body, caller: Caller): number[] {
  if (customer === null) return [...caller.customers.keys()];
  if (!caller.customers.has(customer)) throw new ProblemError('NOT_FOUND');
  return [customer];
}

/** Whom a draft concerns: as the alarm that it is to replace, else as its cockpit. */
async function reachedBy(
  db: Db,
  { cockpit, stored }: { cockpit: number | undefined; stored: AlarmDefinition | undefined },
  caller: Caller,
): Promise<Reached> {
  if (stored !== undefined || cockpit === undefined) return stored?.customers;
  await requireCockpit(db, cockpit, caller);
  return (await readReached(db, 'cockpit')).get(cockpit);
}

/** The draft first, then the rule in force. */
async function rulesOf(db: Db, { draft, alarm, cockpit }: Body, caller: Caller): Promise<BacktestRule[]> {
  const kpi = draft && (await readDirectory(db)).get(draft.kpi);
  if (draft !== undefined && kpi === undefined) refuse([{ field: 'draft.kpi', code: 'COCKPIT_KPI_UNKNOWN' }]);
  const stored = alarm === undefined ? undefined : await storedAlarm(db, alarm, caller);
  const reached = await reachedBy(db, { cockpit, stored }, caller);
  return [
    ...(draft === undefined || kpi === undefined ? [] : [draftRule(draft, { stored, reached }, kpi)]),
    ...(stored === undefined ? [] : [ruleOf(stored)]),
  ];
}

/** Sites of these customers that the caller does not see are left out where he sees some only. */
const withinOf = (customers: readonly number[], caller: Caller) =>
  customers.flatMap((customer) => {
    const seen = sitesSeenBy(caller, customer);
    return seen === undefined ? [] : [{ customer, sites: [...seen] }];
  });

function resultOf(outcome: BacktestOutcome, caller: Caller, { current }: InventoryHolder): BacktestResult {
  const named = <Site extends { readonly customer: number; readonly site: number }>(sites: readonly Site[]) =>
    sites.map((site) => ({
      ...site,
      siteName: current.sites.get(site.site)?.name ?? '',
      customerName: caller.customers.get(site.customer)?.name ?? '',
    }));
  const { figures, difference, ...coverage } = outcome;
  const [first, second = null] = figures.map((one) => ({ ...one, sites: named(one.sites) }));
  if (first === undefined) throw new Error('a backtest without a rule');
  return {
    ...coverage,
    figures: first,
    inForce: second,
    difference: difference && { ...difference, sites: named(difference.sites) },
  };
}

function stateOf(standing: Standing, caller: Caller, inventory: InventoryHolder): BacktestState {
  if (standing.state !== 'done') return standing;
  const { customers, outcome } = standing;
  // What he was to see when it began he may not see any more.
  if (!customers.every((customer) => caller.customers.has(customer))) throw new ProblemError('NOT_FOUND');
  return { state: 'done', result: resultOf(outcome, caller, inventory) };
}

/** What an alarm definition would have raised: jobs of the engines. */
export function backtestPlugin(
  app: FastifyInstance,
  { bus, db, inventory, partitions, ids }: BacktestNeeds,
): void {
  const engines = new BacktestEngines(bus, partitions);
  serve(app, startBacktest, async ({ body, caller }) => {
    const { from, to, windowSeconds } = body;
    const customers = customersOf(body, caller);
    const rules = await rulesOf(db, body, caller);
    const within = withinOf(customers, caller);
    const length = windowSeconds === undefined ? {} : { windowSeconds };
    const id = ids.uuid();
    await engines.start({ id, account: caller.id }, { customers, within, from, to, rules, ...length });
    return { id };
  });
  serve(app, readBacktest, async ({ params: { backtestId: id }, caller }) =>
    stateOf(await engines.look({ id, account: caller.id }), caller, inventory),
  );
  serve(app, endBacktest, async ({ params: { backtestId: id }, caller }) => {
    await engines.end({ id, account: caller.id });
    return {};
  });
}
