import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CounterKey } from '#schemas/counter/catalogue.ts';
import { START_MS, aSample, anAlarm, anInventory, deviceOf, portOf, sampleCodec } from './engine-network.ts';
import type { SampleRow } from './engine-network.ts';
import { run } from './engine-run.ts';
import type { Log, Setting } from './engine-run.ts';

const LATENESS_MS = 4_000;
const CUSTOMERS = 4;
const PORTS = 3;

const alarms = [
  anAlarm({ id: 1, kpi: 'itf_in_bps', threshold: 4_000, outliers: 2, measures: 3 }),
  anAlarm({ id: 2, kpi: 'itf_in_bps', threshold: 2_000, outliers: 1, measures: 2, severity: 'major' }),
  anAlarm({ id: 3, kpi: 'cpe_avail', operator: '<', threshold: 100, outliers: 2, measures: 4 }),
  anAlarm({ id: 4, kpi: 'itf_avail', operator: '<', threshold: 50, byCustomer: new Map([[2, 90]]) }),
  anAlarm({
    id: 5,
    kpi: 'itf_out_err',
    operator: '>=',
    threshold: 20,
    byElement: new Map([[portOf(3, 1), 1]]),
  }),
];
const setting: Setting = {
  windowSeconds: 10,
  latenessMs: LATENESS_MS,
  inventory: anInventory(CUSTOMERS, PORTS),
  alarms,
};

interface Poll {
  readonly customer: number;
  /** Milliseconds behind the round time of the poll. */
  readonly jitter: number;
  readonly answered: boolean;
  readonly growth: number;
  readonly up: boolean;
  readonly reset: boolean;
}

const poll = (customer: number): fc.Arbitrary<Poll> =>
  fc.record({
    customer: fc.constant(customer),
    jitter: fc.integer({ min: 0, max: 1_900 }),
    answered: fc.integer({ min: 0, max: 9 }).map((dice) => dice > 0),
    growth: fc.integer({ min: 0, max: 12_000 }),
    up: fc.integer({ min: 0, max: 5 }).map((dice) => dice > 0),
    reset: fc.integer({ min: 0, max: 9 }).map((dice) => dice === 0),
  });

const INTERVAL_MS = 5_000;
const portCounters = ['in_octets', 'out_unicast', 'out_errors', 'speed', 'admin_up', 'oper_up'] as const;

/** Everything that polls of one customer bring in, with counters that grow and are reset. */
function samplesOf(polls: readonly Poll[]): SampleRow[] {
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
      element: deviceOf(customer),
      value: one.answered ? 1n : 0n,
    });
    if (!one.answered) return [device];
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

function shuffled(rows: readonly SampleRow[], seed: number): SampleRow[] {
  let state = seed >>> 0 || 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % LATENESS_MS;
  };
  const delayed = rows.map((row) => ({ row, arrives: row.at + next() }));
  return delayed.sort((a, b) => a.arrives - b.arrives).map(({ row }) => row);
}

function messagesOf(rows: readonly SampleRow[], rowsPerMessage: number): Uint8Array[] {
  const messages: Uint8Array[] = [];
  for (let from = 0; from < rows.length; from += rowsPerMessage)
    messages.push(sampleCodec.encode(rows.slice(from, from + rowsPerMessage)));
  return messages;
}

const END = START_MS + 62 * INTERVAL_MS;
const inOrder = (rows: readonly SampleRow[]): Log =>
  run({ setting, messages: messagesOf(rows, 50), end: END });

const text = (value: unknown) =>
  JSON.stringify(value, (_, cell: unknown) =>
    cell instanceof Uint8Array ? Buffer.from(cell).toString('hex') : cell,
  );
const canonical = (log: Log) => ({
  measures: log.measures.map(text).sort(),
  events: log.events.map(text).sort(),
});

describe('the event log of the engine', () => {
  it('is the same byte by byte in any order of arrival inside the lateness', () => {
    fc.assert(
      fc.property(story, arrival, (rows, { seed, rowsPerMessage }) => {
        const expected = inOrder(rows);
        const found = run({ setting, messages: messagesOf(shuffled(rows, seed), rowsPerMessage), end: END });
        expect(found.messages).toEqual(expected.messages);
        expect(expected.events.length).toBeGreaterThan(0);
      }),
      { numRuns: 40 },
    );
  });

  it('is the same byte by byte with restarts from any checkpoint at any place', () => {
    const kill = fc.record({
      after: fc.integer({ min: 1, max: 60 }),
      checkpointBefore: fc.integer({ min: 0, max: 60 }),
    });
    fc.assert(
      fc.property(story, arrival, fc.array(kill, { minLength: 1, maxLength: 4 }), (rows, { seed }, kills) => {
        const messages = messagesOf(shuffled(rows, seed), 40);
        const found = run({ setting, messages, end: END, kills });
        expect(found.messages).toEqual(inOrder(rows).messages);
      }),
      { numRuns: 40 },
    );
  });

  it('is the same for a customer whatever customers share its partition', () => {
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
        const merged: Log = {
          messages: [],
          measures: logs.flatMap((log) => log.measures),
          events: logs.flatMap((log) => log.events),
        };
        expect(canonical(merged)).toEqual(canonical(inOrder(rows)));
      }),
      { numRuns: 20 },
    );
  });

  it('does not change when the same message comes twice', () => {
    fc.assert(
      fc.property(story, (rows) => {
        const twice = messagesOf(rows, 50).flatMap((message) => [message, message]);
        expect(run({ setting, messages: twice, end: END }).messages).toEqual(inOrder(rows).messages);
      }),
      { numRuns: 10 },
    );
  });
});
