import { sql, type Transaction } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';
import { sqlStateOf } from '#platform/postgres/sql-state.ts';
import { postgresTables, type Database } from '#schemas/table/postgres.ts';
import { relationRights, serverKeeps, type RelationRights } from '#schemas/tier/relation-rights.ts';
import { storeAccountOf, tiers, type Tier } from '#schemas/tier/tier.ts';

type Tx = Transaction<Database>;

/** The owner's account may not create the others. */
export class AccountsRefusedError extends Error {
  override readonly name = 'AccountsRefusedError';
}

const every = postgresTables.map(({ name }) => name);
const changed = every.filter((name) => !serverKeeps.some((retained) => retained === name));
const ofServer: RelationRights = {
  read: every,
  add: every,
  remove: changed,
  change: Object.fromEntries(changed.map((name) => [name, 'every'])),
};
const rightsOf = (tier: Tier): RelationRights => (tier === 'server' ? ofServer : relationRights[tier]);

async function makeRole(tx: Tx, role: string, password: string): Promise<void> {
  const { rows } = await sql`SELECT FROM pg_roles WHERE rolname = ${role}`.execute(tx);
  const verb = rows.length === 0 ? sql`CREATE` : sql`ALTER`;
  // The password consists of HMAC's hex digits and cannot end the literal. This statement takes no parameters.
  await sql`${verb} ROLE ${sql.id(role)} LOGIN NOCREATEDB NOCREATEROLE PASSWORD ${sql.lit(password)}`.execute(
    tx,
  );
}

async function grant(tx: Tx, role: string, rights: RelationRights): Promise<void> {
  const to = sql.id(role);
  const tables = (names: readonly string[]) => sql.join(names.map((name) => sql.id(name)));
  const give = async (right: string, names: readonly string[] = []): Promise<void> => {
    if (names.length > 0) await sql`GRANT ${sql.raw(right)} ON ${tables(names)} TO ${to}`.execute(tx);
  };
  await give('SELECT', rights.read);
  await give('INSERT', rights.add);
  await give('DELETE', rights.remove);
  for (const [name, columns] of Object.entries(rights.change ?? {})) {
    const which = columns === 'every' ? sql`` : sql` (${tables(columns)})`;
    await sql`GRANT UPDATE${which} ON ${sql.id(name)} TO ${to}`.execute(tx);
  }
}

async function makeAccount(
  tx: Tx,
  tier: Tier,
  given: { readonly password: string; readonly schema: string },
) {
  const role = storeAccountOf(tier);
  const schema = sql.id(given.schema);
  await makeRole(tx, role, given.password);
  // Rights of a previous version are removed first: the account then has exactly these rights.
  await sql`REVOKE ALL ON ALL TABLES IN SCHEMA ${schema} FROM ${sql.id(role)}`.execute(tx);
  await sql`REVOKE ALL ON SCHEMA ${schema} FROM ${sql.id(role)}`.execute(tx);
  const rights = rightsOf(tier);
  if (rights.read.length === 0) return;
  await sql`GRANT USAGE ON SCHEMA ${schema} TO ${sql.id(role)}`.execute(tx);
  await grant(tx, role, rights);
}

/**
 * Creates the accounts of the tiers in PostgreSQL, or updates their rights and passwords, in one transaction. Throws an
 * AccountsRefusedError when the account of `db` lacks the right.
 */
export async function makeRelationAccounts(db: Db, passwordOf: (tier: Tier) => string): Promise<void> {
  try {
    await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ name: string }>`SELECT current_schema() AS name`.execute(tx);
      const schema = rows[0]?.name ?? 'public';
      // Up to version 14 every account may create tables in the first schema.
      await sql`REVOKE CREATE ON SCHEMA ${sql.id(schema)} FROM PUBLIC`.execute(tx);
      for (const tier of tiers) await makeAccount(tx, tier, { password: passwordOf(tier), schema });
    });
  } catch (error) {
    if (sqlStateOf(error) !== '42501') throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new AccountsRefusedError(
      `DATABASE_URL: its account cannot create those of the tiers: it needs CREATEROLE and must own the tables (${why})`,
      { cause: error },
    );
  }
}
