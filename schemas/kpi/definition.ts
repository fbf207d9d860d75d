import { counters } from '../counter/catalogue.ts';
import type { Counter, CounterKind } from '../counter/counter.ts';
import { properties, type FormulaNames } from '../formula/formula-names.ts';
import type { ElementKind } from '../element/kind.ts';
import type { EquipmentLevel } from '../polling/poller.ts';
import type { ComputedKpi } from './kpi.ts';
import type { CounterScope } from '../counter/scope.ts';

/** A counter of a defined poller. */
export interface DefinedCounter {
  readonly key: string;
  /** At least FIRST_DEFINED_COUNTER. */
  readonly id: number;
  readonly kind: CounterKind;
  readonly element: EquipmentLevel;
}

/** Facts that formulas need of a defined counter. */
export type NamedCounter = Pick<DefinedCounter, 'key' | 'kind'> & { readonly element: ElementKind };

/** A KPI defined by administrators. */
export interface DefinedKpi extends ComputedKpi {
  readonly key: string;
}

/** A formula that takes the place of that of a library KPI in one scope. */
export interface FormulaOverride {
  /** Key of the KPI. */
  readonly kpi: string;
  readonly scope: CounterScope;
  readonly formula: string;
}

/** KPIs, counters and formulas in addition to the product catalogue. */
export interface KpiDefinitions {
  /** Counters used by these formulas, by id. */
  readonly counters: readonly DefinedCounter[];
  /** By id. */
  readonly kpis: readonly DefinedKpi[];
  /** By KPI and scope. */
  readonly overrides: readonly FormulaOverride[];
}

export const noDefinitions: KpiDefinitions = { counters: [], kpis: [], overrides: [] };

/** Every counter by key: of the product, and defined ones, which are polled. */
export const countersWith = (defined: readonly DefinedCounter[]): Readonly<Record<string, Counter>> => ({
  ...Object.fromEntries(
    defined.map(({ key, id, kind, element }) => [
      key,
      { id, kind, element, scope: 'snmp' } satisfies Counter,
    ]),
  ),
  ...counters,
});

/** Returns the names available to a formula. */
export const namesWith = (defined: readonly NamedCounter[]): FormulaNames => ({
  counters: {
    ...Object.fromEntries(defined.map((counter) => [counter.key, { ...counter, scope: 'snmp' }])),
    ...counters,
  },
  properties,
});
