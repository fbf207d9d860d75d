import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBus, type Bus } from '#platform/bus/bus.ts';
import { openClickHouse, type ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { loadAlarms } from '#platform/cockpit/load.ts';
import { loadInventory } from '#platform/inventory/load.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import { buckets, partitionOf, streams, subjectOf } from '#schemas/bus/stream.ts';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { sampleMessages } from '../fixtures/engine/engine-bus.ts';
import {
  sampleCodec,
  type EventRow,
  type MeasureRow,
  type TestSampleRow,
} from '../fixtures/engine/engine-network.ts';
import { run } from '../fixtures/engine/engine-run.ts';
import {
  exporters,
  startKilledProduct,
  killedTiers,
  type KilledProduct,
  type KilledTier,
} from '../scenario/server/killed-product.ts';
import { owed, sendNumberedFlows, type ExportPause } from '../scenario/flow/numbered-flows.ts';
import { flowTotals, sameEverywhere } from '../fixtures/writer-rows.ts';
import { until } from '#tests/fixtures/eventually.ts';
import { rounds } from '#tests/fixtures/rounds.ts';

/** 50 as `npm run nightly -- tier-kills`. */
const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? rounds(8));
const PARTITIONS = 2;
const WINDOW_SECONDS = 10;
/** Time between two polls on the scale of event time; they are published much faster. */
const POLL_MS = 5_000;
const PUBLISH_MS = 25;
/** Flows read by a collector are in the stream after this time: it batches for 200 ms. */
const GATHER_MS = 2_000;
/** All in turn, or those that `KILL_TIERS` names. */
const desired = process.env['KILL_TIERS']?.split(',');
const names = (Object.keys(killedTiers) as KilledTier[]).filter((tier) => desired?.includes(tier) ?? true);

let product: KilledProduct;
let bus: Bus;
let clickhouse: ClickHouse;
let inventory: Inventory;
let alarms: readonly AlarmDefinition[];
const startMs = Math.floor(Date.now() / 86_400_000) * 86_400_000;

beforeAll(async () => {
  product = await startKilledProduct(WINDOW_SECONDS);
  bus = await openBus(product.endpoints.NATS_URL, 'test');
  clickhouse = openClickHouse(product.endpoints.CLICKHOUSE_URL);
  const db = openPostgres(product.endpoints.DATABASE_URL, { connections: 1 });
  inventory = await loadInventory(db);
  alarms = await loadAlarms(db);
  await db.destroy();
}, 120_000);
afterAll(async () => {
  await bus.close();
  await clickhouse.close();
  await product.stop();
});

const wait = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Every interface at one time, each with its own varying load. */
function poll(number: number) {
  const rows = [...inventory.interfaces.values()].map(({ id, customer, site }): TestSampleRow => {
    const octets = 30_000 * number + 300_000 * Math.sin(number / (1 + (id % 17)) + customer) + 1e6;
    const at = startMs - 86_400_000 + number * POLL_MS + ((id * 13) % 900);
    const value = BigInt(Math.round(octets));
    return { customer, site, element: id, counter: 1, at, uptime: BigInt(at), discontinuity: 0, value };
  });
  return sampleMessages(rows, PARTITIONS);
}

interface Load {
  readonly polls: ReturnType<typeof poll>[];
  /** Messages that the stream has confirmed. */
  confirmed: number;
  readonly stop: () => Promise<void>;
}

/** Publishes poll after poll, strictly in order, through whatever happens to the broker. */
function publishPolls(): Load {
  const publisher = bus.publisher(1);
  const load: Load = { polls: [], confirmed: 0, stop };
  let on = true;
  const publishing = (async () => {
    for (let number = 0; on; number += 1) {
      const messages = poll(number);
      load.polls.push(messages);
      for (const message of messages) {
        expect((await publisher.publish(message)).ok).toBe(true);
        load.confirmed += 1;
      }
      await wait(PUBLISH_MS);
    }
  })();
  function stop(): Promise<void> {
    on = false;
    return publishing;
  }
  return load;
}

