import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { isReplicated } from '#platform/migrations/replication.ts';
import { runMigrations } from '#platform/migrations/run.ts';
import type { Migration } from '#schemas/migrations/migrations.ts';
import { openClickHouseOnly, openPostgresOnly } from './stack.ts';

const first: readonly Migration[] = [
  {
    name: '0001-first',
    store: 'postgres',
    statements: ['CREATE TABLE note (id integer)', 'INSERT INTO note VALUES (1)'],
  },
  {
    name: '0001-first',
    store: 'clickhouse',
    statements: ['CREATE TABLE IF NOT EXISTS note (id UInt8) ENGINE = MergeTree ORDER BY id'],
  },
];
const second: Migration = {
  name: '0002-second',
  store: 'postgres',
  statements: ['ALTER TABLE note ADD text text'],
};

describe('migrations', async () => {
  const [columns, relations] = await Promise.all([openClickHouseOnly(), openPostgresOnly()]);
  const stores = { clickhouse: columns.clickhouse, postgres: relations.db };
  afterAll(() => Promise.all([columns.close(), relations.close()]));

  it('run once when several processes start together', async () => {
    const runs = await Promise.all(
      Array.from({ length: 4 }, () => runMigrations({ ...stores, list: first })),
    );
    expect(runs.flat().sort()).toEqual(['clickhouse 0001-first', 'postgres 0001-first']);
    expect((await sql`SELECT id FROM note`.execute(relations.db)).rows).toEqual([{ id: 1 }]);
  });

  it('run when they are new', async () => {
    expect(await runMigrations({ ...stores, list: [...first, second] })).toEqual(['postgres 0002-second']);
    expect(await runMigrations({ ...stores, list: [...first, second] })).toEqual([]);
  });

  it('fail when a recorded one was edited', async () => {
    const changed = [...first, second].map((migration) => ({
      ...migration,
      statements: [...migration.statements, 'SELECT 1'],
    }));
    await expect(runMigrations({ ...stores, list: changed })).rejects.toThrow(
      'migration 0001-first of postgres differs from the one that was run',
    );
  });

  it('fail on a database that has one which this release does not know', async () => {
    await expect(runMigrations({ ...stores, list: first })).rejects.toThrow(
      'a newer release of Telltale wrote this database (migration 0002-second)',
    );
  });

  it('create plain tables on a single server without macros, and refuse several of them', async () => {
    const server = columns.clickhouse;
    expect(await isReplicated([server], false)).toBe(false);
    await expect(isReplicated([server, server], true)).rejects.toThrow('lacks the macros shard and replica');
  });

  it('leave no trace in PostgreSQL when one fails', async () => {
    const failing: Migration = {
      name: '0003-third',
      store: 'postgres',
      statements: ['CREATE TABLE half (id integer)', 'SELECT nothing'],
    };
    await expect(runMigrations({ ...stores, list: [...first, second, failing] })).rejects.toThrow('nothing');
    expect((await sql`SELECT to_regclass('half') AS half`.execute(relations.db)).rows).toEqual([
      { half: null },
    ]);
    expect(await runMigrations({ ...stores, list: [...first, second] })).toEqual([]);
  });
});
