import { sql, type KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { discoveryMetrics } from '#ingest/discovery/discovery-metrics.ts';
import { DiscoveryWorker } from '#ingest/discovery/discovery-worker.ts';
import { listInventoryDevices } from '#ingest/discovery/proposal/inventory-devices.ts';
import { matchInventory, proposeChanges } from '#ingest/discovery/proposal/propose-changes.ts';
import { RunStore } from '#ingest/discovery/run/run-store.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { loadInventory } from '#platform/inventory/load.ts';
import { silentLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import type { FoundDevice } from '#schemas/discovery/found.ts';
import { DiscoveryRequest } from '#schemas/discovery/request.ts';
import { NetworkFile } from '#schemas/inventory/network-file.ts';
import { importNetwork } from '#server/features/inventory/import/import-network.ts';
import { until } from '#tests/fixtures/eventually.ts';
import { testSecrets } from '#tests/fixtures/secrets.ts';
import { openStack, type Stack } from '#tests/store/stack.ts';

/** Longer than a connection waits for one of the pool (10 s). */
const LOCKED_MS = 12_000;
const network = NetworkFile.parse({
  customers: [
    { clientId: 'a', name: 'A', sites: [{ name: 'one', city: 'Lyon', latitude: 45, longitude: 4 }] },
  ],
});

/** A device with this number of interfaces. */
const device = (number: number, ports: number): FoundDevice => ({
  address: `192.0.2.${String(number)}`,
  credential: 0,
  sysName: `edge-${String(number)}`,
  description: 'x'.repeat(200),
  objectId: '1.3.6.1.4.1.9.1.2068',
  vendor: 'Cisco',
  model: 'ISR 4331',
  serial: `FTX${String(1_000 + number)}`,
  serials: [],
  software: '17.9.4',
  parts: [],
  faults: {},
  interfaces: Array.from({ length: ports }, (_, at) => ({
    index: at + 1,
    name: `Gi0/0/${String(at)}`,
    alias: 'WAN',
    type: 6,
    speedBps: 1_000_000_000,
  })),
  complete: ['interface', 'address', 'probe', 'policy', 'tunnel'],
});
const devices = (count: number, ports: number): readonly FoundDevice[] =>
  Array.from({ length: count }, (_, at) => device(at + 1, ports));

let stack: Stack;
let id: number;
beforeAll(async () => {
  stack = await openStack();
  await importNetwork({ db: stack.db, secrets: testSecrets }, network);
});
afterAll(() => stack.close());
beforeEach(async () => {
  await stack.db.deleteFrom('discovery_run').execute();
  id = await queuedRun();
});

/** A run that has probed all of its addresses. */
async function queuedRun(): Promise<number> {
  const [site] = [...(await loadInventory(stack.db)).sites.values()];
  const request = DiscoveryRequest.parse({
    site: site!.id,
    ranges: ['192.0.2.1-192.0.2.250'],
    credentials: [{ community: testSecrets.seal('public', 'snmp community') }],
  });
  const row = await stack.db
    .insertInto('discovery_run')
    .values({
      customer_id: site!.customer,
      site_id: site!.id,
      request,
      next_address: 250,
      progress: { addresses: 250, queried: 250, found: 0, rejections: {}, rejected: [] },
      created_at: new Date(),
      created_by: 'operator',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

const runRow = (run = id) =>
  stack.db.selectFrom('discovery_run').selectAll().where('id', '=', run).executeTakeFirstOrThrow();
const proposals = (run = id) =>
  stack.db
    .selectFrom('discovery_proposal')
    .select(['id', 'kind', 'name', 'parent_id'])
    .where('run_id', '=', run)
    .orderBy('id')
    .execute();

describe('the result of a run', () => {
  it('of 28 devices with 744 proposals is stored in ten statements, each interface below its device', async () => {
    let statements = 0;
    const counter: KyselyPlugin = {
      transformQuery({ node }) {
        statements += 1;
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    };
    const run = (await new RunStore(stack.db, systemClock, 'one').claim())!;
    const found = [...devices(27, 25), device(28, 41)];
    const drafts = proposeChanges(matchInventory(found, []), [], {
      unanswered: [],
      ignoredTypes: [],
      sites: [],
    });
    const store = new RunStore(stack.db.withPlugin(counter), systemClock, 'one');
    expect(await store.finish(run, { drafts, unanswered: [], seen: [] })).toBe(true);
    expect(statements).toBeLessThanOrEqual(10);
    const rows = await proposals();
    expect(rows).toHaveLength(744);
    const names = new Map(rows.map((row) => [row.id, row.name]));
    for (const { kind, name, parent_id } of rows)
      if (kind === 'interface') expect(name.startsWith(`${names.get(parent_id!)!} / `)).toBe(true);
  });

  it('keeps the row of the run free: its lease is renewed, and it can be cancelled until the end', async () => {
    const store = new RunStore(stack.db, systemClock, 'one');
    const run = (await store.claim())!;
    await stack.db
      .updateTable('discovery_run')
      .set({ cancel_requested: true })
      .where('id', '=', id)
      .execute();
    const drafts = proposeChanges(matchInventory(devices(3, 3), []), [], {
      unanswered: [],
      ignoredTypes: [],
      sites: [],
    });
    expect(await store.finish(run, { drafts, unanswered: [], seen: [] })).toBe(false);
    expect(await proposals()).toEqual([]);
    expect(await store.cancel(run)).toBe(true);
    expect((await runRow()).state).toBe('cancelled');
  });
});

describe('two runs whose PostgreSQL stores nothing for twelve seconds', () => {
  it('end with each of their 4,100 proposals once, in a process that lives on', async () => {
    const url = stack.env.DATABASE_URL;
    // Fewer connections than the runs wait for: heartbeats fail, too.
    const [db, other] = [openPostgres(url, { connections: 2 }), openPostgres(url, { connections: 1 })];
    const store = new RunStore(db, systemClock, 'one');
    const runs = [id, await queuedRun()];
    const claimed = [(await store.claim())!, (await store.claim())!];
    for (const run of claimed) await store.saveFound(run, devices(50, 40));
    for (const run of claimed) await store.release(run);
    const states: string[] = [];
    const stopping = new AbortController();
    const worker = new DiscoveryWorker({
      store,
      known: (customer) => listInventoryDevices(db, customer),
      clock: systemClock,
      maxRuns: 2,
      sites: () => Promise.resolve([]),
      openAgent: () => Promise.resolve(undefined),
      secrets: testSecrets,
      log: silentLog,
      metrics: discoveryMetrics(openMetrics()),
      bus: {
        publish(_subject, notice) {
          states.push((JSON.parse(String(notice)) as { state: string }).state);
        },
      },
    });
    await other.transaction().execute(async (tx) => {
      await sql`LOCK TABLE discovery_proposal IN SHARE MODE`.execute(tx);
      worker.start(stopping.signal);
      await systemClock.wait(LOCKED_MS);
    });
    for (const run of runs)
      await until('the run ends', async () => (await runRow(run)).state === 'finished', 60_000);
    for (const run of runs) {
      const rows = await proposals(run);
      expect(rows).toHaveLength(2_050);
      expect(new Set(rows.map(({ name }) => name)).size).toBe(2_050);
      expect(await runRow(run)).toMatchObject({ fault: null, lease_owner: null });
    }
    expect(states.filter((state) => state === 'finished')).toHaveLength(2);
    stopping.abort();
    await worker.idle();
    await Promise.all([db.destroy(), other.destroy()]);
  });
});
