import type { GroupAttribute } from '#schemas/data/key-attribute.ts';
import type { DimensionId } from '#schemas/explore/fields.ts';
import type { KpiDirectory, KpiFacts } from '#schemas/kpi/directory.ts';
import { TOP_BREAKDOWN_MAX_SITES } from '#schemas/limit/dashlet.ts';
import type { ExploreSearch } from '../explore-search.ts';
import { rowLimit } from '../explore-request.ts';
import { addsUp, filtersOfKpi, fitsKeys, isConversation, rankOrder } from '../kpi/explored-kpi.ts';

/** Why a dashlet or an alarm cannot show what the explorer shows. */
export type SaveObstacle = 'measure' | 'dimension' | 'filter' | 'accesses';

/** KPIs with the values of a measure. Packets and records of flows are no KPI. */
export const kpiOfMeasure = { bytes: 'app_bytes', bps: 'app_bps' } as const;

const attributes: Readonly<Partial<Record<DimensionId, GroupAttribute>>> = {
  site: 'site',
  application: 'application',
  dscp: 'class',
  'remote-site': 'conversation',
};

/** The type and the settings of a dashlet, before defaults. */
export interface WrittenDashlet {
  readonly type: 'timeline' | 'table';
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Stacked areas and lines are drawn over time; dashlets have no Sankey diagram or heat map, whose rows a table shows. */
const shownAs = ({ view = 'stacked' }: ExploreSearch): 'timeline' | 'table' =>
  view === 'stacked' || view === 'lines' ? 'timeline' : 'table';

/** What a dashlet of a type has of its own. Averages and ratios are not stacked. */
function lookOf(type: WrittenDashlet['type'], { view = 'stacked', compare }: ExploreSearch, facts: KpiFacts) {
  if (type === 'table')
    return { orderBy: 0, order: rankOrder(facts) === 'highest' ? 'descending' : 'ascending' };
  const stacked = view === 'stacked' && addsUp(facts);
  return { style: stacked ? 'area' : 'line', stacked, ...(compare && { comparison: compare }) };
}

/** The KPI and the keys of what an address of the explorer shows. */
interface ShownKpi {
  readonly facts: KpiFacts;
  readonly keys: readonly GroupAttribute[];
}

/** Those of a KPI, or those by which dashlets show the same flows. */
function shownBy(search: ExploreSearch, kpis: KpiDirectory): ShownKpi | SaveObstacle {
  const { kpi, by, measure = 'bps' } = search;
  if (kpi !== undefined) {
    const facts = kpis.get(kpi);
    return facts === undefined ? 'measure' : { facts, keys: search.keys };
  }
  if (measure !== 'bytes' && measure !== 'bps') return 'measure';
  const keys = by.map((id) => attributes[id]).filter((key) => key !== undefined);
  const facts = kpis.get(kpiOfMeasure[measure]);
  return facts === undefined || keys.length < by.length ? 'dimension' : { facts, keys };
}

/** The dashlet that shows what an address of the explorer shows, or why none does. */
export function savedDashlet(search: ExploreSearch, kpis: KpiDirectory): WrittenDashlet | SaveObstacle {
  const shown = shownBy(search, kpis);
  if (typeof shown === 'string') return shown;
  const { facts, keys } = shown;
  if (!fitsKeys(facts, keys)) return 'dimension';
  const filters = filtersOfKpi(facts, search.filter ?? '');
  if (filters === undefined) return 'filter';
  const count = Math.min(rowLimit(search), TOP_BREAKDOWN_MAX_SITES);
  const top = { kind: 'top', count, others: true, order: rankOrder(facts) } as const;
  const type = shownAs(search);
  const settings = {
    series: [{ kpi: facts.key }],
    keys,
    breakdown: keys.length === 0 ? { kind: 'none' } : top,
    conversationMode: isConversation(facts, keys),
    filters,
    ...lookOf(type, search, facts),
  };
  return { type, settings };
}
