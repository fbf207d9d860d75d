import { once } from 'node:events';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import { PostgresUnreachable } from '#platform/postgres/primary-pool.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import { isSessionEnded, sqlStateOf } from '#platform/postgres/sql-state.ts';
import { startPostgresPair } from './postgres-pair.ts';

interface Tables {
  written: { id: number; value: number };
}

const FAILOVERS = Number(process.env['POSTGRES_FAILOVERS'] ?? '3');
const PAUSE_MS = 50;
const LIMIT_MS = 1_200_000;

let pair: Awaited<ReturnType<typeof startPostgresPair>>;
beforeAll(async () => {
  pair = await startPostgresPair();
  await pair.onPrimary(
    'CREATE TABLE written (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, value bigint NOT NULL)',
  );
}, LIMIT_MS);
afterAll(() => pair.stop());

/** Writes twenty rows a second until it is stopped, each in a transaction. */
function writeSteadily(url: string) {
  const db = openPostgres<Tables>(url, { connections: 4 });
  const acknowledged = new Map<number, number>();
  const failures: unknown[] = [];
  let isStopped = false;
  let value = 0;
  let failingSince: number | undefined;
  let longestMs = 0;
  const write = async (): Promise<void> => {
    const own = (value += 1);
    try {
      const { id } = await db.transaction().execute((tx) =>
        tx
          .insertInto('written')
          .values({ value: own } as never)
          .returning('id')
          .executeTakeFirstOrThrow(),
      );
      acknowledged.set(own, id);
      if (failingSince !== undefined) longestMs = Math.max(longestMs, systemClock.elapsed() - failingSince);
      failingSince = undefined;
    } catch (error) {
      failures.push(error);
      failingSince ??= systemClock.elapsed();
    }
  };
  const running = (async () => {
    while (!isStopped) {
      await Promise.all([write(), systemClock.wait(PAUSE_MS)]);
    }
  })();
  return {
    acknowledged,
    failures,
    longestMs: () => longestMs,
    async stop() {
      isStopped = true;
      await running;
      await db.destroy();
    },
  };
}

describe('two servers of PostgreSQL, of which one is a synchronous standby', () => {
  it(
    `lose no acknowledged write and store none twice in ${String(FAILOVERS)} failovers, and give no id twice`,
    async () => {
      const writes = writeSteadily(pair.url);
      for (let round = 0; round < FAILOVERS; round += 1) {
        const before = writes.acknowledged.size;
        while (writes.acknowledged.size < before + 20) await systemClock.wait(PAUSE_MS);
        await pair.failOver();
        const after = writes.acknowledged.size;
        while (writes.acknowledged.size < after + 20) await systemClock.wait(PAUSE_MS);
        await pair.follow();
      }
      await writes.stop();
      const rows = await pair.onPrimary<{ id: string; value: string }>('SELECT id, value FROM written');
      const stored = new Map(rows.map(({ id, value }) => [Number(value), Number(id)]));
      expect(rows).toHaveLength(stored.size);
      const lost = [...writes.acknowledged].filter(([value, id]) => stored.get(value) !== id);
      expect(lost).toEqual([]);
      // Between the end of one server and the promotion of the other nothing accepts changes.
      const strange = writes.failures.filter(
        (error) => !(error instanceof PostgresUnreachable || isSessionEnded(error)),
      );
      expect(strange).toEqual([]);
      process.stdout.write(
        `${String(writes.acknowledged.size)} writes acknowledged, ${String(writes.failures.length)} failed, ${String(Math.round(writes.longestMs()))} ms without one at most\n`,
      );
    },
    LIMIT_MS,
  );
});

it(
  'a server whose connections are all in use is not left: the next statement goes to it',
  async () => {
    const db = openPostgres<Tables>(pair.url, { connections: 1 });
    const portOf = async (): Promise<number | undefined> =>
      (await sql<{ port: number }>`SELECT inet_server_port() AS port`.execute(db)).rows[0]?.port;
    expect(await portOf()).toBe(pair.primaryPort);
    const long = sql`SELECT pg_sleep(12)`.execute(db);
    await expect(portOf()).rejects.toThrow(PostgresUnreachable);
    await long;
    expect(await portOf()).toBe(pair.primaryPort);
    await db.destroy();
  },
  LIMIT_MS,
);

it('an address that is not valid is rejected, and leads to no other server', () => {
  expect(() => openPostgres('postgres://one,')).toThrow(TypeError);
});

/** An address that leads to one server, and for new connections to another once it has moved. */
async function movingAddress(first: number) {
  let port = first;
  const sockets = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
      one.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `postgres://postgres@127.0.0.1:${String((server.address() as AddressInfo).port)}/postgres`,
    moveTo(next: number) {
      port = next;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

describe('an address that moves to another server', () => {
  it(
    'is followed although the old server lives on and rejects changes: no transaction fails, and one statement at most',
    async () => {
      const address = await movingAddress(pair.primaryPort);
      const [single, transactions] = [1, 2].map(() => openPostgres<Tables>(address.url, { connections: 4 }));
      const open = (db: typeof single) =>
        Promise.all([1, 2, 3, 4].map(() => sql`SELECT pg_sleep(0.3)`.execute(db!)));
      await Promise.all([open(single), open(transactions)]);
      await pair.demote();
      address.moveTo(pair.primaryPort);
      const write = (value: number) => sql`INSERT INTO written (value) VALUES (${value})`;
      const states: (string | undefined)[] = [];
      for (let value = 1; value <= 20; value += 1) {
        const outcome = await write(-value)
          .execute(single!)
          .then(
            () => 'written',
            (error: unknown) => sqlStateOf(error),
          );
        states.push(outcome);
        await transactions!.transaction().execute((tx) => write(-100 - value).execute(tx));
      }
      expect(states).toEqual(['25006', ...Array.from({ length: 19 }, () => 'written')]);
      const [row] = await pair.onPrimary<{ count: string }>(
        'SELECT count(*) AS count FROM written WHERE value < 0',
      );
      expect(Number(row?.count)).toBe(39);
      await Promise.all([single!.destroy(), transactions!.destroy()]);
      address.close();
    },
    LIMIT_MS,
  );
});
