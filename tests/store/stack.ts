/**
 * Real stores for a test file: embedded ones shared by the entire run, or external ones where CLICKHOUSE_URL, DATABASE_URL
 * or NATS_URL are set. What a file gets is its own and empty: a ClickHouse database, a PostgreSQL schema or database, a nats-server
 * (an external NATS server is shared: its streams are removed first).
 *
 *     const stack = await openStack();                        // all three, with the product's migrations and streams
 *     const stack = await openStack({ migrate: false });      // all three, empty
 *     const { db, close } = await openPostgresOnly();         // 20 ms; likewise openClickHouseOnly, openBusOnly
 *
 *     stack.clickhouse  stack.db  stack.bus                   // open clients (#platform/{clickhouse,postgres,bus})
 *     stack.env                                               // CLICKHOUSE_URL, DATABASE_URL, NATS_URL, SECRETS_KEY for a process to start
 *     afterAll(() => stack.close());                          // drops all of it
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { inject } from 'vitest';
import { sql } from 'kysely';
import { openBus, type Bus } from '#platform/bus/bus.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { openClickHouse, type ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { endpointsFile, readEndpoints, type Endpoints } from '#platform/embedded/access/endpoints.ts';
import { systemIds } from '#platform/id/id.ts';
import { runMigrations } from '#platform/migrations/run.ts';
import { openPostgres, type Db } from '#platform/postgres/postgres.ts';
import { sealStored } from '#platform/secret/seal-stored.ts';
import { streams } from '#schemas/bus/stream.ts';
import { migrations } from '#schemas/migrations/migrations.ts';
import { TEST_KEY, testSecrets } from '../fixtures/secrets.ts';
import { ownNatsServer } from './own-nats-server.ts';
import { openPostgresClone } from './postgres-clone.ts';
import { savePattern, createFromPattern } from './table-pattern.ts';
import { storeRequestFile, workerNumber, workerPostgresFile } from './worker-postgres.ts';

const START_MS = 100_000;

async function whenThere(file: string): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (!existsSync(file)) {
    if (Date.now() > deadline) throw new Error('the embedded stores did not start');
    await systemClock.wait(25);
  }
}

async function embedded(): Promise<Endpoints> {
  const data = inject('storeData');
  writeFileSync(storeRequestFile(data), '');
  await whenThere(endpointsFile(data));
  return readEndpoints(data);
}

/** Files that run concurrently have separate PostgreSQL instances, by the number of their worker. */
async function embeddedPostgres(): Promise<string> {
  const worker = workerNumber();
  if (worker === 1) return (await embedded()).DATABASE_URL;
  const data = inject('storeData');
  const file = workerPostgresFile(data, worker);
  writeFileSync(storeRequestFile(data, worker), '');
  await whenThere(file);
  return readFileSync(file, 'utf8');
}

const uniqueName = (): string => `test_${systemIds.bytes(6).toString('hex')}`;

/** A ClickHouse database for the test file. */
export async function openClickHouseOnly(): Promise<{
  readonly url: string;
  readonly name: string;
  readonly clickhouse: ClickHouse;
  readonly close: () => Promise<void>;
}> {
  const server = new URL(process.env['CLICKHOUSE_URL'] ?? (await embedded()).CLICKHOUSE_URL);
  const name = uniqueName();
  const admin = openClickHouse(server.href);
  await admin.command(`CREATE DATABASE ${name}`);
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const clickhouse = openClickHouse(url);
  return {
    url,
    name,
    clickhouse,
    async close() {
      await clickhouse.close();
      await admin.command(`DROP DATABASE ${name}`);
      await admin.close();
    },
  };
}

/** A PostgreSQL schema for the test file; its URL selects it. */
export async function openPostgresOnly(): Promise<{
  readonly url: string;
  readonly db: Db;
  readonly close: () => Promise<void>;
}> {
  const server = process.env['DATABASE_URL'] ?? (await embeddedPostgres());
  const name = uniqueName();
  const admin = openPostgres(server, { connections: 1 });
  await sql.raw(`CREATE SCHEMA ${name}`).execute(admin);
  const url = new URL(server);
  url.searchParams.set('options', `-c search_path=${name}`);
  const db = openPostgres(url.href, { connections: 4 });
  return {
    url: url.href,
    db,
    async close() {
      await db.destroy();
      await sql.raw(`DROP SCHEMA ${name} CASCADE`).execute(admin);
      await admin.destroy();
    },
  };
}

/** A nats-server for the test file, without streams. */
export async function openBusOnly(): Promise<{
  readonly url: string;
  readonly bus: Bus;
  /** Data directory of the server; undefined when it is external. */
  readonly directory: string | undefined;
  readonly close: () => Promise<void>;
}> {
  const external = process.env['NATS_URL'];
  const server =
    external === undefined
      ? await ownNatsServer()
      : { url: external, directory: undefined, close: () => Promise.resolve() };
  const bus = await openBus(server.url, 'test');
  if (external !== undefined) await bus.removeEverything();
  return {
    url: server.url,
    bus,
    directory: server.directory,
    async close() {
      await bus.close();
      await server.close();
    },
  };
}

export interface Stack {
  readonly clickhouse: ClickHouse;
  readonly db: Db;
  readonly bus: Bus;
  /** Environment of a process on these stores. */
  readonly env: Endpoints & { readonly SECRETS_KEY: string };
  readonly close: () => Promise<void>;
}

/** A migrated database of its own on a server; else a schema. */
function openRelations(migrate: boolean, clickhouse: ClickHouse): ReturnType<typeof openPostgresOnly> {
  const server = process.env['DATABASE_URL'];
  return server === undefined || !migrate ? openPostgresOnly() : openPostgresClone(server, clickhouse);
}

/**
 * All three stores. `migrate` (default true): with tables and streams as the product makes them. `seal` (default true): secrets
 * stand sealed with the key of the tests; without it, plain text is sealed by the first process that starts.
 */
export async function openStack({
  migrate = true,
  seal = true,
}: { readonly migrate?: boolean; readonly seal?: boolean } = {}): Promise<Stack> {
  const [columns, broker] = await Promise.all([openClickHouseOnly(), openBusOnly()]);
  const { clickhouse } = columns;
  const { bus } = broker;
  const folder = inject('storeData');
  // First, and alone: in the embedded PostgreSQL no other statement runs while a transaction is open, and both patterns record migrations.
  if (migrate) await createFromPattern(clickhouse, columns.name, folder);
  const relations = await openRelations(migrate, clickhouse);
  const { db } = relations;
  if (migrate) {
    await Promise.all([
      runMigrations({ postgres: db, clickhouse, list: migrations }),
      bus.ensureStreams(Object.values(streams)),
    ]);
    await savePattern(clickhouse, folder);
    if (seal) await sealStored(db, testSecrets);
  }
  return {
    clickhouse,
    db,
    bus,
    env: {
      CLICKHOUSE_URL: columns.url,
      DATABASE_URL: relations.url,
      NATS_URL: broker.url,
      SECRETS_KEY: TEST_KEY,
    },
    async close() {
      await Promise.all([columns.close(), relations.close(), broker.close()]);
    },
  };
}
