import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import { openClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { until } from '#tests/fixtures/eventually.ts';
import { owed, sendNumberedFlows, type ExportPause } from '../scenario/flow/numbered-flows.ts';
import {
  exporters,
  startKilledProduct,
  type KilledProduct,
  type RunningTier,
} from '../scenario/server/killed-product.ts';
import { say, secondsUntilReady, settledTotals, signalTier, waitSeconds } from './support/watched-product.ts';

/** Time after which `npm start` replaces a process that does not respond; 30 s by default. */
const HANG_SECONDS = 12;
const STOPPED_SECONDS = 20;
/** What the collector has read is in the stream after this time. */
const GATHER_MS = 2_000;
const tiers: readonly RunningTier[] = [
  'engine',
  'writer',
  'nats',
  'clickhouse',
  'postgres',
  'server',
  'notification',
  'stores',
  'collector',
];
let product: KilledProduct;

beforeAll(async () => {
  product = await startKilledProduct(10, { env: { HANG_SECONDS: String(HANG_SECONDS) } });
}, 300_000);
afterAll(() => product.stop(), 60_000);

/** Stops a process for twenty seconds; returns a line with what followed. */
async function stopOne(tier: RunningTier): Promise<string> {
  const before = product.pidOf(tier);
  const startedMs = systemClock.elapsed();
  signalTier(product, tier, 'SIGSTOP');
  let replacedAfter: number | undefined;
  for (let passed = 0; passed < STOPPED_SECONDS; passed = (systemClock.elapsed() - startedMs) / 1_000) {
    await waitSeconds(0.2);
    const now = product.pidOf(tier);
    if (now !== undefined && now !== before) replacedAfter ??= Math.round(passed);
  }
  if (product.pidOf(tier) === before) signalTier(product, tier, 'SIGCONT');
  const ready = await secondsUntilReady(product.origin, 120);
  const replaced = replacedAfter === undefined ? 'continued' : `replaced after ${String(replacedAfter)} s`;
  return `${tier}: ${replaced}, ready ${String(ready)} s after`;
}

it('each process stopped for 20 s under load is replaced or continues, and rows in are rows out', async () => {
  const flows = await sendNumberedFlows(exporters, product.flowPort);
  const pauses: ExportPause[] = [];
  await waitSeconds(5);
  for (const tier of tiers) {
    const fromMs = Date.now() - GATHER_MS;
    say(await stopOne(tier));
    await until('the collector listens', product.listens, 60_000);
    if (tier === 'collector') pauses.push({ fromMs, untilMs: Date.now() });
    await waitSeconds(5);
  }
  await waitSeconds(5);
  await flows.stop();
  const totals = await settledTotals(product);
  const clickhouse = openClickHouse(product.endpoints.CLICKHOUSE_URL);
  const rows = await clickhouse.query<{ number: number }>('SELECT bytes - 1 AS number FROM flows');
  await clickhouse.close();
  const stored = new Set(rows.map(({ number }) => number));
  const due = owed(flows.sent, pauses);
  const missing = due.filter((number) => !stored.has(number));
  say(product.lines.map((line) => `  | ${line}`).join('\n'));
  say(
    `hung: sent ${String(flows.count())}, due ${String(due.length)}, missing ${String(missing.length)}, ` +
      `twice ${String(rows.length - stored.size)}, stored ${JSON.stringify(totals)}`,
  );
  expect([missing.length, rows.length - stored.size]).toEqual([0, 0]);
  expect(new Set(Object.values(totals).map((one) => JSON.stringify(one))).size).toBe(1);
  const replaced = product.lines.filter((line) => line.endsWith(': does not respond, killed'));
  expect(replaced.length).toBeGreaterThanOrEqual(5);
}, 1_200_000);
