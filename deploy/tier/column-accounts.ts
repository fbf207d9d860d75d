import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { reachableServers } from '#platform/clickhouse/reachable-servers.ts';
import { rollupSteps } from '#schemas/table/stream/rollup-steps.ts';
import { columnRights } from '#schemas/tier/column-rights.ts';
import { storeAccountOf, tiers, type Tier } from '#schemas/tier/tier.ts';

interface ColumnAccounts {
  readonly database: string;
  /** Whether the processes choose among several replicas. */
  readonly hasReplicas: boolean;
  readonly passwordOf: (tier: Tier) => string;
}

/** Statements that create the account of a tier in a ClickHouse database, or update its rights and password. */
function statementsOf(tier: Tier, { database, hasReplicas, passwordOf }: ColumnAccounts): string[] {
  const rights = columnRights[tier];
  if (rights === undefined) return [];
  const account = storeAccountOf(tier);
  const password = passwordOf(tier);
  const on = (right: string, tables: readonly string[] = []): string[] =>
    tables.map((table) => `${right} ON \`${database}\`.\`${table}\``);
  const read = [...new Set([...(rights.read ?? []), ...(hasReplicas ? [rollupSteps.name] : [])])];
  const granted = [
    ...on('SELECT', read),
    ...on('INSERT', rights.add),
    // How far each replica is: of all tables, since a replica lacks one or has each.
    ...(hasReplicas ? [`SHOW TABLES, SYSTEM SYNC REPLICA ON \`${database}\`.*`] : []),
  ];
  return [
    `CREATE USER IF NOT EXISTS ${account} IDENTIFIED WITH sha256_password BY '${password}'`,
    `ALTER USER ${account} IDENTIFIED WITH sha256_password BY '${password}' DEFAULT DATABASE \`${database}\``,
    // In one statement, with which rights of a previous version end: a running process never lacks one that it needs.
    `GRANT ${granted.join(', ')} TO ${account} WITH REPLACE OPTION`,
  ];
}

/** Statements for every tier that uses ClickHouse. */
export const columnStatements = (accounts: ColumnAccounts): string[] =>
  tiers.flatMap((tier) => statementsOf(tier, accounts));

/** Creates the accounts of the tiers on each server of ClickHouse; the owner's account needs `access_management`. */
export async function makeColumnAccounts(
  clickhouse: ClickHouse,
  passwordOf: (tier: Tier) => string,
): Promise<void> {
  const [row] = await clickhouse.query<{ name: string }>('SELECT currentDatabase() AS name');
  const statements = columnStatements({
    database: row?.name ?? 'default',
    hasReplicas: clickhouse.replicas !== undefined,
    passwordOf,
  });
  for (const server of await reachableServers(clickhouse))
    for (const statement of statements) await server.command(statement);
}
