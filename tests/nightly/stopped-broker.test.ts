import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startKilledProduct, type KilledProduct } from '../scenario/server/killed-product.ts';
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

/** Fewer in a long run alongside other work. */
const RECORDS_PER_SECOND = Number(process.env['BROKER_AWAY_RATE'] ?? 50_000);
/** 60 in a long run. */
const MINUTES = Number(process.env['BROKER_AWAY_MINUTES'] ?? 3);
const data = mkdtempSync(join(tmpdir(), 'telltale-broker-'));
let product: KilledProduct;

beforeAll(async () => {
  product = await startKilledProduct(10, { data });
}, 300_000);
afterAll(() => product.stop(), 60_000);

it(
  'a broker that is stopped again whenever it is replaced: the collector stays below 400 MiB, and each row is stored or counted',
  async () => {
    const load = await sendFlowLoad(RECORDS_PER_SECOND, product.flowPort);
    await waitSeconds(10);
    const down = new Set<string>();
    const memory: number[] = [];
    let stopped: number | undefined;
    const began = Date.now();
    // By the clock: a request to the product takes a part of each second.
    for (let minute = 0; minute < MINUTES; minute = (Date.now() - began) / 60_000) {
      const pid = product.pidOf('nats');
      if (pid !== undefined && pid !== stopped) {
        signalTier(product, 'nats', 'SIGSTOP');
        stopped = pid;
      }
      await waitSeconds(1);
      for (const tier of await downTiers(product.origin)) down.add(tier);
      if (minute * 4 >= memory.length) memory.push(memoryMib(product.pidOf('collector')));
    }
    signalTier(product, 'nats', 'SIGCONT');
    const recovery = await secondsUntilReady(product.origin, 180);
    await waitSeconds(10);
    await load.stop();
    await waitSeconds(15);
    const counts = await collectorCounts(data);
    const totals = await settledTotals(product);
    say(product.lines.map((line) => `  | ${line}`).join('\n'));
    say(
      `broker away ${String(MINUTES)} min at ${String(RECORDS_PER_SECOND)} records/s: sent ${String(load.sent())}, collector ${JSON.stringify(counts)}, ` +
        `stored ${JSON.stringify(totals)}, down ${[...down].join(', ')}, ready after ${String(recovery)} s, collector MiB every 15 s: ${memory.join(' ')}`,
    );
    expect([...down]).toContain('nats');
    expect(Math.max(...memory)).toBeLessThan(400);
    expect(recovery).toBeLessThan(120);
    expect(counts.waiting).toBe(0);
    // None twice: what the broker stored without an acknowledgement is counted as unconfirmed.
    const stored = Number(totals['raw']?.flows);
    expect(stored).toBeGreaterThanOrEqual(counts.published);
    expect(stored).toBeLessThanOrEqual(counts.published + counts.unconfirmed);
    expect(counts.published + counts.dropped + counts.unconfirmed).toBe(load.sent());
    expect(new Set(Object.values(totals).map((one) => JSON.stringify(one))).size).toBe(1);
  },
  (MINUTES + 12) * 60_000,
);
