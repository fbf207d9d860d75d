import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import { openPostgres, type Db } from '#platform/postgres/postgres.ts';
import { startDebianPostgres, type DebianPostgres } from '#tests/debian-postgres.ts';
import { clickhouseTables } from '#schemas/table/clickhouse.ts';
import { until } from '#tests/fixtures/eventually.ts';
import { columnMigrations, startClickHousePair } from './clickhouse-pair.ts';
import { exactly, ReplicatedWriting } from './replicated-writing.ts';

/** Kills of either replica during inserts. */
const KILLS = Number(process.env['CLICKHOUSE_KILLS'] ?? '4');
/** How long Keeper is away, and how long a replica is behind. */
const AWAY_MS = Number(process.env['CLICKHOUSE_AWAY_SECONDS'] ?? '15') * 1_000;
const LIMIT_MS = 3_600_000;
const RETURN_MS = 300_000;

let pair: Awaited<ReturnType<typeof startClickHousePair>>;
let postgres: DebianPostgres;
let db: Db;
beforeAll(async () => {
  [pair, postgres] = await Promise.all([startClickHousePair(), startDebianPostgres()]);
  db = openPostgres(postgres.url, { connections: 1 });
}, LIMIT_MS);
afterAll(async () => {
  await db.destroy();
  postgres.stop();
  await pair.stop();
}, LIMIT_MS);

describe('two replicas of ClickHouse', () => {
  it(
    'have every table, replicated and with equal identities; one that was away catches up at its return',
    async () => {
      const names = columnMigrations.map(({ name }) => `clickhouse ${name}`);
      const stores = await pair.openDatabase('away', db);
      await pair.kill(1);
      expect(await stores.migrate()).toEqual(names);
      // In memory, by one replica alone.
      await pair
        .only(0, 'away')
        .command('INSERT INTO rollup_steps (customer, parts, since) VALUES (7, 2, 3600)');
      pair.start(1);
      await pair.untilResponds(1);
      expect(await stores.migrate()).toEqual(names);
      expect(await stores.migrate()).toEqual([]);
      const tablesOf = (at: number) =>
        pair.only(at, 'away').query(
          `SELECT name, engine, toString(uuid) AS uuid, as_select FROM system.tables
            WHERE database = 'away' AND name NOT IN ('migration', 'rollup_steps') ORDER BY name`,
        );
      const tables = await tablesOf(0);
      expect(tables.length).toBeGreaterThan(clickhouseTables.length);
      expect(tables).toEqual(await tablesOf(1));
      const steps = await pair.only(1, 'away').query('SELECT customer, parts FROM rollup_steps');
      expect(steps).toEqual([{ customer: 7, parts: 2 }]);
      await stores.close();
    },
    LIMIT_MS,
  );
});

describe('a writer on two replicas', () => {
  it(
    `has each row once in raw table and rollups of both, which are equal, after ${String(KILLS)} kills during inserts; no reader misses a row that was confirmed`,
    async () => {
      const writing = await ReplicatedWriting.start(pair, { db, name: 'kills' });
      let longestMs = 0;
      for (let round = 0; round < KILLS; round += 1) {
        const at = round % pair.size;
        await until('rows are confirmed', () => writing.isUpToDate(), RETURN_MS);
        await pair.kill(at);
        const sinceMs = systemClock.elapsed();
        // Some are back before Keeper misses them, some stay away until the other one is written alone.
        if (round % 4 < 2) await systemClock.wait(1_000 + 200 * (round % 20));
        else await until('rows are confirmed by the other one', () => writing.isUpToDate(), RETURN_MS);
        longestMs = Math.max(longestMs, systemClock.elapsed() - sinceMs);
        pair.start(at);
        await pair.untilResponds(at);
      }
      const { rows, reads, result } = await writing.end();
      expect(result).toEqual(exactly(rows));
      process.stdout.write(
        `${String(rows)} rows, ${String(KILLS)} kills, ${String(reads)} reads without a hole, ${String(Math.round(longestMs))} ms until the other replica was written alone at most\n`,
      );
    },
    LIMIT_MS,
  );

  it(
    `waits for a Keeper that is away for ${String(AWAY_MS / 1_000)} s, while what was confirmed can be read, and stores each row once`,
    async () => {
      const writing = await ReplicatedWriting.start(pair, { db, name: 'keeper' });
      await until('rows are confirmed', () => writing.isUpToDate(), RETURN_MS);
      await pair.keeper.kill();
      const before = writing.reads;
      await systemClock.wait(AWAY_MS);
      expect(writing.reads).toBeGreaterThan(before);
      pair.keeper.start();
      const { rows, reads, result } = await writing.end();
      expect(result).toEqual(exactly(rows));
      process.stdout.write(`${String(rows)} rows, ${String(reads)} reads without a hole\n`);
    },
    LIMIT_MS,
  );

  it(
    `is not held up by a replica that is behind for ${String(AWAY_MS / 1_000)} s, which is not read: no confirmed row is missing`,
    async () => {
      const writing = await ReplicatedWriting.start(pair, { db, name: 'behind' });
      await until('rows are confirmed', () => writing.isUpToDate(), RETURN_MS);
      expect(await writing.readersAt()).toEqual(['one', 'two']);
      const behind = pair.only(1, 'behind');
      await behind.command('SYSTEM STOP FETCHES');
      const before = await writing.confirmed();
      await systemClock.wait(AWAY_MS);
      await until(
        'rows are confirmed without it',
        async () => (await writing.confirmed()) > before,
        RETURN_MS,
      );
      expect(await writing.readersAt()).toEqual(['one', 'one']);
      await behind.command('SYSTEM START FETCHES');
      const { rows, reads, result } = await writing.end();
      expect(result).toEqual(exactly(rows));
      process.stdout.write(`${String(rows)} rows, ${String(reads)} reads without a hole\n`);
    },
    LIMIT_MS,
  );
});
