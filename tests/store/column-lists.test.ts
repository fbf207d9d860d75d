import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { clickhouseTables } from '#schemas/table/clickhouse.ts';
import { runMigrations } from '#platform/migrations/run.ts';
import { migrations } from '#schemas/migrations/migrations.ts';
import { createRelation } from '#schemas/table/relation.ts';
import { postgresTables } from '#schemas/table/postgres.ts';
import { createStatements } from '#schemas/table/table.ts';
import { openClickHouseOnly, openStack, type Stack } from './stack.ts';
import { savePattern, createFromPattern } from './table-pattern.ts';

let migrated: Stack;
let listed: Stack;

beforeAll(async () => {
  migrated = await openStack({ migrate: false });
  await runMigrations({ postgres: migrated.db, clickhouse: migrated.clickhouse, list: migrations });
  listed = await openStack({ migrate: false });
  for (const table of clickhouseTables)
    for (const statement of createStatements(table)) await listed.clickhouse.command(statement);
  for (const table of postgresTables)
    for (const statement of createRelation(table)) await sql.raw(statement).execute(listed.db);
});
afterAll(async () => {
  await migrated.close();
  await listed.close();
});

const clickhouseColumns = ({ clickhouse }: Stack) =>
  clickhouse.query(
    `SELECT table, name, type, compression_codec FROM system.columns
     WHERE database = currentDatabase() AND table NOT LIKE '%migration%' ORDER BY table, position`,
  );

const postgresColumns = async ({ db }: Stack) =>
  (
    await sql`SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns
      WHERE table_schema = current_schema() AND table_name NOT LIKE '%migration%' ORDER BY table_name, ordinal_position`.execute(
      db,
    )
  ).rows;

/** Definitions without names: a migration may name a constraint differently from the column list. */
const postgresRules = async ({ db }: Stack) =>
  (
    await sql`SELECT conrelid::regclass::text AS table_name, pg_get_constraintdef(oid) AS rule FROM pg_constraint
      WHERE connamespace = current_schema()::regnamespace AND conrelid::regclass::text NOT LIKE '%migration%'
      UNION ALL SELECT tablename, replace(indexdef, current_schema() || '.', '') FROM pg_indexes
      WHERE schemaname = current_schema() AND tablename NOT LIKE '%migration%' ORDER BY 1, 2`.execute(db)
  ).rows;

// A column list that was changed without a migration would work on a fresh machine only.
describe('an empty store after every migration', () => {
  it('has the columns of the ClickHouse column lists', async () => {
    expect(await clickhouseColumns(migrated)).toEqual(await clickhouseColumns(listed));
  });

  it('has the columns of the PostgreSQL column lists', async () => {
    const columns = await postgresColumns(migrated);
    expect(columns.length).toBeGreaterThan(50);
    expect(columns).toEqual(await postgresColumns(listed));
  });

  it('has the constraints and indexes of the PostgreSQL column lists', async () => {
    const rules = await postgresRules(migrated);
    expect(rules.length).toBeGreaterThan(100);
    expect(rules).toEqual(await postgresRules(listed));
  });

  it('has the tables that the other test files create from their pattern', async () => {
    const made = await openClickHouseOnly();
    const folder = mkdtempSync(join(tmpdir(), 'telltale-pattern-'));
    await savePattern(migrated.clickhouse, folder);
    await createFromPattern(made.clickhouse, made.name, folder);
    const tablesOf = (clickhouse: Stack['clickhouse']) =>
      clickhouse.query<{ name: string; sql: string }>(
        `SELECT name, replaceAll(create_table_query, currentDatabase() || '.', '') AS sql
         FROM system.tables WHERE database = currentDatabase() ORDER BY name`,
      );
    const tables = await tablesOf(made.clickhouse);
    expect(tables.length).toBeGreaterThan(20);
    expect(tables).toEqual(await tablesOf(migrated.clickhouse));
    rmSync(folder, { recursive: true });
    await made.close();
  });
});
