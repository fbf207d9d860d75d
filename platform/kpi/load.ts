import type { DefinedCounter, DefinedKpi, FormulaOverride, KpiDefinitions } from '#schemas/kpi/definition.ts';
import { countersNamed } from '#schemas/kpi/formulas.ts';
import type { kpiDefinition } from '#schemas/table/kpi.ts';
import type { Row } from '#schemas/table/relation.ts';
import { watchConfig, type LiveConfigNeeds, type Reloadable } from '../live-config/watch-config.ts';
import { stampedReading } from '../live-config/stamped-reading.ts';
import type { Db } from '../postgres/postgres.ts';

/** Converts a stored definition. */
export const definedKpi = (row: Row<typeof kpiDefinition>): DefinedKpi => ({
  key: row.key,
  id: row.id,
  unit: row.unit,
  kind: row.kind,
  aggregation: row.aggregation,
  ...(row.over !== null && { over: row.over }),
  strategy: row.strategy,
  element: row.element,
  en: row.name_en,
  fr: row.name_fr,
  formulas: row.formulas,
});

/** Loads custom counters by number. */
export async function loadCounters(db: Db): Promise<readonly DefinedCounter[]> {
  return db.selectFrom('polled_counter').select(['id', 'key', 'kind', 'element']).orderBy('id').execute();
}

/** Loads the formulas that take the place of those of the library. */
export async function loadOverrides(db: Db): Promise<readonly FormulaOverride[]> {
  const rows = await db
    .selectFrom('kpi_override')
    .select(['kpi', 'scope', 'formula'])
    .orderBy('kpi')
    .orderBy('scope')
    .execute();
  return rows.flatMap(({ formula, ...place }) => (formula === null ? [] : [{ ...place, formula }]));
}

/** Loads custom KPIs and overridden formulas, with the counters that they use. */
export async function loadDefinitions(db: Db): Promise<KpiDefinitions> {
  const rows = await db.selectFrom('kpi_definition').selectAll().orderBy('id').execute();
  const kpis = rows.map(definedKpi);
  const overrides = await loadOverrides(db);
  const formulas = overrides.map(({ formula }) => ({ formulas: { snmp: formula } }));
  const named = new Set([...kpis, ...formulas].flatMap(countersNamed));
  const counters = await loadCounters(db);
  return { kpis, counters: counters.filter(({ key }) => named.has(key)), overrides };
}

/** The live custom KPIs and overridden formulas. */
export const watchDefinitions = (
  needs: LiveConfigNeeds & { readonly db: Db },
): Promise<Reloadable<KpiDefinitions>> =>
  watchConfig(needs, {
    entity: 'kpi',
    ...stampedReading(needs.db, loadDefinitions),
    same: (one, other) => JSON.stringify(one) === JSON.stringify(other),
  });
