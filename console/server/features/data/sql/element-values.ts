import type { BatchedRequest } from './batched-request.ts';
import type { QuantityKind, Over } from '#schemas/kpi/algebra/quantity.ts';
import type { Aggregation, Strategy } from '#schemas/kpi/kpi.ts';
import type { Aggregate, ValuesRequest } from './series-steps.ts';

/** The values of one KPI of one customer. */
export interface KpiValues extends ValuesRequest {
  /** Id of the KPI whose measures are read. */
  readonly kpi: number;
  /** value = scale · numerator / denominator. */
  readonly scale: number;
  readonly strategy: Strategy;
  readonly kind: QuantityKind;
  /** Aggregation over elements. */
  readonly over: Over;
  /** Aggregation of the windows of an element to its points. */
  readonly own: Aggregation;
}

/** A query for one aggregation. */
export interface SeriesRequest extends KpiValues, Aggregate {}

/** A KPI measured on elements. */
export interface ElementValues extends KpiValues {
  readonly by: 'none' | 'site' | 'element' | 'parent';
  readonly elements: readonly number[] | undefined;
  /** Areas, which are measured at no site, are left out: they count their members once more. */
  readonly withoutAreas?: boolean;
  /** Parents of elements, for `by: 'parent'`. */
  readonly parents?:
    | { readonly elements: readonly number[]; readonly parents: readonly number[] }
    | undefined;
  /** Keys of their own; all others share the key `OTHER_KEYS`. */
  readonly ranked?: readonly number[] | undefined;
  /** Since when the tables in the order of time hold every measure, seconds since 1970; undefined: they are not read. */
  readonly recentSince?: number | undefined;
  /** Whether a percentile of hours or days is read from their stored quantiles, which are retained longer than the values. */
  readonly fromQuantiles?: boolean;
  /** Requests whose sites and elements these are; no site is in two of them. Rows have a column `request`, its place in the list. */
  readonly batch?: readonly BatchedRequest[] | undefined;
}

/** A query for one aggregation of a KPI measured on elements. */
export interface ElementSeries extends ElementValues, Aggregate {
  readonly by: 'none' | 'site' | 'element';
}

/** Key of everything that does not rank: the largest integer that JSON carries. */
export const OTHER_KEYS = Number.MAX_SAFE_INTEGER;
