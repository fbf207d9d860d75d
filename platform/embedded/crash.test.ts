import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBus } from '../bus/bus.ts';
import { openClickHouse } from '../clickhouse/clickhouse.ts';
import { openPostgres } from '../postgres/postgres.ts';
import { rounds } from '#tests/fixtures/rounds.ts';
import { timeLimit } from '#tests/fixtures/time-limit.ts';
import { withPostgres } from '#tests/store/postgres-template.ts';
import type { Endpoints } from './access/endpoints.ts';
import { atNight } from '#tests/gate/at-night.ts';

const COLUMNS = ['id', 'bytes'];
const BLOCK = 5_000;
const rowsOf = (block: number): Buffer => {
  const rows = Buffer.alloc(BLOCK * 12);
  for (let at = 0; at < BLOCK; at += 1) {
    rows.writeUInt32LE(block * BLOCK + at, at * 12);
    rows.writeBigUInt64LE(1n, at * 12 + 4);
  }
  return rows;
};

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Process ids of the processes that this one started. */
const childrenOf = (pid: number): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => {
      try {
        const stat = readFileSync(`/proc/${String(child)}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid;
      } catch {
        return false;
      }
    });

describe('the embedded stores, killed at any moment', () => {
  const data = withPostgres(mkdtempSync(join(tmpdir(), 'telltale-crash-')));
  let child: ChildProcess;
  let endpoints: Endpoints;

  async function start(): Promise<void> {
    child = fork(new URL('./main.ts', import.meta.url), [], {
      execArgv: [],
      env: {
        ...process.env,
        TELLTALE_DATA: data,
        EMBEDDED_CLICKHOUSE_PORT: '0',
        EMBEDDED_POSTGRES_PORT: '0',
        EMBEDDED_NATS_PORT: '0',
        LOG_LEVEL: 'fatal',
      },
    });
    await new Promise<void>((started, fail) => {
      child.on('message', (message: Endpoints & { kind: string }) => {
        if (message.kind === 'endpoints') endpoints = message;
        if (message.kind === 'started') started();
      });
      child.once('exit', (code, by) => {
        fail(new Error(`the stores ended with ${String(code ?? by)} before they had started`));
      });
    });
  }

  const processIdOf = (name: string): number => {
    const found = childrenOf(child.pid!).find((pid) =>
      readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8').includes(name),
    );
    if (found === undefined) throw new Error(`${name} does not run`);
    return found;
  };

  /** Kills the supervisor and every store at the same time; resolves when all of them have exited. */
  async function killAll(): Promise<void> {
    const pids = childrenOf(child.pid!);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    await ended;
    while (pids.some((pid) => existsSync(`/proc/${String(pid)}`))) await wait(5);
  }

  beforeAll(start);
  afterAll(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    rmSync(data, { recursive: true, force: true });
  });

  it('keep each row that ClickHouse confirmed exactly once, when a block is sent again after the crash', async () => {
    const clickhouse = openClickHouse(endpoints.CLICKHOUSE_URL);
    const settings = 'SETTINGS non_replicated_deduplication_window = 1000';
    await clickhouse.command(
      `CREATE TABLE raw (id UInt32, bytes UInt64) ENGINE = MergeTree ORDER BY id ${settings}`,
    );
    await clickhouse.command(
      `CREATE TABLE rollup (slot UInt32, bytes UInt64) ENGINE = SummingMergeTree ORDER BY slot ${settings}`,
    );
    await clickhouse.command(
      'CREATE MATERIALIZED VIEW rollup_view TO rollup AS SELECT intDiv(id, 1000) AS slot, sum(bytes) AS bytes FROM raw GROUP BY slot',
    );
    const insert = async (block: number): Promise<void> => {
      for (;;) {
        const done = await clickhouse
          .insertRowBinary({
            table: 'raw',
            columns: COLUMNS,
            rows: rowsOf(block),
            token: `block-${String(block)}`,
          })
          .then(
            () => true,
            () => false,
          );
        if (done) return;
        await wait(20);
      }
    };
    let stop = false;
    let blocks = 0;
    const inserting = (async () => {
      for (; !stop; blocks += 1) await insert(blocks);
    })();
    for (let round = 0; round < rounds(8); round += 1) {
      await wait(150 + round * 37);
      const before = blocks;
      process.kill(processIdOf('clickhouse/main.ts'), 'SIGKILL');
      while (blocks < before + 3) await wait(10);
    }
    stop = true;
    await inserting;
    expect(await clickhouse.query('SELECT count() AS rows, uniqExact(id) AS ids FROM raw')).toEqual([
      { rows: blocks * BLOCK, ids: blocks * BLOCK },
    ]);
    expect(await clickhouse.query('SELECT sum(bytes) AS bytes FROM rollup')).toEqual([
      { bytes: blocks * BLOCK },
    ]);
    await clickhouse.close();
  });

  atNight(
    'keep each row that PostgreSQL committed',
    async () => {
      const db = openPostgres<{ note: { id: number } }>(endpoints.DATABASE_URL, { connections: 4 });
      await sql`CREATE TABLE note (id integer PRIMARY KEY)`.execute(db);
      const committed: number[] = [];
      let id = 0;
      for (let round = 0; round < rounds(8); round += 1) {
        const killAfter = committed.length + 50 + round * 31;
        let killed = false;
        while (!killed || committed.length < killAfter + 5) {
          id += 1;
          const note = id;
          await db
            .insertInto('note')
            .values({ id: note })
            .execute()
            .then(
              () => {
                committed.push(note);
              },
              () => wait(50),
            );
          if (!killed && committed.length >= killAfter) {
            process.kill(processIdOf('postgres/main.ts'), 'SIGKILL');
            killed = true;
          }
        }
      }
      const rows = await db.selectFrom('note').select('id').orderBy('id').execute();
      const retained = new Set(rows.map((row) => row.id));
      expect(committed.filter((one) => !retained.has(one))).toEqual([]);
      await db.destroy();
    },
    90_000,
  );

  atNight(
    'keep all data when all of them are killed together, and restart on it',
    async () => {
      const before = {
        clickhouse: openClickHouse(endpoints.CLICKHOUSE_URL),
        db: openPostgres<{ note: { id: number } }>(endpoints.DATABASE_URL),
        bus: await openBus(endpoints.NATS_URL),
      };
      await before.bus.ensureStreams([
        { name: 'KEPT', subjects: ['kept.*'], readers: [], maxBytes: 1024 ** 2, discard: 'new' },
      ]);
      await before.clickhouse.command(
        'CREATE TABLE last (id UInt32, bytes UInt64) ENGINE = MergeTree ORDER BY id SETTINGS non_replicated_deduplication_window = 10',
      );
      const last = { table: 'last', columns: COLUMNS, rows: rowsOf(0), token: 'last' };
      await Promise.all([
        before.clickhouse.insertRowBinary(last),
        before.db.insertInto('note').values({ id: 1_000_000 }).execute(),
        before.bus.publisher().publish({ subject: 'kept.0', data: new TextEncoder().encode('retained') }),
      ]);
      await killAll();
      await Promise.all([before.clickhouse.close(), before.db.destroy(), before.bus.close()]);
      await start();
      const after = {
        clickhouse: openClickHouse(endpoints.CLICKHOUSE_URL),
        db: openPostgres<{ note: { id: number } }>(endpoints.DATABASE_URL),
        bus: await openBus(endpoints.NATS_URL),
      };
      await after.clickhouse.insertRowBinary(last);
      expect(await after.clickhouse.query('SELECT count() AS rows FROM last')).toEqual([{ rows: BLOCK }]);
      expect(
        await after.db.selectFrom('note').select('id').where('id', '=', 1_000_000).execute(),
      ).toHaveLength(1);
      expect((await after.bus.streamState('KEPT')).messages).toBe(1);
      await Promise.all([after.clickhouse.close(), after.db.destroy(), after.bus.close()]);
    },
    60_000,
  );

  atNight(
    'leave no process behind when only the supervisor is killed',
    async () => {
      const pids = childrenOf(child.pid!);
      expect(pids).toHaveLength(3);
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      const deadline = Date.now() + timeLimit(10_000);
      while (pids.some((pid) => existsSync(`/proc/${String(pid)}`)) && Date.now() < deadline) await wait(10);
      expect(pids.filter((pid) => existsSync(`/proc/${String(pid)}`))).toEqual([]);
      await start();
    },
    150_000,
  );

  it('reject a data directory that a running process owns', async () => {
    const second = fork(new URL('./main.ts', import.meta.url), [], {
      execArgv: [],
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: {
        ...process.env,
        TELLTALE_DATA: data,
        EMBEDDED_CLICKHOUSE_PORT: '0',
        EMBEDDED_POSTGRES_PORT: '0',
        EMBEDDED_NATS_PORT: '0',
      },
    });
    let said = '';
    second.stdout?.setEncoding('utf8').on('data', (text: string) => (said += text));
    const [code] = (await once(second, 'exit')) as [number];
    expect(code).toBe(1);
    expect(said).toContain(`is in use by process ${String(child.pid)}`);
  });
});
