import type { DefinedCounter, DefinedKpi, KpiDefinitions } from '#schemas/kpi/definition.ts';
import { countersNamed } from '#schemas/kpi/formulas.ts';
import type { kpiDefinition } from '#schemas/table/kpi.ts';
import type { Row } from '#schemas/table/relation.ts';
import { watchConfig } from '../live-config/watch-config.ts';
import type { LiveValue, LiveConfigNeeds } from '../live-config/watch-config.ts';
import { stampedReading } from '../live-config/stamped-reading.ts';
import type { Db } from '../postgres/postgres.ts';

/** Converts a stored definition. */
export const definedKpi = (row: Row<typeof kpiDefinition>): DefinedKpi => ({
  key: row.key,
  id: row.id,
  unit: row.unit,
  aggregation: row.aggregation,
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

/** Loads custom KPIs with the counters of their formulas. */
export async function loadDefinitions(db: Db): Promise<KpiDefinitions> {
  const rows = await db.selectFrom('kpi_definition').selectAll().orderBy('id').execute();
  const kpis = rows.map(definedKpi);
  const named = new Set(kpis.flatMap(countersNamed));
  const counters = await loadCounters(db);
  return { kpis, counters: counters.filter(({ key }) => named.has(key)) };
}

/** The live custom KPIs. */
export const watchDefinitions = (
  needs: LiveConfigNeeds & { readonly db: Db },
): Promise<LiveValue<KpiDefinitions>> =>
  watchConfig(needs, {
    entity: 'kpi',
    ...stampedReading(needs.db, loadDefinitions),
    same: (one, other) => JSON.stringify(one) === JSON.stringify(other),
  });
