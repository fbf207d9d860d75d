import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { columnRights } from '#schemas/tier/column-rights.ts';
import { storeAccountOf, tiers, type Tier } from '#schemas/tier/tier.ts';

/** Statements that create the account of a tier in a ClickHouse database, or update its rights and password. */
function statementsOf(
  tier: Tier,
  { database, password }: { readonly database: string; readonly password: string },
): string[] {
  const rights = columnRights[tier];
  if (rights === undefined) return [];
  const account = storeAccountOf(tier);
  const on = (right: string, tables: readonly string[] = []): string[] =>
    tables.map((table) => `GRANT ${right} ON \`${database}\`.\`${table}\` TO ${account}`);
  return [
    `CREATE USER IF NOT EXISTS ${account} IDENTIFIED WITH sha256_password BY '${password}'`,
    `ALTER USER ${account} IDENTIFIED WITH sha256_password BY '${password}' DEFAULT DATABASE \`${database}\``,
    // Rights of a previous version are removed first.
    `REVOKE ALL ON *.* FROM ${account}`,
    ...on('SELECT', rights.read),
    ...on('INSERT', rights.add),
  ];
}

/** Statements for every tier that uses ClickHouse. */
export const columnStatements = (database: string, passwordOf: (tier: Tier) => string): string[] =>
  tiers.flatMap((tier) => statementsOf(tier, { database, password: passwordOf(tier) }));

/** Creates the accounts of the tiers in ClickHouse; the owner's account needs `access_management`. */
export async function makeColumnAccounts(
  clickhouse: ClickHouse,
  passwordOf: (tier: Tier) => string,
): Promise<void> {
  const [row] = await clickhouse.query<{ name: string }>('SELECT currentDatabase() AS name');
  for (const statement of columnStatements(row?.name ?? 'default', passwordOf))
    await clickhouse.command(statement);
}
