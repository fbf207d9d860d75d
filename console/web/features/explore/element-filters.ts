import type { ElementFilter, FilteredKind, Predicate } from '#schemas/data/element-filter.ts';
import type { FieldId } from '#schemas/explore/fields.ts';
import type { FilterTest, FilterTree } from '#schemas/explore/filter/tree.ts';
import { parseFlowFilter } from '#schemas/explore/filter/parse.ts';
import { parseValue } from '#schemas/explore/values.ts';

type FilteredFields = Readonly<Partial<Record<FieldId, FilteredKind>>>;

/** Elements of filters of dashboards by the fields that select the same flows. */
const ofFlows: FilteredFields = { site: 'site', application: 'application', dscp: 'class' };
/** Those of KPIs of polled elements, which know nothing of single flows. */
const ofElements: FilteredFields = { site: 'site', exporter: 'device', interface: 'interface' };

const operators: Readonly<Partial<Record<FilterTest['operator'], Predicate['operator']>>> = {
  '=': 'equals',
  in: 'equals',
  '!=': 'notequals',
  'not in': 'notequals',
  '~': 'contains',
  '!~': 'notcontains',
};

const ID = /^#(\d{1,15})$/;
/** Between the name of a device and that of its interface. */
const DEVICE_END = ' · ';

const testsOfAnd = (tree: FilterTree): readonly FilterTree[] =>
  tree.is === 'and' ? tree.parts.flatMap(testsOfAnd) : [tree];

/** Ids that a test names, or the numbers of its code points; undefined: it has names. */
function idsOf({ field, values }: FilterTest): readonly number[] | undefined {
  const ids = values.map(({ text }) =>
    field === 'dscp' ? parseValue('dscp', text) : Number(ID.exec(text)?.[1] ?? Number.NaN),
  );
  return ids.every((id): id is number => typeof id === 'number' && Number.isFinite(id)) ? ids : undefined;
}

/** A name of an interface behind that of its device selects by both: predicates are about one element. */
function interfaceFilters(values: readonly string[], operator: Predicate['operator']) {
  const [label = ''] = values;
  const place = label.indexOf(DEVICE_END);
  if (values.length > 1 || place < 0 || operator !== 'equals') return undefined;
  const named = (element: FilteredKind, name: string): ElementFilter => ({
    element,
    predicates: [{ property: 'name', operator, values: [name] }],
    onlyActive: false,
  });
  return [named('device', label.slice(0, place)), named('interface', label.slice(place + DEVICE_END.length))];
}

function elementFilters(test: FilterTree, elements: FilteredFields): readonly ElementFilter[] | undefined {
  if (test.is !== 'test') return undefined;
  const element = elements[test.field];
  const operator = operators[test.operator];
  if (element === undefined || operator === undefined) return undefined;
  const ids = idsOf(test);
  if (ids !== undefined)
    return operator === 'equals'
      ? [{ element, ids: [...ids], predicates: [], onlyActive: false }]
      : undefined;
  // A list of both has no counterpart.
  if (test.field === 'dscp' || test.values.some(({ text }) => ID.test(text))) return undefined;
  const values = test.values.map(({ text }) => text);
  const placed = element === 'interface' ? interfaceFilters(values, operator) : undefined;
  return placed ?? [{ element, predicates: [{ property: 'name', operator, values }], onlyActive: false }];
}

/** The tests of a filter that joins them by `and`; undefined: it is faulty. */
export function filterParts(filter: string): readonly FilterTree[] | undefined {
  const parsed = parseFlowFilter(filter);
  if (!parsed.ok) return undefined;
  return parsed.tree === undefined ? [] : testsOfAnd(parsed.tree);
}

function filtersOf(
  parts: readonly FilterTree[],
  elements: FilteredFields,
): readonly ElementFilter[] | undefined {
  const filters = parts.map((test) => elementFilters(test, elements));
  return filters.every((each) => each !== undefined) ? filters.flat() : undefined;
}

/** The filter of a dashboard that selects the same flows; undefined: none does. */
export function elementFiltersOf(filter: string): readonly ElementFilter[] | undefined {
  const parts = filterParts(filter);
  return parts && filtersOf(parts, ofFlows);
}

/** The filters that select elements of a KPI; undefined: a test says something that the KPI does not know. */
export const kpiFiltersOf = (
  parts: readonly FilterTree[],
  { isOfFlows }: { readonly isOfFlows: boolean },
): readonly ElementFilter[] | undefined => filtersOf(parts, isOfFlows ? ofFlows : ofElements);
