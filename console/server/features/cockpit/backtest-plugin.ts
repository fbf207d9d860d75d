import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Bus } from '#platform/bus/bus.ts';
import { loadAlarms } from '#platform/cockpit/load.ts';
import { readDirectory } from '#platform/kpi/directory.ts';
import type { InventoryHolder } from '#platform/inventory/holder.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import { runBacktest } from '#schemas/cockpit/backtest.ts';
import type {
  AlarmDraft,
  BacktestFigures,
  BacktestOutcome,
  BacktestRule,
} from '#schemas/cockpit/backtest.ts';
import { audienceOf } from '../../kernel/access/audience.ts';
import { sitesSeenBy } from '../../kernel/access/caller.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';
import { refuse } from './change.ts';
import { requireAccess } from '../../shared/resource/change-resource.ts';
import { readStored } from '../../shared/resource/stored-resource.ts';
import { viewerOf } from '../../shared/resource/viewer.ts';
import { askEngines } from './ask-engines.ts';

export interface BacktestNeeds {
  readonly bus: Bus;
  readonly db: Db;
  readonly inventory: InventoryHolder;
  readonly partitions: number;
}

type Body = z.output<typeof runBacktest.body>;

const thresholdsOf = ({ byCustomer, byElement }: AlarmDefinition): BacktestRule['thresholds'] => ({
  customers: [...byCustomer].map(([customer, value]) => ({ customer, value })),
  elements: [...byElement].map(([element, value]) => ({ element, value })),
});

function ruleOf(alarm: AlarmDefinition): BacktestRule {
  const { kpi, operator, threshold, outliers, measures } = alarm;
  return { kpi, operator, threshold, outliers, measures, thresholds: thresholdsOf(alarm) };
}

/** The severity decides nothing. */
function draftRule(draft: AlarmDraft, stored: AlarmDefinition | undefined): BacktestRule {
  const { kpi, operator, threshold, outliers, measures, thresholds } = draft;
  const own = stored === undefined ? { customers: [], elements: [] } : thresholdsOf(stored);
  return { kpi, operator, threshold, outliers, measures, thresholds: thresholds ?? own };
}

/** A definition that the caller may see. */
async function storedAlarm(db: Db, id: number, caller: Caller): Promise<AlarmDefinition> {
  const found = (await loadAlarms(db)).find((alarm) => alarm.id === id);
  const isHidden = found?.visibility === 'RESTRICTED' && audienceOf(caller) !== 'privileged';
  if (found === undefined || isHidden) throw new ProblemError('NOT_FOUND');
  const { cockpit_id } = await db
    .selectFrom('cockpit_alarm')
    .select('cockpit_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new ProblemError('NOT_FOUND'));
  const [cockpit] = await readStored(db, 'cockpit', [cockpit_id]);
  requireAccess(cockpit, await viewerOf(db, caller), 'read');
  return found;
}

function customersOf({ customer }: Body, caller: Caller): number[] {
  if (customer === null) return [...caller.customers.keys()];
  if (!caller.customers.has(customer)) throw new ProblemError('NOT_FOUND');
  return [customer];
}

/** The draft first, then the rule in force. */
async function rulesOf(db: Db, { draft, alarm }: Body, caller: Caller): Promise<BacktestRule[]> {
  if (draft !== undefined && !(await readDirectory(db)).has(draft.kpi))
    refuse([{ field: 'draft.kpi', code: 'COCKPIT_KPI_UNKNOWN' }]);
  const stored = alarm === undefined ? undefined : await storedAlarm(db, alarm, caller);
  return [
    ...(draft === undefined ? [] : [draftRule(draft, stored)]),
    ...(stored === undefined ? [] : [ruleOf(stored)]),
  ];
}

const nothing: BacktestFigures = {
  raises: 0,
  clears: 0,
  flaps: 0,
  minutes: 0,
  elements: 0,
  running: 0,
  sites: [],
  timeline: [],
};
const ofNobody = ({ from }: Body, rules: readonly BacktestRule[]): BacktestOutcome => ({
  windowSeconds: 0,
  until: from,
  bucketSeconds: 0,
  elements: 0,
  values: 0,
  windows: 0,
  figures: rules.map(() => nothing),
  difference: null,
});

/** What an alarm definition would have raised, asked of the engines. */
export function backtestPlugin(
  app: FastifyInstance,
  { bus, db, inventory, partitions }: BacktestNeeds,
): void {
  serve(app, runBacktest, async ({ body, caller }) => {
    const { from, to, windowSeconds } = body;
    const customers = customersOf(body, caller);
    const rules = await rulesOf(db, body, caller);
    const within = customers.flatMap((customer) => {
      const seen = sitesSeenBy(caller, customer);
      return seen === undefined ? [] : [{ customer, sites: [...seen] }];
    });
    const length = windowSeconds === undefined ? {} : { windowSeconds };
    const job = { customers, within, from, to, rules, ...length };
    const outcome = (await askEngines({ bus, partitions }, job)) ?? ofNobody(body, rules);
    const named = <Site extends { readonly customer: number; readonly site: number }>(
      sites: readonly Site[],
    ) =>
      sites.map((site) => ({
        ...site,
        siteName: inventory.current.sites.get(site.site)?.name ?? '',
        customerName: caller.customers.get(site.customer)?.name ?? '',
      }));
    const shown = (figures: BacktestFigures) => ({ ...figures, sites: named(figures.sites) });
    const { figures, difference, ...coverage } = outcome;
    const [first = nothing, second] = figures;
    return {
      ...coverage,
      from,
      figures: shown(first),
      inForce: second === undefined ? null : shown(second),
      difference: difference && { ...difference, sites: named(difference.sites) },
    };
  });
}
