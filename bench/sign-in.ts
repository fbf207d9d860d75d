import { openBus } from '#platform/bus/bus.ts';
import { openClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { systemIds } from '#platform/id/id.ts';
import { loadInventory } from '#platform/inventory/load.ts';
import { silentLog } from '#platform/log/log.ts';
import { openPostgres, type Db } from '#platform/postgres/postgres.ts';
import { readCustomerAlerts } from '#schemas/alerting/routes.ts';
import { buildApp } from '#server/composition/app.ts';
import { AccessStore } from '#server/kernel/access/access-store.ts';
import { authorize } from '#server/kernel/access/authorize.ts';
import { SessionStore } from '#server/kernel/session/session-store.ts';
import { prepareStores } from './harness/network-under-test.ts';
import { benchSecrets } from './harness/bench-secrets.ts';
import { addAccount, passTheDoor, openBenchPage } from './event-to-pixel/account.ts';
import type { BenchResult } from './harness/result.ts';
import { startStores } from './harness/embedded-stores.ts';

const SIGN_INS = 40;
const AT_ONCE = 4;
const SESSIONS = 500;
const REQUESTS = 100_000;
const REPETITIONS = 3;
const UNLIMITED = 1_000_000;

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? 0;

/** Milliseconds that each password took to open a session, with this number of concurrent visitors. */
async function signIns(url: string, atOnce: number): Promise<readonly number[]> {
  const took: number[] = [];
  const visitor = async (username: string): Promise<void> => {
    for (let count = 0; count < SIGN_INS / atOnce; count += 1) {
      const door = await openBenchPage(url);
      const startMs = performance.now();
      await passTheDoor(url, door, username);
      took.push(performance.now() - startMs);
    }
  };
  await Promise.all(
    Array.from({ length: atOnce }, (_, at) => visitor(at === 0 ? 'bench' : `bench-${String(at)}`)),
  );
  return took;
}

/** More users with the same password: tries with one name at once wait for one another. */
async function addUsers(db: Db): Promise<void> {
  for (let at = 1; at < AT_ONCE; at += 1)
    await db
      .insertInto('account')
      .columns(['username', 'role_id', 'password_hash', 'all_customers'])
      .expression((eb) =>
        eb
          .selectFrom('account')
          .select((value) => [value.val(`bench-${String(at)}`).as('username'), 'role_id', 'password_hash'])
          .select('all_customers')
          .where('username', '=', 'bench'),
      )
      .execute();
}

/** Milliseconds to find the session, its user and their permission, over many sessions in turn. */
async function overhead(db: Db, customer: number): Promise<number> {
  const needs = { db, clock: systemClock, ids: systemIds };
  const [sessions, access] = [new SessionStore(needs), new AccessStore(needs)];
  const { id } = await db
    .selectFrom('account')
    .select('id')
    .where('username', '=', 'bench')
    .executeTakeFirstOrThrow();
  const tokens: string[] = [];
  for (let count = 0; count < SESSIONS; count += 1)
    tokens.push((await sessions.open(id, { address: '192.0.2.1', agent: 'bench' })).token);
  const startMs = performance.now();
  for (let count = 0; count < REQUESTS; count += 1) {
    const session = await sessions.find(tokens[count % SESSIONS] ?? '');
    authorize(readCustomerAlerts, await access.callerOf(session?.accountId ?? 0), { customerId: customer });
  }
  return (performance.now() - startMs) / REQUESTS;
}

async function repeated(name: string, once: () => Promise<number>): Promise<BenchResult> {
  const samples: number[] = [];
  for (let round = 0; round < REPETITIONS; round += 1) samples.push(await once());
  return { name, value: quantile(samples, 0.5), unit: 'ms', samples };
}

async function measure(url: string, db: Db, customer: number): Promise<readonly BenchResult[]> {
  await signIns(url, 1);
  await addUsers(db);
  return [
    await repeated('sign-in, one at a time, p95', async () => quantile(await signIns(url, 1), 0.95)),
    await repeated('sign-in, four at once, p95', async () => quantile(await signIns(url, AT_ONCE), 0.95)),
    await repeated('session and right, a request', () => overhead(db, customer)),
  ];
}

async function run(): Promise<readonly BenchResult[]> {
  const stores = await startStores();
  await prepareStores(stores.endpoints);
  const customer = await addAccount(stores.endpoints.DATABASE_URL);
  const db = openPostgres(stores.endpoints.DATABASE_URL);
  const bus = await openBus(stores.endpoints.NATS_URL, 'bench');
  const clickhouse = openClickHouse(stores.endpoints.CLICKHOUSE_URL);
  const ending = new AbortController();
  const inventory = { current: await loadInventory(db), onChange: () => undefined };
  const needs = { db, bus, clickhouse, inventory, clock: systemClock, ids: systemIds, log: silentLog };
  const rates = {
    perAddress: UNLIMITED,
    perVisitor: UNLIMITED,
    perSession: UNLIMITED,
    signInsPerAddress: UNLIMITED,
  };
  const options = { partitions: 2, publicUrl: 'http://127.0.0.1:8080', readOnly: false, trustedProxies: [] };
  const { app, gateway } = await buildApp(
    { ...needs, secrets: benchSecrets },
    { ...options, rates, modules: ['alerting'], webFolder: 'nowhere' },
    ending.signal,
  );
  try {
    return await measure(await app.listen({ host: '127.0.0.1', port: 0 }), db, customer);
  } finally {
    ending.abort();
    await gateway.close();
    await app.close();
    await Promise.all([bus.close(), clickhouse.close(), db.destroy()]);
    await stores.close();
  }
}

/** What signing in costs, and what identifying the user adds to each request. */
export const signInBench = { name: 'sign-in', run };
