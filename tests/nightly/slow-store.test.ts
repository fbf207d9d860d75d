import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBus } from '#platform/bus/bus.ts';
import { openClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { loadInventory } from '#platform/inventory/load.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { sampleMessages } from '../fixtures/engine/engine-bus.ts';
import type { TestSampleRow } from '../fixtures/engine/engine-network.ts';
import {
  startKilledProduct,
  type KilledProduct,
  type RunningTier,
} from '../scenario/server/killed-product.ts';
import { sendFlowLoad } from './support/flow-load.ts';
import {
  collectorCounts,
  downTiers,
  memoryMib,
  say,
  secondsUntilReady,
  settledTotals,
  signalTier,
  waitSeconds,
} from './support/watched-product.ts';

const SLOW_SECONDS = Number(process.env['SLOW_STORE_SECONDS'] ?? 60);
const RECORDS_PER_SECOND = 5_000;
const PARTITIONS = 2;
/** The stores run for a fifth of the time. */
const STOPPED_MS = 800;
const RUNNING_MS = 200;
/** Time with a high and with a low load of the ports in turn, so that alarms are raised and cleared. */
const PHASE_SECONDS = 30;
const HIGH = 20_000n;
const LOW = 100n;
const stores: readonly RunningTier[] = ['clickhouse', 'postgres'];
const tiers: readonly RunningTier[] = ['collector', 'writer', 'engine', 'server', 'notification', 'nats'];
const LARGEST_MIB = 700;
const data = mkdtempSync(join(tmpdir(), 'telltale-slow-store-'));
let product: KilledProduct;
let inventory: Inventory;

beforeAll(async () => {
  product = await startKilledProduct(10, { data });
  const db = openPostgres(product.endpoints.DATABASE_URL, { connections: 1 });
  inventory = await loadInventory(db);
  await db.destroy();
}, 300_000);
afterAll(() => product.stop(), 60_000);

/** Publishes the octets of every port each second, as a poller does. */
async function publishSamples() {
  const bus = await openBus(product.endpoints.NATS_URL, 'test');
  const publisher = bus.publisher(1);
  const stopping = new AbortController();
  let samples = 0;
  const publishing = (async () => {
    let octets = 1_000_000n;
    for (let second = 0; !stopping.signal.aborted; second += 1) {
      octets += Math.floor(second / PHASE_SECONDS) % 2 === 0 ? HIGH : LOW;
      const at = systemClock.now().getTime();
      const rows = [...inventory.interfaces.values()].map(({ id, customer, site }): TestSampleRow => ({
        customer,
        site,
        element: id,
        counter: 1,
        at,
        uptime: BigInt(at),
        discontinuity: 0,
        value: octets,
      }));
      for (const message of sampleMessages(rows, PARTITIONS))
        expect((await publisher.publish(message)).ok).toBe(true);
      samples += rows.length;
      await systemClock.wait(1_000, stopping.signal);
    }
  })();
  return {
    async stop(): Promise<number> {
      stopping.abort();
      await publishing;
      await bus.close();
      return samples;
    },
  };
}

/** Lets the stores run for a fifth of the time. */
async function slowStores(untilMs: number): Promise<void> {
  while (systemClock.elapsed() < untilMs) {
    for (const tier of stores) signalTier(product, tier, 'SIGSTOP');
    await systemClock.wait(STOPPED_MS);
    for (const tier of stores) signalTier(product, tier, 'SIGCONT');
    await systemClock.wait(RUNNING_MS);
  }
}

/** The most memory of each process, in MiB, and the tiers that were reported as down. */
async function watch(untilMs: number) {
  const memory = new Map<RunningTier, number>();
  const down = new Set<string>();
  while (systemClock.elapsed() < untilMs) {
    for (const tier of tiers)
      memory.set(tier, Math.max(memory.get(tier) ?? 0, memoryMib(product.pidOf(tier))));
    for (const tier of await downTiers(product.origin)) down.add(tier);
    await waitSeconds(2);
  }
  return { memory: Object.fromEntries(memory), down: [...down] };
}

async function readStored() {
  const clickhouse = openClickHouse(product.endpoints.CLICKHOUSE_URL);
  try {
    const [row] = await clickhouse.query<{
      samples: number;
      measures: number;
      twice: number;
      events: number;
    }>(`
      SELECT (SELECT count() FROM samples WHERE counter = 1) AS samples,
        (SELECT count() FROM measures) AS measures,
        (SELECT count() FROM (SELECT 1 FROM measures GROUP BY customer, element, kpi, at HAVING count() > 1)) AS twice,
        (SELECT count() FROM alarm_events) AS events`);
    return row!;
  } finally {
    await clickhouse.close();
  }
}

it(
  'stores that run for a fifth of the time under load: no process is replaced, memory is bounded, and rows in are rows out',
  async () => {
    const pids = () => [...tiers, ...stores].map((tier) => product.pidOf(tier));
    const before = pids();
    const flows = await sendFlowLoad(RECORDS_PER_SECOND, product.flowPort);
    const samples = await publishSamples();
    await waitSeconds(5);
    const untilMs = systemClock.elapsed() + SLOW_SECONDS * 1_000;
    const [{ memory, down }] = await Promise.all([watch(untilMs), slowStores(untilMs)]);
    const recovery = await secondsUntilReady(product.origin, 120);
    await waitSeconds(5);
    await flows.stop();
    const published = await samples.stop();
    await waitSeconds(15);
    const counts = await collectorCounts(data);
    const totals = await settledTotals(product);
    const stored = await readStored();
    say(product.lines.map((line) => `  | ${line}`).join('\n'));
    say(
      `slow stores for ${String(SLOW_SECONDS)} s at ${String(RECORDS_PER_SECOND)} records/s: sent ${String(flows.sent())}, ` +
        `collector ${JSON.stringify(counts)}, stored ${JSON.stringify(totals)}, samples ${String(published)} published, ` +
        `${JSON.stringify(stored)}, down ${down.join(', ')}, ready after ${String(recovery)} s, most MiB ${JSON.stringify(memory)}`,
    );
    expect(pids()).toEqual(before);
    expect(totals['raw']?.flows).toBe(counts.published);
    expect(counts.dropped).toBe(0);
    expect(new Set(Object.values(totals).map((one) => JSON.stringify(one))).size).toBe(1);
    expect([stored.samples, stored.twice]).toEqual([published, 0]);
    expect(stored.events).toBeGreaterThan(0);
    expect(Math.max(...Object.values(memory))).toBeLessThan(LARGEST_MIB);
    expect(recovery).toBeLessThan(60);
  },
  (SLOW_SECONDS + 600) * 1_000,
);
