import { counters } from '../counter/catalogue.ts';
import type { Counter, CounterKind } from '../counter/counter.ts';
import { properties } from '../formula/formula-names.ts';
import type { FormulaNames } from '../formula/formula-names.ts';
import type { ElementKind } from '../element/kind.ts';
import type { EquipmentLevel } from '../polling/poller.ts';
import type { ComputedKpi } from './kpi.ts';

/** A counter that administrators defined with a poller. */
export interface DefinedCounter {
  readonly key: string;
  /** From FIRST_DEFINED_COUNTER up. */
  readonly id: number;
  readonly kind: CounterKind;
  readonly element: EquipmentLevel;
}

/** What a formula needs to know of such a counter. */
export type NamedCounter = Pick<DefinedCounter, 'key' | 'kind'> & { readonly element: ElementKind };

/** A KPI that administrators defined. */
export interface DefinedKpi extends ComputedKpi {
  readonly key: string;
}

/** What the catalogue of the product does not have. */
export interface KpiDefinitions {
  /** Those that a formula of `kpis` names, by number. */
  readonly counters: readonly DefinedCounter[];
  /** By number. */
  readonly kpis: readonly DefinedKpi[];
}

export const noDefinitions: KpiDefinitions = { counters: [], kpis: [] };

/** Every counter by its key: those of the product, and defined ones, which are polled. */
export const countersWith = (defined: readonly DefinedCounter[]): Readonly<Record<string, Counter>> => ({
  ...Object.fromEntries(
    defined.map(({ key, id, kind, element }) => [
      key,
      { id, kind, element, scope: 'snmp' } satisfies Counter,
    ]),
  ),
  ...counters,
});

/** What a formula may name. */
export const namesWith = (defined: readonly NamedCounter[]): FormulaNames => ({
  counters: {
    ...Object.fromEntries(defined.map((counter) => [counter.key, { ...counter, scope: 'snmp' }])),
    ...counters,
  },
  properties,
});
