import type { Retention, Table } from '#schemas/table/table.ts';
import type { ClickHouse } from '../clickhouse/clickhouse.ts';
import { reachableServers } from '../clickhouse/reachable-servers.ts';

export interface Retentions {
  readonly tables: readonly Table[];
  /** Days by the retention of a table. */
  readonly days: Readonly<Record<Retention, number>>;
}

const TTL = /TTL toDateTime\((\w+)\) \+ toIntervalDay\((\d+)\)/;

/** Returns the days that ClickHouse keeps the rows of a table, from its definition, or undefined without a TTL. */
async function currentDays(clickhouse: ClickHouse, table: string): Promise<number | undefined> {
  const [row] = await clickhouse.query<{ definition: string }>(
    'SELECT create_table_query AS definition FROM system.tables WHERE database = currentDatabase() AND name = {table:String}',
    { table },
  );
  const days = TTL.exec(row?.definition ?? '')?.[2];
  return days === undefined ? undefined : Number(days);
}

async function applyOn(server: ClickHouse, { tables, days }: Retentions): Promise<readonly string[]> {
  const changed: string[] = [];
  for (const { name, keep } of tables) {
    if (keep?.as === undefined) continue;
    const desired = days[keep.as];
    if ((await currentDays(server, name)) === desired) continue;
    await server.command(
      `ALTER TABLE ${name} MODIFY TTL toDateTime(${keep.column}) + toIntervalDay(${String(desired)}) SETTINGS materialize_ttl_after_modify = 0`,
    );
    changed.push(name);
  }
  return changed;
}

/**
 * Applies the configured retentions and returns the names of the tables that changed. The next merges drop expired parts whole;
 * nothing is rewritten.
 */
export async function applyRetentions(
  clickhouse: ClickHouse,
  retentions: Retentions,
): Promise<readonly string[]> {
  const changed: string[] = [];
  for (const server of await reachableServers(clickhouse))
    changed.push(...(await applyOn(server, retentions)));
  return [...new Set(changed)];
}
