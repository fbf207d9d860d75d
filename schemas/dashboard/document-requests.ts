import { incompatibility, undefinedAggregations, type AskableKpi } from '../data/compatibility.ts';
import type { DataRequestInput } from '../data/data-request.ts';
import { mayDisplay } from '../time/granularity.ts';
import type { ElementFilter, Predicate } from '../data/element-filter.ts';
import { dashletSpan, type DashletPeriod } from './period/dashlet-period.ts';
import { dashletTypes, type Dashlet } from './dashlets.ts';
import type { RequestPart } from './request-settings.ts';
import type { DashboardDocument } from './document.ts';
import type { DocumentFilter } from './document-filter.ts';
import type { SettingsFault } from './settings-fault.ts';

/** What a reader chooses; absent parts are those of the document. */
export interface DocumentContext {
  /** Seconds since 1970: a document with a period up to now has no fixed one. */
  readonly period: { readonly from: number; readonly to: number };
  readonly timeZone: string;
  /** Whether the period does not end now. Absent: it does. */
  readonly isFixed?: boolean;
  /** Ids of elements by the id of the filter. None: all. Absent: the default of the filter. */
  readonly selection?: Readonly<Record<string, readonly number[]>>;
}

/** What a filter selects without a choice of the reader. */
function defaultOf({ default: chosen }: DocumentFilter): {
  readonly ids: readonly number[];
  readonly predicates: readonly Predicate[];
} {
  return {
    ids: chosen.strategy === 'selection' ? chosen.ids : [],
    predicates: chosen.strategy === 'predicates' ? chosen.predicates : [],
  };
}

/** Whether a filter must select an element and does not: the first one is known once the elements are listed. */
export const isOpen = (
  { mandatory, default: { strategy } }: DocumentFilter,
  chosen: readonly number[] | undefined,
): boolean => (chosen === undefined ? strategy === 'first' : mandatory && chosen.length === 0);

/** Returns what a filter selects; undefined: everything. */
export function selectedBy(
  filter: DocumentFilter,
  chosen: readonly number[] | undefined,
): ElementFilter | undefined {
  const { ids, predicates: own } = chosen === undefined ? defaultOf(filter) : { ids: chosen, predicates: [] };
  const { element, relation, onlyActive } = filter;
  const predicates = [...filter.predicates, ...own];
  if (ids.length === 0 && predicates.length === 0 && !onlyActive) return undefined;
  return {
    element,
    ...(relation && { relation }),
    ...(ids.length > 0 && { ids: [...ids] }),
    predicates,
    onlyActive,
  };
}

/** What a dashlet requests by itself; undefined: no values of KPIs. */
export const requestsOfDashlet = ({ type, settings }: Dashlet): RequestPart | undefined => {
  const requestPart = dashletTypes[type].requestPart as
    | ((settings: unknown) => RequestPart | undefined)
    | null;
  return requestPart?.(settings);
};

/** The period of a dashlet that has its own. */
export const ownPeriodOf = ({ settings }: Pick<Dashlet, 'settings'>): DashletPeriod | undefined =>
  'period' in settings ? settings.period : undefined;

/** The request of a dashlet, which has its id. */
export type DashletRequest =
  | { readonly dashlet: string; readonly request: DataRequestInput }
  /** A filter selects nothing yet (`DASHLET_NO_CONTEXT`). */
  | { readonly dashlet: string; readonly missing: string };

/** What the filters of a document select together, or the id of the first one that selects nothing yet. */
export type DocumentSelection =
  | { readonly filters: readonly ElementFilter[] }
  | { readonly missing: string; readonly filters?: undefined };

export function selectedIn(
  { filters }: Pick<DashboardDocument, 'filters'>,
  selection: NonNullable<DocumentContext['selection']>,
): DocumentSelection {
  const missing = filters.find((filter) => isOpen(filter, selection[filter.id]))?.id;
  if (missing !== undefined) return { missing };
  return { filters: filters.flatMap((filter) => selectedBy(filter, selection[filter.id]) ?? []) };
}

/**
 * Granularities of a dashlet, its own or those of the document. Where the two do not fit, that of the document gives way: a display
 * granularity is never finer than the working one.
 */
export function granularitiesIn(
  document: Pick<DashboardDocument, 'working' | 'display'>,
  requestPart: Pick<RequestPart, 'working' | 'display'>,
): Pick<RequestPart, 'working' | 'display'> {
  const { working = document.working, display = document.display } = requestPart;
  if (working === undefined || display === undefined || mayDisplay(working, display))
    return { ...(working && { working }), ...(display && { display }) };
  const own = requestPart.working ?? display;
  return { working: own, display: own };
}

/** Returns the requests of the dashlets that show values of KPIs, in the order of the document. */
export function requestsOf(document: DashboardDocument, context: DocumentContext): DashletRequest[] {
  const chosen = selectedIn(document, context.selection ?? {});
  const { businessHours } = document;
  return document.dashlets.flatMap((dashlet): DashletRequest[] => {
    const requestPart = requestsOfDashlet(dashlet);
    if (requestPart === undefined) return [];
    if (chosen.filters === undefined) return [{ dashlet: dashlet.id, missing: chosen.missing }];
    const timeZone = document.timeZone ?? context.timeZone;
    const request = {
      id: dashlet.id,
      ...requestPart,
      ...granularitiesIn(document, requestPart),
      filters: [...chosen.filters, ...(requestPart.filters ?? [])],
      ...dashletSpan(ownPeriodOf(dashlet), context.period, timeZone),
      timeZone,
      businessHours,
      stored: true,
    };
    return [{ dashlet: dashlet.id, request }];
  });
}

/**
 * Faults of the KPIs of a dashlet, and of aggregations that the kind of a KPI does not have. KPIs that do not exist any more have none: the
 * dashlet shows their absence.
 */
export function kpiFaults(
  dashlet: Dashlet,
  kpiOf: (key: string) => AskableKpi | undefined,
): readonly SettingsFault[] {
  const requestPart = requestsOfDashlet(dashlet);
  if (requestPart === undefined) return [];
  const { series, keys = [], breakdown = { kind: 'none' }, conversationMode = false } = requestPart;
  return series.flatMap((each, index): SettingsFault[] => {
    const { kpi: key } = each;
    const kpi = kpiOf(key);
    if (kpi === undefined) return [];
    const path = ['settings', 'series', index];
    const isCompatible = incompatibility(kpi, { keys, breakdown, conversationMode }) === undefined;
    return [
      ...(isCompatible
        ? []
        : [{ path: [...path, 'kpi'], code: 'KPI_INCOMPATIBLE', params: { kpi: key } } as const]),
      ...undefinedAggregations(kpi, each).map(({ setting, stated }) => ({
        path: [...path, setting],
        code: 'AGGREGATION_UNDEFINED' as const,
        params: { kpi: key, aggregation: stated },
      })),
    ];
  });
}
