import type { DataResult } from '#schemas/data/data-result-size.ts';
import type { DataRequestInput as ChartRequest } from '#schemas/data/data-request.ts';
import { filteredKinds, type FilteredKind } from '#schemas/data/element-filter.ts';
import type { KpiDirectory } from '#schemas/kpi/directory.ts';
import { dataLimits } from '#schemas/limit/data.ts';
import { MAX_MARKED_SECONDS, type ElementMarkQuery } from '#schemas/alerting/element-mark-routes.ts';
import { elementMarkLimits } from '#schemas/limit/element-mark.ts';

type Marked = RequestedMarks['elements'][number];
/** A question before defaults. */
export type RequestedMarks = Omit<ElementMarkQuery, 'elements'> & {
  readonly elements: { element: FilteredKind; filters: NonNullable<ChartRequest['filters']> }[];
};

const kindOf = (name: string | undefined): FilteredKind | undefined =>
  filteredKinds.find((kind) => kind === name);

/** The elements that rows stand for: their innermost keys. */
function shownIn({ rows }: DataResult): { element: FilteredKind; ids: number[] } | undefined {
  const keys = rows.flatMap(({ key }) => key.at(-1) ?? []);
  const element = kindOf(keys[0]?.attribute);
  return element === undefined
    ? undefined
    : { element, ids: [...new Set(keys.map(({ id }) => id))].slice(0, dataLimits.maxValues) };
}

/** The elements of a chart: those of its rows, and those whose values it shows. */
export function shownElements(
  { filters = [], series }: Pick<ChartRequest, 'filters' | 'series'>,
  { result, kpis }: { readonly result: DataResult; readonly kpis: KpiDirectory },
): readonly Marked[] {
  const shown = shownIn(result);
  const left = shown === undefined ? filters : [...filters, shown];
  const kinds = new Set(series.flatMap(({ kpi }) => kindOf(kpis.get(kpi)?.element) ?? []));
  return [
    ...(shown === undefined || kinds.has(shown.element)
      ? []
      : [{ element: shown.element, filters: [shown] }]),
    ...[...kinds].map((element): Marked => ({ element, filters: left.slice(-dataLimits.maxFilters) })),
  ].slice(0, elementMarkLimits.maxKinds);
}

/**
 * What is marked on a chart: what happened to the elements of its rows, and to those whose values it shows. Undefined without elements.
 * Of a longer period than the history has, its last part.
 */
export function markQuery(
  { marks, kpis }: { readonly marks: ElementMarkQuery['marks']; readonly kpis: KpiDirectory },
  request: ChartRequest,
  result: DataResult,
): RequestedMarks | undefined {
  const elements = [...shownElements(request, { result, kpis })];
  if (marks.length === 0 || elements.length === 0 || result.from >= result.to) return undefined;
  return {
    from: Math.max(result.from, result.to - MAX_MARKED_SECONDS),
    to: result.to,
    marks,
    elements,
    kpis: [...new Set(request.series.map(({ kpi }) => kpi))],
  };
}
