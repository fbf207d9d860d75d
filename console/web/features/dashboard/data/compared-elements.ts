import { askableOf, incompatibility, listedAttribute } from '#schemas/data/compatibility.ts';
import type { DataResult } from '#schemas/data/data-result-size.ts';
import type { DataRequestInput as ChartRequest } from '#schemas/data/data-request.ts';
import { filteredKinds, type FilteredKind } from '#schemas/data/element-filter.ts';
import { groupAttributesIn } from '#schemas/data/key-attribute.ts';
import type { DashletRequest } from '#schemas/dashboard/document-requests.ts';
import type { KpiDirectory } from '#schemas/kpi/directory.ts';
import { dataLimits } from '#schemas/limit/data.ts';

type RequestFilters = NonNullable<ChartRequest['filters']>;

/** What another element can be drawn next to in a chart. */
export interface Comparable {
  readonly kind: FilteredKind;
  /** Elements that the chart shows: the one that it is about, or those of its lines. */
  readonly ids: readonly number[];
  /** What else selects its elements: another one has to match it as well. */
  readonly filters: RequestFilters;
}

/** What a chart shows in place of its own elements: these and another one. By dashlet. */
export type ComparedElements = Readonly<Record<string, Pick<Comparable, 'kind' | 'ids'>>>;

const kindOf = (name: string | undefined): FilteredKind | undefined =>
  filteredKinds.find((kind) => kind === name);

const isOf = (kind: FilteredKind) => (filter: RequestFilters[number]) => filter.element === kind;

/** The elements of the lines of a chart that shows some of a kind. */
function comparableLines({ keys = [], filters = [] }: ChartRequest, result: DataResult | undefined) {
  const [attribute, ...others] = groupAttributesIn(keys);
  const kind = kindOf(attribute);
  if (kind === undefined || others.length > 0 || result === undefined) return undefined;
  const ids = result.rows.flatMap(({ key: [part] }) =>
    part === undefined || part.hidden === true ? [] : [part.id],
  );
  return { kind, ids, filters: filters.filter((filter) => !isOf(kind)(filter)) };
}

/** The one element that a chart is about: the innermost that a filter selects. */
function comparableElement({ filters = [] }: ChartRequest): Comparable | undefined {
  const at = filters.findLastIndex(
    ({ ids = [], predicates = [], relation }) =>
      ids.length === 1 && predicates.length === 0 && relation === undefined,
  );
  const chosen = filters[at];
  if (chosen === undefined) return undefined;
  const { element: kind, ids = [] } = chosen;
  return { kind, ids, filters: filters.filter((filter) => !isOf(kind)(filter)) };
}

/** Whether all KPIs of a chart have values of single elements of a kind. */
function hasValuesOf(
  kind: FilteredKind,
  { series, conversationMode = false }: ChartRequest,
  kpis: KpiDirectory,
): boolean {
  return series.every(({ kpi }) => {
    const facts = kpis.get(kpi);
    if (facts === undefined) return false;
    const listed = { keys: [kind], breakdown: { kind: 'list' as const }, conversationMode };
    return (
      incompatibility(askableOf(facts), listed) === undefined && listedAttribute(facts, listed.keys) === kind
    );
  });
}

/** Whether a chart shows some elements, and not all. */
const isOfSome = ({ breakdown }: ChartRequest): boolean =>
  breakdown?.kind === 'top' || breakdown?.kind === 'list';

const hasRoom = ({ ids }: Comparable): boolean => ids.length > 0 && ids.length < dataLimits.maxListed;

/**
 * What a chart over time can be compared by: undefined where it is about no elements of one kind, where its KPIs have no values of single ones, or
 * where it shows all.
 */
export function comparableBy(
  request: ChartRequest,
  { result, kpis }: { readonly result: DataResult | undefined; readonly kpis: KpiDirectory },
): Comparable | undefined {
  const hasLines = groupAttributesIn(request.keys ?? []).length > 0;
  if (hasLines && !isOfSome(request)) return undefined;
  const found = hasLines ? comparableLines(request, result) : comparableElement(request);
  return found !== undefined && hasRoom(found) && hasValuesOf(found.kind, request, kpis) ? found : undefined;
}

/** The request of a chart with the lines of these elements. */
function withElements(request: ChartRequest, { kind, ids }: ComparedElements[string]): ChartRequest {
  const others = (request.filters ?? []).filter((filter) => !isOf(kind)(filter));
  const listed = [...ids];
  return {
    ...request,
    keys: ['date', kind],
    breakdown: { kind: 'list', ids: listed },
    filters: [...others, { element: kind, ids: listed }],
  };
}

/** The requests of a page as its reader compares elements. */
export const requestsWithElements = (
  requests: readonly DashletRequest[],
  compared: ComparedElements,
): readonly DashletRequest[] =>
  requests.map((each) => {
    const elements = compared[each.dashlet];
    if (elements === undefined || !('request' in each)) return each;
    return { ...each, request: withElements(each.request, elements) };
  });
