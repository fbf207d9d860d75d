import { describe, expect, it } from 'vitest';
import { migrations } from '#schemas/migrations/migrations.ts';
import { replicatedStatement } from './replicated-statement.ts';

const names = { database: 'telltale', migration: '0001-first' };
const UUID = /UUID '[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}'/;
const uuidOf = (statement: string): string | undefined => UUID.exec(statement)?.[0];

const SUMS = `CREATE TABLE IF NOT EXISTS sums (
  at DateTime('UTC'),
  bytes UInt64
)
ENGINE = SummingMergeTree((bytes))
ORDER BY (at)
SETTINGS non_replicated_deduplication_window = 10000, ttl_only_drop_parts = 1`;
const VIEW = 'CREATE MATERIALIZED VIEW IF NOT EXISTS sums_view TO sums AS SELECT at, bytes FROM flows';

describe('a statement of a migration on a replica', () => {
  it('creates a replicated table with a fixed UUID, whose blocks are remembered for a week', () => {
    expect(replicatedStatement(SUMS, names).replace(UUID, 'UUID'))
      .toBe(`CREATE TABLE IF NOT EXISTS sums UUID (
  at DateTime('UTC'),
  bytes UInt64
)
ENGINE = ReplicatedSummingMergeTree('/telltale/telltale/{shard}/sums', '{replica}', (bytes))
ORDER BY (at)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800, ttl_only_drop_parts = 1`);
  });

  it('creates a view with a fixed UUID: it is a part of the token of its blocks', () => {
    const made = replicatedStatement(VIEW, names);
    expect(made.replace(UUID, 'UUID')).toBe(VIEW.replace('sums_view', 'sums_view UUID'));
    expect(uuidOf(made)).toBe(uuidOf(replicatedStatement(VIEW, names)));
    expect(uuidOf(made)).not.toBe(uuidOf(replicatedStatement(SUMS, names)));
    expect(uuidOf(made)).not.toBe(uuidOf(replicatedStatement(VIEW, { ...names, database: 'other' })));
    expect(uuidOf(made)).not.toBe(uuidOf(replicatedStatement(VIEW, { ...names, migration: '0002-again' })));
  });

  it('of this release leaves no table of the MergeTree family plain, and others as they are', () => {
    const statements = migrations
      .filter(({ store }) => store === 'clickhouse')
      .flatMap((one) => one.statements);
    for (const statement of statements) {
      const made = replicatedStatement(statement, names);
      expect(made).not.toMatch(/^ENGINE = (?!Replicated)\w*MergeTree/m);
      expect(made).not.toContain('non_replicated');
      if (statement.includes('ENGINE = Join')) expect(made).toBe(statement);
      else expect(uuidOf(made)).toBeDefined();
    }
  });
});