/** Kills one tier. The collector only while the broker takes what it sends: else its memory is what is lost. */
async function killOne(tier: KilledTier, load: Load, silences: ExportPause[]): Promise<void> {
  if (tier !== 'collector') return product.kill(tier);
  await until('a collector listens', product.listens, 20_000);
  const before = load.confirmed;
  await until('the broker confirms', () => load.confirmed > before + 1, 20_000);
  await wait(GATHER_MS);
  const fromMs = Date.now() - GATHER_MS;
  await product.kill(tier);
  await until('no collector listens', () => !product.listens(), 5_000);
  await until('a collector listens again', product.listens, 30_000);
  silences.push({ fromMs, untilMs: Date.now() });
}

/** Whether the writer has committed the last message of every partition of every stream. */
async function isWritten(): Promise<boolean> {
  const positions = await bus.bucket(buckets.positions);
  for (const key of ['flows', 'samples', 'measures', 'alarms'] as const)
    for (let partition = 0; partition < PARTITIONS; partition += 1) {
      const subject = subjectOf(key, partition);
      const last = await bus.lastMessage(streams[key].name, subject);
      const entry = await positions.get(`${subject}.writer`);
      const written = entry === undefined ? 0 : Number(new TextDecoder().decode(entry.value));
      if (last !== undefined && written < last.seq) return false;
    }
  return true;
}

/** Output of an engine that is not killed. */
function undisturbed(polls: Load['polls']) {
  return Array.from({ length: PARTITIONS }, (_, partition) =>
    run({
      setting: {
        windowSeconds: WINDOW_SECONDS,
        allowedLatenessMs: 2_000,
        inventory,
        alarms,
        belongs: (customer) => partitionOf(customer, PARTITIONS) === partition,
      },
      messages: polls.flatMap((messages) =>
        messages.filter((one) => one.partition === partition).map(({ data }) => data),
      ),
      end: 0,
    }),
  );
}

const rowsOf = (sql: string): Promise<readonly { readonly row: string }[]> => clickhouse.query(sql);
const textOf = (rows: readonly (readonly (string | number)[])[]): readonly string[] =>
  rows.map((row) => row.join(' ')).sort();

const bits = new DataView(new ArrayBuffer(8));
const bitsOf = (value: number): string => {
  bits.setFloat64(0, value);
  return String(bits.getBigUint64(0));
};

type Undisturbed = ReturnType<typeof undisturbed>;

/**
 * Rows of the ports, up to the last window of an undisturbed run. Of the flows there are measures too once their windows close, which
 * takes minutes; and when the load is over, silence brings one more window to its end while a long run is computed again.
 */
function compared(expected: Undisturbed): string {
  const ports = [...inventory.interfaces.keys()].join(', ');
  const windows = expected.map(({ measures }, partition) => {
    const last = Math.max(...new Set(measures.map(({ at }) => at)));
    return `(customer % ${String(PARTITIONS)} = ${String(partition)} AND toUnixTimestamp(at) <= ${String(last)})`;
  });
  return `element IN (${ports}) AND (${windows.join(' OR ')})`;
}

async function expectMeasures(measures: readonly MeasureRow[], where: string): Promise<void> {
  const there = await rowsOf(
    `SELECT concat(toString(element), ' ', toString(kpi), ' ', toString(toUnixTimestamp(at)), ' ', toString(reinterpretAsUInt64(value))) AS row FROM measures WHERE ${where}`,
  );
  expect(
    await rowsOf(
      'SELECT DISTINCT toString(element) AS row FROM measures GROUP BY element, kpi, at HAVING count() > 1',
    ),
  ).toEqual([]);
  expect(there.map(({ row }) => row).sort()).toEqual(
    textOf(measures.map(({ element, kpi, at, value }) => [element, kpi, at, bitsOf(value)])),
  );
}

