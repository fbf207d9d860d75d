import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import { openPostgres, type Db } from '#platform/postgres/postgres.ts';
import { startDebianPostgres, type DebianPostgres } from '#tests/debian-postgres.ts';
import { clickhouseTables } from '#schemas/table/clickhouse.ts';
import { until } from '#tests/fixtures/eventually.ts';
import { columnMigrations, startClickHousePair, type ClickHousePair } from './clickhouse-pair.ts';
import { exactly, ReplicatedWriting } from './replicated-writing.ts';

/** Kills of either replica during inserts. */
const KILLS = Number(process.env['CLICKHOUSE_KILLS'] ?? '4');
/** How long Keeper is away, and how long a replica is behind. */
const AWAY_MS = Number(process.env['CLICKHOUSE_AWAY_SECONDS'] ?? '15') * 1_000;
const LIMIT_MS = 3_600_000;
const RETURN_MS = 300_000;

const DATABASE = 'telltale';

let pair: ClickHousePair;
let stores: Awaited<ReturnType<typeof pair.openDatabase>>;
let postgres: DebianPostgres;
let db: Db;
beforeAll(async () => {
  [pair, postgres] = await Promise.all([startClickHousePair(), startDebianPostgres()]);
  db = openPostgres(postgres.url, { connections: 1 });
  stores = await pair.openDatabase(DATABASE, db);
}, LIMIT_MS);
afterAll(async () => {
  await stores.close();
  await db.destroy();
  postgres.stop();
  await pair.stop();
}, LIMIT_MS);

const say = (...facts: readonly (string | number)[]): void => {
  process.stdout.write(`${facts.join(' ')}\n`);
};

it(
  'two replicas of ClickHouse have every table, replicated and with equal identities; one that was away catches up at its return',
  async () => {
    const names = columnMigrations.map(({ name }) => `clickhouse ${name}`);
    await pair.kill(1);
    expect(await stores.migrate()).toEqual(names);
    // In memory, by one replica alone.
    await pair
      .replica(0, DATABASE)
      .command('INSERT INTO rollup_steps (customer, parts, since) VALUES (7, 2, 3600)');
    pair.start(1);
    await pair.untilResponds(1);
    expect(await stores.migrate()).toEqual(names);
    expect(await stores.migrate()).toEqual([]);
    const tablesOf = (at: number) =>
      pair.replica(at, DATABASE).query(
        `SELECT name, engine, toString(uuid) AS uuid, as_select FROM system.tables
          WHERE database = currentDatabase() AND name NOT IN ('migration', 'rollup_steps') ORDER BY name`,
      );
    const tables = await tablesOf(0);
    expect(tables.length).toBeGreaterThan(clickhouseTables.length);
    expect(tables).toEqual(await tablesOf(1));
    const steps = await pair.replica(1, DATABASE).query('SELECT customer, parts FROM rollup_steps');
    expect(steps).toEqual([{ customer: 7, parts: 2 }]);
  },
  LIMIT_MS,
);

describe('a writer on two replicas', () => {
  let writing: ReplicatedWriting;
  beforeAll(async () => {
    await stores.migrate();
    writing = await ReplicatedWriting.start(pair, { name: DATABASE, url: stores.url });
    await until('rows are confirmed', () => writing.isUpToDate(), RETURN_MS);
  }, LIMIT_MS);
  afterAll(() => writing.stop(), LIMIT_MS);

  it(
    `is not held up by a replica that is behind for ${String(AWAY_MS / 1_000)} s, which is not read: no confirmed row is missing`,
    async () => {
      await until(
        'the readers use another replica each',
        async () => (await writing.readersAt())[1] === 'two',
        RETURN_MS,
      );
      expect(await writing.readersAt()).toEqual(['one', 'two']);
      const behind = pair.replica(1, DATABASE);
      await behind.command('SYSTEM STOP FETCHES');
      const [before, reads] = [await writing.confirmed(), writing.reads];
      await systemClock.wait(AWAY_MS);
      await until(
        'rows are confirmed without it',
        async () => (await writing.confirmed()) > before,
        RETURN_MS,
      );
      expect(await writing.readersAt()).toEqual(['one', 'one']);
      await behind.command('SYSTEM START FETCHES');
      const { rows, result } = await writing.settle();
      expect(result).toEqual(exactly(rows));
      say('behind:', rows, 'rows,', writing.reads - reads, 'reads without a hole');
    },
    LIMIT_MS,
  );

  it(
    `waits for a Keeper that is away for ${String(AWAY_MS / 1_000)} s, while what was confirmed can be read, and stores each row once`,
    async () => {
      await until('rows are confirmed', () => writing.isUpToDate(), RETURN_MS);
      await pair.keeper.kill();
      const reads = writing.reads;
      await systemClock.wait(AWAY_MS);
      expect(writing.reads).toBeGreaterThan(reads);
      pair.keeper.start();
      const { rows, result } = await writing.settle();
      expect(result).toEqual(exactly(rows));
      say('without Keeper:', rows, 'rows,', writing.reads - reads, 'reads without a hole');
    },
    LIMIT_MS,
  );

  it(
    `has each row once in raw table and rollups of both, which are equal, after ${String(KILLS)} kills during inserts; no reader misses a row that was confirmed`,
    async () => {
      const reads = writing.reads;
      let longestMs = 0;
      for (let round = 0; round < KILLS; round += 1) {
        const at = round % pair.size;
        await until('rows are confirmed', () => writing.isUpToDate(), RETURN_MS);
        // What the other one has not received yet would be away with this one.
        for (const table of ['flows', 'flows_5m', 'flows_1h', 'flows_1d'])
          await pair.replica(1 - at, DATABASE).command(`SYSTEM SYNC REPLICA ${table} LIGHTWEIGHT`);
        await pair.kill(at);
        const [goal, sinceMs] = [writing.published, systemClock.elapsed()];
        // Some are back before Keeper misses them, some stay away until the other one is written alone.
        if (round % 4 < 2) await systemClock.wait(1_000 + 200 * (round % 20));
        else {
          await until(
            'the other one is written alone',
            async () => (await writing.confirmed()) > goal,
            RETURN_MS,
          );
          longestMs = Math.max(longestMs, systemClock.elapsed() - sinceMs);
        }
        pair.start(at);
        await pair.untilResponds(at);
      }
      const { rows, result } = await writing.settle();
      expect(result).toEqual(exactly(rows));
      say(
        'kills:',
        KILLS,
        'of',
        rows,
        'rows,',
        writing.reads - reads,
        'reads without a hole,',
        Math.round(longestMs),
        'ms until the other replica was written alone at most',
      );
    },
    LIMIT_MS,
  );
});
