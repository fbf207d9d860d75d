import type { ClickHouse } from '../clickhouse/clickhouse.ts';

/** The servers of ClickHouse cannot be used together as they are configured. */
export class ReplicationRefusedError extends Error {
  override readonly name = 'ReplicationRefusedError';
}

interface Macros {
  readonly shard: string | undefined;
  readonly replica: string | undefined;
}

async function macrosOf(server: ClickHouse): Promise<Macros> {
  const rows = await server.query<{ macro: string; substitution: string }>(
    `SELECT macro, substitution FROM system.macros WHERE macro IN ('shard', 'replica')`,
  );
  const byName = new Map(rows.map(({ macro, substitution }) => [macro, substitution]));
  return { shard: byName.get('shard'), replica: byName.get('replica') };
}

/** A table of an earlier release, or of a start before the server had macros. */
async function plainTable(server: ClickHouse): Promise<string | undefined> {
  const [row] = await server.query<{ name: string }>(
    `SELECT name FROM system.tables WHERE database = currentDatabase() AND name != 'migration'
      AND match(engine, '^(Summing|Aggregating|Replacing)?MergeTree$') LIMIT 1`,
  );
  return row?.name;
}

/** Many configurations have macros without a Keeper. A server that has one has this table. */
async function hasKeeper(server: ClickHouse | undefined): Promise<boolean> {
  const rows = await server?.query(
    `SELECT 1 FROM system.tables WHERE database = 'system' AND name = 'zookeeper'`,
  );
  return rows !== undefined && rows.length > 0;
}

/**
 * Whether the tables are replicated: where the servers have the macros `shard` and `replica`, unless a single server has plain tables already.
 * Throws a ReplicationRefusedError when several servers would not replicate to each other: each would have a part of the rows.
 */
export async function isReplicated(servers: readonly ClickHouse[], isSeveral: boolean): Promise<boolean> {
  const macros = await Promise.all(servers.map(macrosOf));
  const hasMacros = macros.every(({ shard, replica }) => shard !== undefined && replica !== undefined);
  const plain = await Promise.all(servers.map(plainTable));
  if (!isSeveral) return hasMacros && plain[0] === undefined && (await hasKeeper(servers[0]));
  if (!hasMacros)
    throw new ReplicationRefusedError(
      'one of the servers lacks the macros shard and replica, without which they would not replicate to each other',
    );
  if (new Set(macros.map(({ replica }) => replica)).size < macros.length)
    throw new ReplicationRefusedError('two servers have the same macro replica');
  if (new Set(macros.map(({ shard }) => shard)).size > 1)
    throw new ReplicationRefusedError(
      'the servers have different macros shard, but they are replicas of one',
    );
  const named = plain.find((name) => name !== undefined);
  if (named !== undefined)
    throw new ReplicationRefusedError(
      `the table ${named} is not replicated: the server was used alone before, use an empty database`,
    );
  return true;
}
