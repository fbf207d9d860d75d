import type { z } from 'zod';
import { loadAlarms } from '#platform/cockpit/load.ts';
import { readDirectory } from '#platform/kpi/directory.ts';
import { readReached, type Reached } from '#platform/resource/reached-customers.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { KpiFacts } from '#schemas/kpi/directory.ts';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import { defaultClearing } from '#schemas/cockpit/clearing.ts';
import { statedLevels } from '#schemas/cockpit/level/severity-levels.ts';
import type { BacktestDraft, BacktestRule } from '#schemas/cockpit/backtest.ts';
import type { startBacktest } from '#schemas/cockpit/backtest-routes.ts';
import { audienceOf } from '../../kernel/access/audience.ts';
import { sitesSeenBy, type Caller } from '../../kernel/access/caller.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { requireAccess } from '../../shared/resource/change-resource.ts';
import { readStoredResources } from '../../shared/resource/stored-resource.ts';
import { viewerOf } from '../../shared/resource/viewer.ts';
import { rejectFormFaults } from './cockpit-transaction.ts';

type BacktestRequest = z.output<typeof startBacktest.body>;
/** The part of a request that says which rules to run. */
type RuleRequest = Pick<BacktestRequest, 'draft' | 'alarm' | 'cockpit'>;

const ruleThresholds = ({ byCustomer, byElement }: AlarmDefinition): BacktestRule['thresholds'] => ({
  customers: [...byCustomer].map(([customer, value]) => ({ customer, value })),
  elements: [...byElement].map(([element, value]) => ({ element, value })),
});

const customersField = (customers: Reached): Pick<BacktestRule, 'customers'> =>
  customers === undefined ? {} : { customers: [...customers] };

function ruleOf(alarm: AlarmDefinition): BacktestRule {
  const { kpi, target, operator, threshold, severity, levels, outliers, measures } = alarm;
  const { clearAfter = defaultClearing.clearAfter, noDataMinutes = defaultClearing.noDataMinutes } = alarm;
  const decided = { kpi, target, operator, threshold, outliers, measures, clearAfter, noDataMinutes };
  const rule = { ...decided, severity, ...statedLevels(levels) };
  return { ...rule, thresholds: ruleThresholds(alarm), ...customersField(alarm.customers) };
}

/** The rule of a draft. */
function draftRule(
  draft: BacktestDraft,
  { stored, reached }: { stored: AlarmDefinition | undefined; reached: Reached },
  { element }: Pick<KpiFacts, 'element'>,
): BacktestRule {
  const { target = element, thresholds, ...rule } = draft;
  const own = stored === undefined ? { customers: [], elements: [] } : ruleThresholds(stored);
  return { ...rule, target, thresholds: thresholds ?? own, ...customersField(reached) };
}

async function requireCockpit(db: Db, id: number, caller: Caller): Promise<void> {
  const [cockpit] = await readStoredResources(db, 'cockpit', [id]);
  requireAccess(cockpit, await viewerOf(db, caller), 'read');
}

/** A restricted alarm is visible to the members of its groups and to users with access to restricted resources. */
async function isVisible(db: Db, { id, visibility }: AlarmDefinition, caller: Caller): Promise<boolean> {
  if (visibility === 'everyone' || audienceOf(caller) === 'privileged') return true;
  const groups = await db
    .selectFrom('cockpit_alarm_group')
    .select('group_id')
    .where('alarm_id', '=', id)
    .execute();
  return groups.some(({ group_id }) => caller.groups.has(group_id));
}

/** The definition of an alarm. Throws NOT_FOUND when the caller may not see it. */
async function readAlarmDefinition(db: Db, id: number, caller: Caller): Promise<AlarmDefinition> {
  const found = (await loadAlarms(db)).find((alarm) => alarm.id === id);
  if (found === undefined || !(await isVisible(db, found, caller))) throw new ProblemError('NOT_FOUND');
  const { cockpit_id } = await db
    .selectFrom('cockpit_alarm')
    .select('cockpit_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new ProblemError('NOT_FOUND'));
  await requireCockpit(db, cockpit_id, caller);
  return found;
}

/** The customers that a backtest reads. Throws NOT_FOUND for one that the caller does not see. */
export function backtestCustomers({ customer }: BacktestRequest, caller: Caller): number[] {
  if (customer === null) return [...caller.customers.keys()];
  if (!caller.customers.has(customer)) throw new ProblemError('NOT_FOUND');
  return [customer];
}

/** The customers that a draft applies to: those of the alarm that it replaces, else those of its cockpit. */
async function readReachedCustomers(
  db: Db,
  { cockpit, stored }: { cockpit: number | undefined; stored: AlarmDefinition | undefined },
  caller: Caller,
): Promise<Reached> {
  if (stored !== undefined || cockpit === undefined) return stored?.customers;
  await requireCockpit(db, cockpit, caller);
  return (await readReached(db, 'cockpit')).get(cockpit);
}

/** The rules to test: that of the draft, then the one in force. */
export async function readBacktestRules(
  db: Db,
  { draft, alarm, cockpit }: RuleRequest,
  caller: Caller,
): Promise<BacktestRule[]> {
  const kpi = draft && (await readDirectory(db)).get(draft.kpi);
  if (draft !== undefined && kpi === undefined)
    rejectFormFaults([{ field: 'draft.kpi', code: 'COCKPIT_KPI_UNKNOWN' }]);
  const stored = alarm === undefined ? undefined : await readAlarmDefinition(db, alarm, caller);
  const reached = await readReachedCustomers(db, { cockpit, stored }, caller);
  return [
    ...(draft === undefined || kpi === undefined ? [] : [draftRule(draft, { stored, reached }, kpi)]),
    ...(stored === undefined ? [] : [ruleOf(stored)]),
  ];
}

/** The sites of customers of which the caller sees some sites only. */
export const restrictedSites = (customers: readonly number[], caller: Caller) =>
  customers.flatMap((customer) => {
    const seen = sitesSeenBy(caller, customer);
    return seen === undefined ? [] : [{ customer, sites: [...seen] }];
  });
