import type { DataContext } from '#server/shared/context/context.ts';
import type { ZonedRequest } from '#schemas/data/data-request.ts';
import { flowGroups } from '#schemas/data/key-attribute.ts';
import type { ElementKind } from '#schemas/element/kind.ts';
import type { Parts } from '#schemas/formula/parts.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { Over } from '#schemas/kpi/algebra/quantity.ts';
import type { Aggregation } from '#schemas/kpi/kpi.ts';
import { dataLimits } from '#schemas/limit/data.ts';
import type { Granularity } from '#schemas/time/granularity.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import type { RetainedValues } from './retained-values.ts';
import type { QueryableKpi } from './queryable-kpi.ts';

export interface PlannedSeries {
  readonly of: QueryableKpi;
  /** Over time. */
  readonly aggregation: Aggregation;
  readonly percentile: number;
  readonly over: Over;
  /** Stored aggregations that the kind of the KPI does not have. */
  readonly replaced: readonly string[];
}

/** A request with all that its statements are made from. */
export interface PlanInput {
  readonly request: ZonedRequest;
  readonly customer: number;
  readonly series: readonly PlannedSeries[];
  /** Undefined: automatic, by series. */
  readonly working: Granularity | undefined;
  readonly display: Granularity;
  readonly from: number;
  readonly to: number;
  /** Start of the period whose retention decides how it is read, also where only its new steps are. */
  readonly retainedFrom: number;
  /** See `ValuesRequest`: that of the full period, also where only its new steps are read. */
  readonly isFromMinutes: boolean;
  readonly hoursFrom: number | undefined;
  readonly inventory: Inventory;
  readonly retention: RetainedValues;
  /** Sites that the caller sees; undefined: all. */
  readonly seen: readonly number[] | undefined;
  readonly contextOf: (kind: ElementKind, isOfFlows: boolean) => DataContext;
}

/** What a statement serves of a request. */
export interface PlanScope {
  readonly series: readonly number[];
  readonly isTotal: boolean;
  /** Keys to read, and whether all others are read together. */
  readonly ranked: { readonly keys: readonly (readonly number[])[]; readonly others: boolean } | undefined;
}

/** The formula of a KPI that is read from flows; undefined where measures are read. */
export function flowFormula({ computed, formula }: QueryableKpi, { keys }: ZonedRequest): Parts | undefined {
  if (computed.element !== 'application' || keys.some((key) => flowGroups.some((group) => group === key)))
    return undefined;
  return formula('flow');
}

/** Throws CONTEXT_TOO_LARGE and DASHLET_NO_MATCH. */
export const checkSize = (ids: readonly number[] | undefined): readonly number[] | undefined => {
  if (ids !== undefined && ids.length > dataLimits.maxElements) throw new ProblemError('CONTEXT_TOO_LARGE');
  if (ids?.length === 0) throw new ProblemError('DASHLET_NO_MATCH');
  return ids;
};
