import { definedKpi } from '#platform/kpi/load.ts';
import type { Parts } from '#schemas/formula/parts.ts';
import type { DefinedCounter } from '#schemas/kpi/definition.ts';
import { definedFormula, formulaOf } from '#schemas/kpi/formulas.ts';
import { scopes } from '#schemas/kpi/kpi.ts';
import type { Aggregation, ComputedKpi, Kpi, Scope } from '#schemas/kpi/kpi.ts';
import { computedOf, isLibraryKey, kpis } from '#schemas/kpi/library.ts';
import type { KpiKey } from '#schemas/kpi/library.ts';
import type { Unit } from '#schemas/unit/unit.ts';
import { usableCounters } from './kpi-repository.ts';
import type { KpiRepository, KpiRow } from './kpi-repository.ts';
import type { Db } from '#platform/postgres/postgres.ts';

/** What queries need of a KPI, whoever defined it. */
export interface KnownKpi {
  readonly key: string;
  readonly unit: Unit;
  /** What is asked for when nothing else is. */
  readonly aggregation: Aggregation;
  /** The KPI whose measures are read: itself, or the one that it is another view of. */
  readonly computed: ComputedKpi;
  readonly formula: (scope: Scope) => Parts | undefined;
}

function ofLibrary(key: KpiKey): KnownKpi {
  const of = computedOf(key);
  const computed: Kpi = kpis[of];
  if ('of' in computed) throw new Error(`${key} shows ${computed.of}, which shows another one`);
  const { unit, aggregation } = kpis[key];
  return { key, unit, aggregation, computed, formula: (scope) => formulaOf(of, scope) };
}

function ofDefinition(row: KpiRow, counters: readonly DefinedCounter[]): KnownKpi {
  const computed = definedKpi(row);
  const { key, unit, aggregation } = computed;
  return { key, unit, aggregation, computed, formula: (scope) => definedFormula(computed, scope, counters) };
}

/** The KPI of a key; undefined when there is none. */
export async function knownKpi(
  { kpis: stored, db }: { readonly kpis: KpiRepository; readonly db: Db },
  key: string,
): Promise<KnownKpi | undefined> {
  if (isLibraryKey(key)) return ofLibrary(key);
  const row = await stored.find(key);
  return row && ofDefinition(row, await usableCounters(db));
}

/** Every scope of a KPI has the same scale: that of its unit. */
export const scaleOf = ({ formula }: KnownKpi): number =>
  scopes.map(formula).find((parts) => parts !== undefined)?.scale ?? 1;
