import { useMemo } from 'react';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { readData } from '#schemas/data/routes.ts';
import type { KpiFacts } from '#schemas/kpi/directory.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { useIsKpiLost, useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { permissionName } from '#web/kernel/permission/permission-name.ts';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { useNow } from '#web/lib/clock.ts';
import { useLanguage } from '#web/lib/text.ts';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { rowLimit } from '../explore-request.ts';
import type { ExploreSearch } from '../explore-search.ts';
import type { ShownResult } from '../shown-result.ts';
import { useExploreTexts, type ExploreText } from '../texts/en.ts';
import { chosenCustomers } from './chosen-customers.ts';
import { fitsKeys } from './explored-kpi.ts';
import { kpiRequests, type ExploredKpi } from './kpi-requests.ts';
import { readKpi } from './read-kpi.ts';
import { shownCustomers, type CustomerReply } from './shown-customers.ts';
import { shownKpi } from './shown-kpi.ts';

/** Customers that are read one by one: each is a call of its own. */
export const MOST_CUSTOMERS = 100;
const AT_ONCE = 4;

interface ReadCustomer {
  readonly id: number;
  readonly name: string;
}

/** What is read, of which customers. */
interface KpiPlan {
  readonly explored: ExploredKpi;
  readonly customers: readonly ReadCustomer[];
}

/** Why nothing is read. */
type PlanFault = 'unknown' | 'keys' | 'filter' | 'many';

/** What an address requests of a KPI, or why it cannot be read. `customerId`: undefined for one row per customer. */
function planOf(
  { keys, filter = '' }: ExploreSearch,
  kpi: KpiFacts | undefined,
  { customerId, all }: { readonly customerId: number | undefined; readonly all: readonly ReadCustomer[] },
): KpiPlan | PlanFault {
  if (kpi === undefined) return 'unknown';
  const isAcross = customerId === undefined;
  const own = isAcross ? [] : keys;
  if (!fitsKeys(kpi, own)) return 'keys';
  const readable = isAcross ? all : [{ id: customerId, name: '' }];
  const chosen = chosenCustomers(readable, kpi, filter);
  if (chosen === undefined) return 'filter';
  if (chosen.customers.length > MOST_CUSTOMERS) return 'many';
  return { explored: { facts: kpi, keys: own, filters: chosen.filters }, customers: chosen.customers };
}

/** What was read, with what it was read for: an earlier result stays readable while the next one is awaited. */
interface ReadPlan extends Pick<ExploredKpi, 'facts' | 'keys'> {
  readonly replies: readonly CustomerReply[];
}

/** Reads customers, some at a time. */
async function readPlan(
  { explored: { facts, keys }, customers }: KpiPlan,
  requests: ReturnType<typeof kpiRequests>,
  signal: AbortSignal,
): Promise<ReadPlan> {
  const replies: CustomerReply[] = [];
  const waiting = customers.values();
  const work = async (): Promise<void> => {
    for (const { id, name } of waiting)
      replies.push({ id, name, reply: await readKpi(id, requests, signal) });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { facts, keys, replies };
}

interface Result {
  readonly result: ShownResult | undefined;
  readonly state: PanelState;
}

const faultTexts = (text: ExploreText): Readonly<Record<PlanFault, { title: string; hint: string }>> => ({
  unknown: { title: text('kpiUnknown'), hint: text('kpiUnknownHint') },
  keys: { title: text('kpiKeys'), hint: text('kpiKeysHint') },
  filter: { title: text('kpiFilter'), hint: text('kpiFilterHint') },
  many: { title: text('kpiMany', { count: MOST_CUSTOMERS }), hint: text('kpiManyHint') },
});

/** Whether there is no value at all. */
const isEmpty = (result: ShownResult | undefined): boolean =>
  result === undefined || (result.rows.length === 0 && (result.total?.value ?? null) === null);

/** The plan of an address, where the user may read KPIs. */
function usePlan(customerId: number | undefined, search: ExploreSearch): KpiPlan | PlanFault {
  const { customers: all } = useSession();
  return planOf(search, useKpis().get(search.kpi ?? ''), { customerId, all });
}

/** Why there is nothing to read; undefined: there is. */
function useObstacle(plan: KpiPlan | PlanFault, key: string): PanelState | undefined {
  const text = useExploreTexts();
  const language = useLanguage();
  const isLost = useIsKpiLost();
  const mayRead = usePermission('DASHBOARD.read');
  if (!mayRead) return { is: 'forbidden', permission: permissionName('DASHBOARD.read', language) };
  if (typeof plan !== 'string') return undefined;
  if (plan === 'unknown' && !isLost(key)) return { is: 'never-loaded' };
  return { is: 'empty', ...faultTexts(text)[plan] };
}

/** What was read as it is shown. */
function useShown(customerId: number | undefined, data: ReadPlan | undefined, rows: number) {
  const text = useExploreTexts();
  const language = useLanguage();
  return useMemo(() => {
    if (data === undefined) return undefined;
    const { facts, keys, replies } = data;
    if (customerId === undefined) return shownCustomers(replies, { kpi: facts, rows }, text);
    const [only] = replies;
    return only && shownKpi(only.reply, { kpi: facts, keys, customer: customerId }, { text, language });
  }, [data, customerId, rows, text, language]);
}

/** Reads a plan; undefined: nothing. */
function usePlanQuery(plan: KpiPlan | undefined, search: ExploreSearch) {
  const seconds = Math.floor(useNow() / 1_000);
  const requests = plan === undefined ? [] : kpiRequests(plan.explored, search, seconds);
  return useQuery({
    queryKey: [readData.path, 'explore', plan?.customers.map(({ id }) => id), requests],
    queryFn: plan === undefined ? skipToken : ({ signal }) => readPlan(plan, requests, signal),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** The KPI of an address as the explorer shows it: values of data requests, as those of dashlets. */
export function useKpiResult(customerId: number | undefined, search: ExploreSearch): Result {
  const text = useExploreTexts();
  const language = useLanguage();
  const plan = usePlan(customerId, search);
  const obstacle = useObstacle(plan, search.kpi ?? '');
  const query = usePlanQuery(obstacle === undefined && typeof plan !== 'string' ? plan : undefined, search);
  const result = useShown(customerId, query.data, rowLimit(search));
  if (obstacle !== undefined) return { result: undefined, state: obstacle };
  const state = panelStateOf(query, language, 'DASHBOARD.read');
  const none = { is: 'empty', title: text('kpiNone'), hint: text('kpiNoneHint') } as const;
  return { result, state: state.is === 'ready' ? readState(query.isPlaceholderData, result) : state };

  function readState(isEarlier: boolean, shown: ShownResult | undefined): PanelState {
    if (isEarlier) return { is: 'loading-over' };
    return isEmpty(shown) ? none : { is: 'ready' };
  }
}
