import { runSync } from '#platform/clock/steps.ts';
import { isDeepStrictEqual } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IDLE_WINDOWS } from '#engine/partition/partition-options.ts';
import type { PartitionState } from '#engine/partition/partition.ts';
import type { CounterKey } from '#schemas/counter/catalogue.ts';
import {
  START_MS,
  aSample,
  anAlarm,
  anInventory,
  addressedDevice,
  portOf,
  sampleCodec,
  type TestSampleRow,
} from '#tests/fixtures/engine/engine-network.ts';
import {
  emptyLog,
  partitionInto,
  run,
  type EngineLog,
  type Message,
  type Setting,
} from '#tests/fixtures/engine/engine-run.ts';
import { rounds } from '#tests/fixtures/rounds.ts';

const LATENESS_MS = 4_000;
const CUSTOMERS = 4;
const PORTS = 3;

const alarms = [
  anAlarm({ id: 1, kpi: 'itf_in_bps', threshold: 4_000, outliers: 2, measures: 3 }),
  anAlarm({ id: 2, kpi: 'itf_in_bps', threshold: 2_000, outliers: 1, measures: 2, severity: 'major' }),
  anAlarm({ id: 3, kpi: 'cpe_avail', operator: '<', threshold: 50, outliers: 1, measures: 4 }),
  anAlarm({ id: 4, kpi: 'itf_avail', operator: '<', threshold: 50, byCustomer: new Map([[2, 90]]) }),
  anAlarm({
    id: 5,
    kpi: 'itf_out_err',
    operator: '>=',
    threshold: 20,
    byElement: new Map([[portOf(3, 1), 1]]),
  }),
  anAlarm({ id: 6, threshold: 4_000, clearAfter: 2, noDataMinutes: 1 }),
  anAlarm({
    id: 7,
    threshold: 2_000,
    outliers: 2,
    measures: 4,
    severity: 'minor',
    levels: { major: 4_000, critical: 6_000 },
    clearAfter: 2,
  }),
];
const WINDOW_MS = 10_000;
const setting: Setting = {
  windowSeconds: WINDOW_MS / 1_000,
  allowedLatenessMs: LATENESS_MS,
  inventory: anInventory(CUSTOMERS, PORTS),
  alarms,
};

interface Poll {
  readonly customer: number;
  /** Milliseconds behind the round time of the poll. */
  readonly jitter: number;
  readonly responded: boolean;
  readonly growth: number;
  readonly up: boolean;
  readonly reset: boolean;
}

const poll = (customer: number): fc.Arbitrary<Poll> =>
  fc.record({
    customer: fc.constant(customer),
    jitter: fc.integer({ min: 0, max: 1_900 }),
    responded: fc.integer({ min: 0, max: 9 }).map((dice) => dice > 0),
    growth: fc.integer({ min: 0, max: 12_000 }),
    up: fc.integer({ min: 0, max: 5 }).map((dice) => dice > 0),
    reset: fc.integer({ min: 0, max: 9 }).map((dice) => dice === 0),
  });

const INTERVAL_MS = 5_000;
const portCounters = ['in_octets', 'out_unicast', 'out_errors', 'speed', 'admin_up', 'oper_up'] as const;

/** Everything that polls of one customer bring in, with counters that grow and are reset. */
function samplesOf(polls: readonly Poll[]): TestSampleRow[] {
  const totals = new Map<string, bigint>();
  const grow = (key: string, { growth, reset }: Poll): bigint => {
    const total = (reset ? 0n : (totals.get(key) ?? 0n)) + BigInt(growth);
    totals.set(key, total);
    return total;
  };
  return polls.flatMap((one, index) => {
    const at = index * INTERVAL_MS + one.jitter;
    const { customer } = one;
    const device = aSample('poll', {
      at,
      customer,
      element: addressedDevice(customer),
      value: one.responded ? 1n : 0n,
    });
    if (!one.responded) return [device];
    const valueOf: Record<(typeof portCounters)[number], (element: number) => bigint> = {
      in_octets: (element) => grow(`in ${String(element)}`, one),
      out_unicast: (element) => grow(`out ${String(element)}`, one),
      out_errors: (element) => grow(`errors ${String(element)}`, { ...one, growth: one.growth % 900 }),
      speed: () => 100_000_000n,
      admin_up: () => 1n,
      oper_up: () => (one.up ? 1n : 0n),
    };
    const ports = Array.from({ length: PORTS }, (_, port) => portOf(customer, port)).flatMap((element) =>
      portCounters.map((key: CounterKey & keyof typeof valueOf) =>
        aSample(key, { at, customer, element, value: valueOf[key](element) }),
      ),
    );
    return [device, ...ports];
  });
}

const story = fc
  .tuple(...[1, 2, 3, 4].map((customer) => fc.array(poll(customer), { minLength: 30, maxLength: 60 })))
  .map((customers) => customers.flatMap(samplesOf).sort((a, b) => a.at - b.at));

