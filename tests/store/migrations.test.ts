import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { runMigrations } from '#platform/migrations/run.ts';
import { migrations } from '#schemas/table/migrations.ts';
import type { Migration } from '#schemas/table/migrations.ts';
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

  it('run once, although several processes start at the same time', async () => {
    const runs = await Promise.all(
      Array.from({ length: 4 }, () => runMigrations({ ...stores, list: first })),
    );
    expect(runs.flat().sort()).toEqual(['clickhouse 0001-first', 'postgres 0001-first']);
    expect((await sql`SELECT id FROM note`.execute(relations.db)).rows).toEqual([{ id: 1 }]);
  });

  it('add what is not there yet', async () => {
    expect(await runMigrations({ ...stores, list: [...first, second] })).toEqual(['postgres 0002-second']);
    expect(await runMigrations({ ...stores, list: [...first, second] })).toEqual([]);
  });

  it('stop when one that was run has been changed', async () => {
    const changed = first.map((migration) => ({
      ...migration,
      statements: [...migration.statements, 'SELECT 1'],
    }));
    await expect(runMigrations({ ...stores, list: changed })).rejects.toThrow(
      'migration 0001-first of postgres differs from the one that was run',
    );
  });

  it('leave nothing of one that fails in PostgreSQL', async () => {
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

  it('keep ids of cockpits, applications and clusters of before sharing, and concern whom these concerned', async () => {
    const store = await openPostgresOnly();
    const before = migrations.filter(({ name }) => name < '0021');
    const own = { postgres: store.db, clickhouse: columns.clickhouse };
    const ofPostgres = (list: readonly Migration[]) => list.filter(({ store: of }) => of === 'postgres');
    await runMigrations({ ...own, list: ofPostgres(before) });
    await sql`INSERT INTO customer (client_id, name, profile_id) SELECT 'acme', 'Acme', id FROM customer_profile`.execute(
      store.db,
    );
    await sql`INSERT INTO cockpit (id, name, description, version) OVERRIDING SYSTEM VALUE VALUES (7, 'WAN', 'Lines', 3)`.execute(
      store.db,
    );
    await sql`INSERT INTO custom_application (customer_id, name, sort_order, attributes, activated, status_comment)
      VALUES (NULL, 'Mail', 1, '{}', false, 'Gone'), (1, 'Mail', 1, '{}', true, '')`.execute(store.db);
    await sql`INSERT INTO network_element (id, customer_id, kind, name) OVERRIDING SYSTEM VALUE
      VALUES (21, 1, 'area', 'North'), (22, 1, 'cluster', 'North')`.execute(store.db);
    await sql`INSERT INTO cluster (id, version) VALUES (21, 4), (22, 1)`.execute(store.db);
    await runMigrations({ ...own, list: ofPostgres(migrations) });
    const { db } = store;
    const rows = await db
      .selectFrom('resource')
      .select(['id', 'kind', 'customer_id', 'name', 'description', 'visibility'])
      .select(['shared_with_all', 'active', 'status_comment', 'version'])
      .orderBy('id')
      .execute();
    expect(rows).toMatchObject([
      { id: 7, kind: 'cockpit', customer_id: null, description: 'Lines', shared_with_all: true, version: 3 },
      { id: 8, kind: 'application', customer_id: null, visibility: 'multi-client', status_comment: 'Gone' },
      { id: 9, kind: 'application', customer_id: 1, visibility: 'public', shared_with_all: false },
      { kind: 'cluster', customer_id: 1, name: 'North', visibility: 'public', version: 4 },
      { kind: 'cluster', customer_id: 1, name: 'North #22', visibility: 'public', version: 1 },
    ]);
    expect(rows.map(({ active }) => active)).toEqual([true, false, true, true, true]);
    expect(
      await db
        .selectFrom('cluster')
        .innerJoin('resource', 'resource.id', 'resource_id')
        .select(['cluster.id', 'name'])
        .orderBy('cluster.id')
        .execute(),
    ).toEqual([
      { id: 21, name: 'North' },
      { id: 22, name: 'North #22' },
    ]);
    const applications = await db
      .selectFrom('custom_application')
      .select(['id', 'resource_id'])
      .orderBy('id')
      .execute();
    expect(applications).toEqual([
      { id: 1, resource_id: 8 },
      { id: 2, resource_id: 9 },
    ]);
    await store.close();
  });
});
