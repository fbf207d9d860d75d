import type { ElementKind } from '../element/kind.ts';
import type { Unit } from '../unit/unit.ts';

/** Where the counters of a formula come from. A KPI has one formula for each that knows it. */
export const scopes = ['snmp', 'vmanage', 'nuage', 'fortinet', 'flow', 'ipsla'] as const;
export type CounterScope = (typeof scopes)[number];

export const scopeLabels = {
  snmp: { en: 'SNMP', fr: 'SNMP' },
  vmanage: { en: 'Cisco vManage', fr: 'Cisco vManage' },
  nuage: { en: 'Nokia Nuage', fr: 'Nokia Nuage' },
  fortinet: { en: 'Fortinet', fr: 'Fortinet' },
  flow: { en: 'Flows', fr: 'Flux' },
  ipsla: { en: 'IP SLA probes', fr: 'Sondes IP SLA' },
} as const satisfies Record<CounterScope, { en: string; fr: string }>;

/** How values of a KPI are put together when nothing else is asked for. */
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
 * When the formula is computed. `before any aggregation`: for each element and window, then the values are put together.
 * `after spatial`: the parts of all elements first, for each window. `after spatial and temporal`: the parts of all
 * elements and windows; so a ratio over a day is what happened of what could have, not a mean of ratios.
 */
export const strategies = ['before any aggregation', 'after spatial', 'after spatial and temporal'] as const;
export type Strategy = (typeof strategies)[number];

interface KpiBase {
  /** Stands in `measures.kpi`; a retired number is never used again. */
  readonly id: number;
  readonly unit: Unit;
  readonly aggregation: Aggregation;
  readonly element: ElementKind;
  readonly en: string;
  readonly fr: string;
}

export interface ComputedKpi extends KpiBase {
  readonly strategy: Strategy;
  /** In the language of `schemas/formula`. */
  readonly formulas: Readonly<Partial<Record<CounterScope, string>>>;
}

/** Another view of the values of a KPI: nothing is stored for it. */
export interface ViewKpi extends KpiBase {
  /** Key of a computed KPI. */
  readonly of: string;
}

export type Kpi = ComputedKpi | ViewKpi;
