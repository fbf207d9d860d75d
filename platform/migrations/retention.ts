import type { Retention, Table } from '#schemas/table/table.ts';
import type { ClickHouse } from '../clickhouse/clickhouse.ts';

export interface Retentions {
  readonly tables: readonly Table[];
  /** Days by the retention of a table. */
  readonly days: Readonly<Record<Retention, number>>;
}

const KEPT = /TTL toDateTime\((\w+)\) \+ toIntervalDay\((\d+)\)/;

/** Days that the store keeps the rows of a table, by its own definition; undefined where it keeps them for good. */
async function daysNow(clickhouse: ClickHouse, table: string): Promise<number | undefined> {
  const [row] = await clickhouse.query<{ definition: string }>(
    'SELECT create_table_query AS definition FROM system.tables WHERE database = currentDatabase() AND name = {table:String}',
    { table },
  );
  const days = KEPT.exec(row?.definition ?? '')?.[2];
  return days === undefined ? undefined : Number(days);
}

/**
 * Brings the tables to the retentions that are set; answers the names of those that changed. Rows that are too old go with
 * the next merges: a part is dropped whole, and nothing is rewritten.
 */
export async function applyRetentions(
  clickhouse: ClickHouse,
  { tables, days }: Retentions,
): Promise<readonly string[]> {
  const changed: string[] = [];
  for (const { name, keep } of tables) {
    if (keep === undefined) continue;
    const wanted = days[keep.as];
    if ((await daysNow(clickhouse, name)) === wanted) continue;
    await clickhouse.command(
      `ALTER TABLE ${name} MODIFY TTL toDateTime(${keep.column}) + toIntervalDay(${String(wanted)}) SETTINGS materialize_ttl_after_modify = 0`,
    );
    changed.push(name);
  }
  return changed;
}
