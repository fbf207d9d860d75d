import { askableOf, incompatibility } from '#schemas/data/compatibility.ts';
import type { ElementFilter, FilteredKind, Predicate } from '#schemas/data/element-filter.ts';
import type { KeyAttribute } from '#schemas/data/key-attribute.ts';
import type { DimensionId, FieldId } from '#schemas/explore/fields.ts';
import type { FilterTest, FilterTree } from '#schemas/explore/filter/tree.ts';
import { parseFlowFilter } from '#schemas/explore/filter/parse.ts';
import { parseValue } from '#schemas/explore/values.ts';
import { libraryDirectory } from '#schemas/kpi/directory.ts';
import { TOP_BREAKDOWN_MAX_SITES } from '#schemas/limit/dashlet.ts';
import type { ExploreSearch } from '../explore-search.ts';
import { rowLimit } from '../explore-request.ts';

/** Why a dashlet or an alarm cannot show what the explorer shows. */
export type SaveObstacle = 'measure' | 'dimension' | 'filter';

/** KPIs with the values of a measure. Packets and records of flows are no KPI. */
export const kpiOfMeasure = { bytes: 'app_bytes', bps: 'app_bps' } as const;

const attributes: Readonly<Partial<Record<DimensionId, KeyAttribute>>> = {
  site: 'site',
  application: 'application',
  dscp: 'class',
  'remote-site': 'conversation',
};
/** Elements of filters of dashboards by the fields that select the same flows. */
const elements: Readonly<Partial<Record<FieldId, FilteredKind>>> = {
  site: 'site',
  application: 'application',
  dscp: 'class',
};

const operators: Readonly<Partial<Record<FilterTest['operator'], Predicate['operator']>>> = {
  '=': 'equals',
  in: 'equals',
  '!=': 'notequals',
  'not in': 'notequals',
  '~': 'contains',
  '!~': 'notcontains',
};

const ID = /^#(\d{1,15})$/;

const testsOfAnd = (tree: FilterTree): readonly FilterTree[] =>
  tree.is === 'and' ? tree.parts.flatMap(testsOfAnd) : [tree];

/** Ids that a test names, or the numbers of its code points; undefined: it has names. */
function idsOf({ field, values }: FilterTest): readonly number[] | undefined {
  const ids = values.map(({ text }) =>
    field === 'dscp' ? parseValue('dscp', text) : Number(ID.exec(text)?.[1] ?? Number.NaN),
  );
  return ids.every((id): id is number => typeof id === 'number' && Number.isFinite(id)) ? ids : undefined;
}

function elementFilterOf(test: FilterTree): ElementFilter | undefined {
  if (test.is !== 'test') return undefined;
  const element = elements[test.field];
  const operator = operators[test.operator];
  if (element === undefined || operator === undefined) return undefined;
  const ids = idsOf(test);
  if (ids !== undefined)
    return operator === 'equals' ? { element, ids: [...ids], predicates: [], onlyActive: false } : undefined;
  // A list of both has no counterpart.
  if (test.field === 'dscp' || test.values.some(({ text }) => ID.test(text))) return undefined;
  const values = test.values.map(({ text }) => text);
  return { element, predicates: [{ property: 'name', operator, values }], onlyActive: false };
}

/** The filter of a dashboard that selects the same flows; undefined: none does. */
export function elementFiltersOf(filter: string): readonly ElementFilter[] | undefined {
  const parsed = parseFlowFilter(filter);
  if (!parsed.ok) return undefined;
  const filters = parsed.tree === undefined ? [] : testsOfAnd(parsed.tree).map(elementFilterOf);
  return filters.every((each) => each !== undefined) ? filters : undefined;
}

/** The type and the settings of a dashlet, before defaults. */
export interface WrittenDashlet {
  readonly type: 'timeline' | 'table';
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Stacked areas and lines are drawn over time; dashlets have no Sankey diagram or heat map, whose rows a table shows. */
const shownAs = ({ view = 'stacked' }: ExploreSearch): 'timeline' | 'table' =>
  view === 'stacked' || view === 'lines' ? 'timeline' : 'table';

/** What a dashlet of a type has of its own. */
const lookOf = (type: WrittenDashlet['type'], { view = 'stacked', compare }: ExploreSearch) =>
  type === 'table'
    ? { orderBy: 0, order: 'descending' }
    : {
        style: view === 'stacked' ? 'area' : 'line',
        stacked: view === 'stacked',
        ...(compare && { comparison: compare }),
      };

/** Whether a KPI has values by keys. */
function isAskable(kpi: string, keys: readonly KeyAttribute[], conversationMode: boolean): boolean {
  const facts = libraryDirectory.get(kpi);
  const breakdown = { kind: keys.length === 0 ? ('none' as const) : ('top' as const) };
  return (
    facts !== undefined &&
    incompatibility(askableOf(facts), { keys, breakdown, conversationMode }) === undefined
  );
}

/** The dashlet that shows what an address of the explorer shows, or why none does. */
export function savedDashlet(search: ExploreSearch): WrittenDashlet | SaveObstacle {
  const { by, measure = 'bps', filter = '' } = search;
  if (measure !== 'bytes' && measure !== 'bps') return 'measure';
  const kpi = kpiOfMeasure[measure];
  const keys = by.map((id) => attributes[id]).filter((key) => key !== undefined);
  const conversationMode = keys.includes('conversation');
  if (keys.length < by.length || !isAskable(kpi, keys, conversationMode)) return 'dimension';
  const filters = elementFiltersOf(filter);
  if (filters === undefined) return 'filter';
  const count = Math.min(rowLimit(search), TOP_BREAKDOWN_MAX_SITES);
  const breakdown = keys.length === 0 ? { kind: 'none' } : { kind: 'top', count, others: true };
  const type = shownAs(search);
  const settings = { series: [{ kpi }], keys, breakdown, conversationMode, filters, ...lookOf(type, search) };
  return { type, settings };
}