/** Arrival: each sample is late by less than the lateness (a slice less), and they come in messages of some rows. */
const arrival = fc.record({ seed: fc.integer(), rowsPerMessage: fc.integer({ min: 1, max: 80 }) });

function delaysOf(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % LATENESS_MS;
  };
}

function delayed(rows: readonly TestSampleRow[], seed: number) {
  const next = delaysOf(seed);
  return rows.map((row) => ({ row, arrives: row.at + next() })).sort((a, b) => a.arrives - b.arrives);
}

const shuffled = (rows: readonly TestSampleRow[], seed: number): TestSampleRow[] =>
  delayed(rows, seed).map(({ row }) => row);

/** The rows as they arrive, with correct heartbeats at any point: nothing later is later than allowed. */
function messagesAmongHeartbeats(
  rows: readonly TestSampleRow[],
  { seed, heartbeats }: { readonly seed: number; readonly heartbeats: readonly number[] },
): Message[] {
  const arriving = delayed(rows, seed);
  const shares = new Map(heartbeats.map((share) => [Math.floor(share * arriving.length), share]));
  const messages: Message[] = [];
  let own: TestSampleRow[] = [];
  const end = (): void => {
    if (own.length > 0) messages.push(sampleCodec.encode(own));
    own = [];
  };
  for (const [index, { row, arrives }] of arriving.entries()) {
    const share = shares.get(index);
    if (share !== undefined) {
      end();
      messages.push({ idleUntil: arrives - Math.floor(share * 3 * LATENESS_MS) });
    }
    own.push(row);
    if (own.length === 30) end();
  }
  end();
  return messages;
}

/** Everything after the midpoint arrives this many windows later; only heartbeats come in between. */
function withSilence(rows: readonly TestSampleRow[], windows: number) {
  const half = START_MS + 30 * INTERVAL_MS;
  const byMs = windows * WINDOW_MS;
  const later = rows.map((row) => (row.at < half ? row : { ...row, at: row.at + byMs }));
  return { rows: later, half, until: half + byMs };
}

function messagesInSilence(
  { rows, half, until }: ReturnType<typeof withSilence>,
  { seed, everyMs, lastTick }: { readonly seed: number; readonly everyMs: number; readonly lastTick: number },
): Message[] {
  const quiet: Message[] = [];
  for (let idleUntil = half; idleUntil <= until; idleUntil += everyMs) quiet.push({ idleUntil });
  const before = shuffled(
    rows.filter(({ at }) => at < half),
    seed,
  );
  const behind = shuffled(
    rows.filter(({ at }) => at >= half),
    seed,
  );
  return [...messagesOf(before, 40), ...quiet, ...messagesOf(behind, 40), { idleUntil: lastTick }];
}

function messagesOf(rows: readonly TestSampleRow[], rowsPerMessage: number): Uint8Array[] {
  const messages: Uint8Array[] = [];
  for (let from = 0; from < rows.length; from += rowsPerMessage)
    messages.push(sampleCodec.encode(rows.slice(from, from + rowsPerMessage)));
  return messages;
}

const END = START_MS + 62 * INTERVAL_MS;
const inOrder = (rows: readonly TestSampleRow[]): EngineLog =>
  run({ setting, messages: messagesOf(rows, 50), end: END });

const text = (value: unknown) =>
  JSON.stringify(value, (_, cell: unknown) =>
    cell instanceof Uint8Array ? Buffer.from(cell).toString('hex') : cell,
  );
const canonical = (log: EngineLog) => ({
  measures: log.measures.map(text).sort(),
  events: log.events.map(text).sort(),
});

