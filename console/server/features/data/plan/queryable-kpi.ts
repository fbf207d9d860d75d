import { definedKpi } from '#platform/kpi/load.ts';
import type { Parts } from '#schemas/formula/parts.ts';
import type { DefinedCounter, KpiDefinitions } from '#schemas/kpi/definition.ts';
import { definedFormula, formulaOf } from '#schemas/kpi/formulas.ts';
import { overOf } from '#schemas/kpi/algebra/kind-rules.ts';
import type { Over } from '#schemas/kpi/algebra/quantity.ts';
import type { Aggregation, ComputedKpi, Kpi } from '#schemas/kpi/kpi.ts';
import { scopes, type CounterScope } from '#schemas/counter/scope.ts';
import { computedOf, isLibraryKey, kpis as library, type KpiKey } from '#schemas/kpi/library.ts';
import type { KpiDescription } from '#schemas/kpi/description.ts';
import type { Unit } from '#schemas/unit/unit.ts';
import { effectiveFormulas } from '#server/shared/kpi/effective-formulas.ts';

type StoredKpi = Parameters<typeof definedKpi>[0];

/** The KPIs that are defined, with the formulas that take the place of those of the library. */
export interface KpiSource {
  readonly definitions: KpiDefinitions;
  readonly find: (key: string) => Promise<StoredKpi | undefined>;
  readonly listUsableCounters: () => Promise<readonly DefinedCounter[]>;
}

/** A KPI as queries need it, from the library or defined. */
export interface QueryableKpi {
  readonly key: string;
  readonly unit: Unit;
  /** Used when a query names no aggregation. */
  readonly aggregation: Aggregation;
  /** Used when a query names no aggregation over elements. */
  readonly over: Over;
  /** Whether it shows WAN accesses only. */
  readonly onlyAccesses: boolean;
  /** The KPI whose measures are read: itself, or the one it is a view of. */
  readonly computed: ComputedKpi;
  readonly formula: (scope: CounterScope) => Parts | undefined;
  /** The formulas in force. */
  readonly formulas: KpiDescription['formulas'];
}

function fromLibrary(key: KpiKey, definitions: KpiDefinitions): QueryableKpi {
  const computedKey = computedOf(key);
  const computed: Kpi = library[computedKey];
  if ('of' in computed) throw new Error(`${key} shows ${computed.of}, which shows another one`);
  const { unit, aggregation, ...kpi }: Kpi = library[key];
  const over = kpi.over ?? overOf(computed);
  const onlyAccesses = 'of' in kpi && kpi.onlyAccesses === true;
  return {
    key,
    unit,
    aggregation,
    over,
    onlyAccesses,
    computed,
    formula: (scope) => formulaOf(computedKey, scope, definitions),
    formulas: effectiveFormulas(computedKey, computed, definitions.overrides),
  };
}

function fromDefinition(row: StoredKpi, counters: readonly DefinedCounter[]): QueryableKpi {
  const computed = definedKpi(row);
  const { key, unit, aggregation } = computed;
  return {
    key,
    unit,
    aggregation,
    over: overOf(computed),
    onlyAccesses: false,
    computed,
    formula: (scope) => definedFormula(computed, scope, counters),
    formulas: effectiveFormulas(key, computed, []),
  };
}

/** Undefined when there is no such KPI. */
export async function findQueryableKpi(kpis: KpiSource, key: string): Promise<QueryableKpi | undefined> {
  if (isLibraryKey(key)) return fromLibrary(key, kpis.definitions);
  const row = await kpis.find(key);
  return row && fromDefinition(row, await kpis.listUsableCounters());
}

/** The scale of the unit, which all scopes of a KPI share. */
export const scaleOf = ({ formula }: QueryableKpi): number =>
  scopes.map(formula).find((parts) => parts !== undefined)?.scale ?? 1;
