import type { Kysely } from 'kysely';
import { definedFacts, directoryWith, type KpiDirectory } from '#schemas/kpi/directory.ts';
import type { Database } from '#schemas/table/postgres.ts';
import { definedKpi } from './load.ts';

/** Reads all current KPIs: built-in and custom. */
export async function readDirectory(db: Kysely<Database>): Promise<KpiDirectory> {
  const rows = await db.selectFrom('kpi_definition').selectAll().orderBy('id').execute();
  return directoryWith(rows.map((row) => definedFacts(definedKpi(row))));
}