describe('the event log of the engine', () => {
  const kill = fc.record({
    after: fc.integer({ min: 1, max: 60 }),
    checkpointBefore: fc.integer({ min: 0, max: 60 }),
  });
  const heartbeatPlaces = fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), {
    minLength: 1,
    maxLength: 12,
  });

  it('is the same byte for byte in any order of arrival within the allowed lateness', () => {
    fc.assert(
      fc.property(story, arrival, (rows, { seed, rowsPerMessage }) => {
        const expected = inOrder(rows);
        const found = run({ setting, messages: messagesOf(shuffled(rows, seed), rowsPerMessage), end: END });
        expect(found.messages).toEqual(expected.messages);
        expect(expected.events.length).toBeGreaterThan(0);
      }),
      { numRuns: rounds(40) },
    );
  });

  it('is the same byte for byte with restarts from any checkpoint at any point', () => {
    fc.assert(
      fc.property(story, arrival, fc.array(kill, { minLength: 1, maxLength: 4 }), (rows, { seed }, kills) => {
        const messages = messagesOf(shuffled(rows, seed), 40);
        const found = run({ setting, messages, end: END, kills });
        expect(found.messages).toEqual(inOrder(rows).messages);
      }),
      { numRuns: rounds(40) },
    );
  });

  it('is the same byte for byte with correct heartbeats at any point, and restarts among them', () => {
    fc.assert(
      fc.property(
        story,
        fc.integer(),
        heartbeatPlaces,
        fc.array(kill, { maxLength: 3 }),
        (rows, seed, heartbeats, kills) => {
          const messages = messagesAmongHeartbeats(rows, { seed, heartbeats });
          expect(run({ setting, messages, end: END, kills }).messages).toEqual(inOrder(rows).messages);
        },
      ),
      { numRuns: rounds(20) },
    );
  });

  it.each([
    ['a short silence', 1, IDLE_WINDOWS],
    ['a silence longer than the windows closed one by one', IDLE_WINDOWS + 1, IDLE_WINDOWS + 20],
  ])('is the same byte for byte when heartbeats close the windows of %s', (_, min, max) => {
    fc.assert(
      fc.property(
        story,
        fc.record({
          seed: fc.integer(),
          windows: fc.integer({ min, max }),
          everyMs: fc.integer({ min: 300, max: 40_000 }),
          partitions: fc.integer({ min: 1, max: 3 }),
        }),
        fc.array(kill, { maxLength: 3 }),
        (rows, { seed, windows, everyMs, partitions }, kills) => {
          const silent = withSilence(rows, windows);
          const end = END + windows * WINDOW_MS;
          const expected = run({ setting, messages: messagesOf(silent.rows, 50), end });
          const lastTick = end + WINDOW_MS / 10 + LATENESS_MS;
          const logs = Array.from({ length: partitions }, (_, partition) => {
            const belongs = (customer: number): boolean => customer % partitions === partition;
            const own = { ...silent, rows: silent.rows.filter(({ customer }) => belongs(customer)) };
            return run({
              setting: { ...setting, belongs },
              messages: messagesInSilence(own, { seed, everyMs, lastTick }),
              end: 0,
              kills,
            });
          });
          if (partitions === 1) expect(logs[0]!.messages).toEqual(expected.messages);
          const merged = {
            messages: [],
            measures: logs.flatMap((log) => log.measures),
            events: logs.flatMap((log) => log.events),
          };
          expect(canonical(merged)).toEqual(canonical(expected));
        },
      ),
      { numRuns: rounds(8) },
    );
  });

  it('is the same for a customer whichever customers share its partition', () => {
    fc.assert(
      fc.property(story, fc.integer({ min: 2, max: 5 }), (rows, partitions) => {
        const logs = Array.from({ length: partitions }, (_, partition) =>
          run({
            setting: { ...setting, belongs: (customer) => customer % partitions === partition },
            messages: messagesOf(
              rows.filter(({ customer }) => customer % partitions === partition),
              30,
            ),
            end: END,
          }),
        );
        const merged: EngineLog = {
          messages: [],
          measures: logs.flatMap((log) => log.measures),
          events: logs.flatMap((log) => log.events),
        };
        expect(canonical(merged)).toEqual(canonical(inOrder(rows)));
      }),
      { numRuns: rounds(20) },
    );
  });

  it('does not change when a message arrives twice', () => {
    fc.assert(
      fc.property(story, (rows) => {
        const twice = messagesOf(rows, 50).flatMap((message) => [message, message]);
        expect(run({ setting, messages: twice, end: END }).messages).toEqual(inOrder(rows).messages);
      }),
      { numRuns: 10 },
    );
  });
});

it('a stored state is restored in steps and is then what it was', () => {
  const large: Setting = { ...setting, inventory: anInventory(1, 20_000) };
  const log = emptyLog();
  const before = partitionInto(log, large);
  for (let number = 0; number < 4; number += 1) {
    const at = number * WINDOW_MS;
    const rows = [0, 1, 19_999].map((port) =>
      aSample('in_octets', { at, element: portOf(1, port), value: BigInt(number) * 9_000n }),
    );
    runSync(before.pushSteps(sampleCodec.encode(rows), { sequence: number + 1, receivedAt: Infinity }));
  }
  expect(log.events.length).toBeGreaterThan(0);
  const stored = serialize(before.state());
  const after = partitionInto(emptyLog(), { ...setting, inventory: anInventory(1, 0), alarms: [] });
  let steps = 0;
  for (const _ of after.restoreSteps(deserialize(stored) as PartitionState)) steps += 1;
  expect(steps).toBeGreaterThan(20);
  const [found, expected] = [serialize(after.state()), stored].map(
    (bytes) => deserialize(bytes) as PartitionState,
  );
  const differing = Object.keys(expected!).filter(
    (key) => !isDeepStrictEqual(found![key as keyof PartitionState], expected![key as keyof PartitionState]),
  );
  expect(differing).toEqual([]);
});
