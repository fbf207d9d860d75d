import type { CounterScope } from '../counter/scope.ts';
import type { ElementKind } from '../element/kind.ts';
import type { Unit } from '../unit/unit.ts';
import type { QuantityKind, Over } from './algebra/quantity.ts';

/** Aggregations over time. */
export const aggregations = [
  'minimum',
  'maximum',
  'minimum date',
  'maximum date',
  'first',
  'last',
  'average',
  'sum',
  'percentile',
] as const;
export type Aggregation = (typeof aggregations)[number];

/**
 * When the formula is applied. `before any aggregation`: per element and window, then values are aggregated. `after spatial`: per
 * window, after summing the parts of all elements. `after spatial and temporal`: after summing the parts of all elements and
 * windows, so a ratio over a day is not a mean of ratios.
 */
export const strategies = ['before any aggregation', 'after spatial', 'after spatial and temporal'] as const;
export type Strategy = (typeof strategies)[number];

interface KpiBase {
  /** Stored in `measures.kpi`; a retired id is never reused. */
  readonly id: number;
  readonly unit: Unit;
  /** Default aggregation over time. */
  readonly aggregation: Aggregation;
  /** Default aggregation over elements; absent: that of its kind. */
  readonly over?: Over;
  readonly element: ElementKind;
  readonly en: string;
  readonly fr: string;
}

export interface ComputedKpi extends KpiBase {
  readonly kind: QuantityKind;
  readonly strategy: Strategy;
  /** Whether the value of a place, such as a site, is that of its WAN accesses (`schemas/inventory/wan-access.ts`). */
  readonly isOfAccesses?: boolean;
  /** In the formula language (`schemas/formula`). */
  readonly formulas: Readonly<Partial<Record<CounterScope, string>>>;
}

/** A view of the values of another KPI, not stored. */
export interface ViewKpi extends KpiBase {
  /** Key of the computed KPI. */
  readonly of: string;
  /** Whether it shows WAN accesses only. */
  readonly onlyAccesses?: boolean;
}

export type Kpi = ComputedKpi | ViewKpi;