async function expectEvents(events: readonly EventRow[], where: string): Promise<void> {
  const there = await rowsOf(
    `SELECT concat(toString(alarm), ' ', toString(element), ' ', toString(toUnixTimestamp(at)), ' ', edge, ' ', lower(hex(event))) AS row FROM alarm_events WHERE ${where}`,
  );
  const hash = (event: Uint8Array): string => Buffer.from(event).toString('hex');
  expect(there.map(({ row }) => row).sort()).toEqual(
    textOf(events.map(({ alarm, element, at, edge, event }) => [alarm, element, at, edge, hash(event)])),
  );
}

async function expectSamples(samples: readonly TestSampleRow[]): Promise<void> {
  const sum = samples.reduce((total, { value }) => total + value, 0n);
  expect(
    await rowsOf("SELECT concat(toString(count()), ' ', toString(sum(value))) AS row FROM samples"),
  ).toEqual([{ row: `${String(samples.length)} ${String(sum)}` }]);
}

/** Returns the number of flows: each of those due, none twice, and the same sums in every rollup. */
async function expectFlows(due: readonly number[]): Promise<number> {
  const rows = await clickhouse.query<{ number: number }>('SELECT bytes - 1 AS number FROM flows');
  const there = new Set(rows.map(({ number }) => number));
  expect(due.filter((number) => !there.has(number)).slice(0, 20)).toEqual([]);
  const bytes = [...there].reduce((sum, number) => sum + number + 1, 0);
  expect(await flowTotals(clickhouse)).toEqual(sameEverywhere({ flows: there.size, bytes }));
  return there.size;
}

async function whenWritten(least: Readonly<Record<'measures' | 'alarm_events', number>>): Promise<void> {
  // It may have been the last to be killed.
  await until('the store answers', () => clickhouse.ping(), 30_000);
  const isThere = async (table: 'measures' | 'alarm_events'): Promise<boolean> => {
    const ports = [...inventory.interfaces.keys()].join(', ');
    const [found] = await clickhouse.query<{ rows: number }>(
      `SELECT count() AS rows FROM ${table} WHERE element IN (${ports})`,
    );
    return (found?.rows ?? 0) >= least[table];
  };
  await until(
    'everything is written',
    async () => (await isThere('measures')) && (await isThere('alarm_events')) && (await isWritten()),
    60_000,
  );
}

it(`any tier killed at any point, ${String(ROUNDS)} rounds under load: rows in are rows out, and alarms are those of an undisturbed run`, async () => {
  const silences: ExportPause[] = [];
  const flows = await sendNumberedFlows(exporters, product.flowPort);
  const load = publishPolls();
  for (let round = 0; round < ROUNDS; round += 1) {
    await wait(100 + Math.random() * 900);
    // Each tier in turn, and at the end of a turn another order of them.
    await killOne(names[(round + Math.floor(round / names.length)) % names.length]!, load, silences);
  }
  await until('a collector listens', product.listens, 30_000);
  await wait(GATHER_MS);
  await load.stop();
  await flows.stop();
  const expected = undisturbed(load.polls);
  const events = expected.flatMap((one) => one.events);
  const measures = expected.flatMap((one) => one.measures);
  const samples = load.polls.flat().flatMap(({ data }) => sampleCodec.decode(data));
  const due = owed(flows.sent, silences);
  await whenWritten({ measures: measures.length, alarm_events: events.length });
  const there = await expectFlows(due);
  await expectSamples(samples);
  await expectMeasures(measures, compared(expected));
  await expectEvents(events, compared(expected));
  // A collector that is killed round after round listens a fifth of the time.
  expect(due.length).toBeGreaterThan(flows.count() / 16);
  expect(events.length).toBeGreaterThan(20);
  process.stdout.write(
    `${String(ROUNDS)} kills of ${names.join(', ')}: ${String(there)} of ${String(flows.count())} flows sent (${String(due.length)} due), ` +
      `${String(samples.length)} samples, ${String(measures.length)} measures, ${String(events.length)} alarm events\n`,
  );
}, 900_000);
