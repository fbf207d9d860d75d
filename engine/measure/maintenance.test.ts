import { runSync } from '#platform/clock/steps.ts';
import { deserialize, serialize } from 'node:v8';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { silencesOfPartition } from '#engine/configuration/silences-of-partition.ts';
import type { Partition, PartitionState } from '#engine/partition/partition.ts';
import type { CounterKey } from '#schemas/counter/catalogue.ts';
import { kpis, type KpiKey } from '#schemas/kpi/library.ts';
import type { Silence } from '#schemas/silence/silence.ts';
import {
  START_MS,
  aSample,
  anAlarm,
  anInventory,
  addressedDevice,
  portOf,
  sampleCodec,
  siteOf,
  type TestSampleRow,
} from '#tests/fixtures/engine/engine-network.ts';
import { emptyLog, partitionInto, type EngineLog, type Setting } from '#tests/fixtures/engine/engine-run.ts';
import { rounds } from '#tests/fixtures/rounds.ts';

const WINDOW_MS = 10_000;
const POLL_MS = 5_000;
const inventory = anInventory(2, 2);
const setting: Setting = {
  windowSeconds: WINDOW_MS / 1_000,
  allowedLatenessMs: 0,
  inventory,
  alarms: [anAlarm({ id: 3, kpi: 'itf_avail', operator: '<', threshold: 60, outliers: 1, measures: 2 })],
};

const maintenance = (fromMs: number, untilMs: number, change: Partial<Silence> = {}): Silence => ({
  id: 1,
  customer: null,
  match: { alarms: [], severities: [], sites: [], elements: [] },
  reason: 'fibre works',
  author: 'Cleo',
  startsAt: START_MS + fromMs,
  endsAt: START_MS + untilMs,
  recurrence: null,
  maintenance: true,
  ...change,
});

/** State of every port at each poll, and whether the devices responded. */
const pollsAt = (index: number, up: boolean): TestSampleRow[] =>
  [1, 2].flatMap((customer) => [
    aSample('poll', { at: index * POLL_MS, customer, value: up ? 1n : 0n }),
    ...[0, 1].flatMap((port) =>
      (['admin_up', 'oper_up'] as const).map((key: CounterKey) =>
        aSample(key, {
          at: index * POLL_MS,
          customer,
          element: portOf(customer, port),
          value: key === 'admin_up' || up ? 1n : 0n,
        }),
      ),
    ),
  ]);

const pushTo = (partition: Partition, ups: readonly boolean[], from = 0): void => {
  for (const [index, up] of ups.entries())
    if (index >= from)
      runSync(
        partition.pushSteps(sampleCodec.encode(pollsAt(index, up)), {
          sequence: index + 1,
          receivedAt: Infinity,
        }),
      );
};

function played(ups: readonly boolean[], silences: readonly Silence[]): EngineLog {
  const log = emptyLog();
  const partition = partitionInto(log, setting);
  partition.setSilences(silencesOfPartition(silences, inventory, () => true));
  pushTo(partition, ups);
  runSync(partition.closeUntilSteps(START_MS + ups.length * POLL_MS));
  return log;
}

/** Of one element window by window: value, and what was counted; undefined without a measure. */
function measuresOf(log: EngineLog, kpi: KpiKey, element: number) {
  const own = log.measures.filter((row) => row.kpi === kpis[kpi].id && row.element === element);
  const of = new Map(own.map((row) => [(row.at * 1_000 - START_MS) / WINDOW_MS, row]));
  return (window: number) => of.get(window);
}

const valuesOf = (log: EngineLog, kpi: KpiKey, element: number): (number | undefined)[] => {
  const of = measuresOf(log, kpi, element);
  return [0, 1, 2, 3].map((window) => of(window)?.value);
};

describe('availability', () => {
  /** Down from 15 s to 35 s. */
  const ups = [true, true, true, true, false, false, false, false, true, true, true];

  it('counts an outage, also a silenced one', () => {
    const quiet = maintenance(0, 60_000, { maintenance: false });
    for (const silences of [[], [quiet]]) {
      const log = played(ups, silences);
      expect(valuesOf(log, 'itf_avail', portOf(1, 0))).toEqual([100, 50, 0, 50]);
      expect(valuesOf(log, 'cpe_avail', addressedDevice(1))).toEqual([100, 50, 0, 50]);
      const raised = log.events.filter(({ element, edge }) => element === portOf(1, 0) && edge === 'raise');
      expect(raised).toHaveLength(1);
    }
  });

  it('leaves out what was maintenance to the second, and a window of nothing else has no measure and no alarm', () => {
    const log = played(ups, [maintenance(16_000, 35_000)]);
    expect(valuesOf(log, 'itf_avail', portOf(1, 0))).toEqual([100, 100 * (5 / 6), undefined, 100]);
    expect(valuesOf(log, 'cpe_avail', addressedDevice(2))).toEqual([100, 100 * (5 / 6), undefined, 100]);
    expect(log.events).toEqual([]);
    expect(measuresOf(log, 'itf_avail', portOf(1, 0))(1)).toMatchObject({ numerator: 5, denominator: 6 });
  });

  it.each([
    ['a customer', { customer: 1 }, [portOf(1, 0), portOf(1, 1)]],
    ['a site', { customer: 1, match: { sites: [siteOf(1)] } }, [portOf(1, 0), portOf(1, 1)]],
    [
      'a device and what belongs to it',
      { customer: 1, match: { elements: [addressedDevice(1)] } },
      [portOf(1, 0), portOf(1, 1)],
    ],
    ['one interface', { customer: 1, match: { elements: [portOf(1, 1)] } }, [portOf(1, 1)]],
    ['no element, where site and customer differ', { customer: 2, match: { sites: [siteOf(1)] } }, []],
    ['every element', {}, [portOf(1, 0), portOf(1, 1), portOf(2, 0), portOf(2, 1)]],
  ])(
    'is that of maintenance of %s for these alone',
    (_, { match, ...change }: { match?: object; customer?: number }, concerned) => {
      const none = { alarms: [], severities: [], sites: [], elements: [] };
      const log = played(ups, [maintenance(15_000, 35_000, { ...change, match: { ...none, ...match } })]);
      const found = [portOf(1, 0), portOf(1, 1), portOf(2, 0), portOf(2, 1)].filter(
        (port) => valuesOf(log, 'itf_avail', port)[2] === undefined,
      );
      expect(found).toEqual(concerned);
    },
  );

  it('is that of plain seconds outside of any windows, those that come again and overlap too', () => {
    const spans = fc.array(fc.tuple(fc.nat(100), fc.integer({ min: 1, max: 60 })), { maxLength: 4 });
    const daily = fc.option(fc.integer({ min: 1, max: 2 }), { nil: undefined });
    let left = 0;
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { minLength: 21, maxLength: 21 }),
        spans,
        daily,
        (states, times, minutes) => {
          const windows = times.map(([from, seconds], id) =>
            maintenance(from * 1_000, (from + seconds) * 1_000, { id }),
          );
          const again = minutes && {
            ...maintenance(-86_400_000, 0, { id: 9, endsAt: null }),
            recurrence: { every: 'day', interval: 1, time: '00:01', minutes, zone: 'UTC' } as const,
          };
          const isIn = (second: number): boolean =>
            times.some(([from, seconds]) => second >= from && second < from + seconds) ||
            (minutes !== undefined && second >= 60 && second < 60 + minutes * 60);
          const of = measuresOf(
            played(states, again ? [...windows, again] : windows),
            'itf_avail',
            portOf(2, 1),
          );
          for (let window = 0; window < 10; window += 1) {
            const seconds = Array.from({ length: 10 }, (_, index) => window * 10 + index).filter(
              (second) => !isIn(second),
            );
            const up = seconds.filter((second) => states[Math.floor(second / 5) + 1]);
            left += 10 - seconds.length;
            const found = of(window);
            expect(
              [found?.numerator ?? 0, found?.denominator ?? 0].map((value) => Math.round(value * 1e6) / 1e6),
            ).toEqual([up.length, seconds.length]);
          }
        },
      ),
      { numRuns: rounds(150) },
    );
    expect(left).toBeGreaterThan(1_000);
  });
});

describe('maintenance that arrives as time passes', () => {
  const story = fc.record({
    states: fc.array(fc.boolean(), { minLength: 24, maxLength: 24 }),
    changes: fc.array(
      fc.record({ at: fc.nat(22), from: fc.nat(110), seconds: fc.integer({ min: 1, max: 60 }) }),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
    restarts: fc.array(fc.nat(22), { minLength: 1, maxLength: 4 }),
  });
  const knownAt = (
    changes: readonly { at: number; from: number; seconds: number }[],
    poll: number,
  ): Silence[] =>
    changes
      .filter(({ at }) => at <= poll)
      .map(({ from, seconds }, id) => maintenance(from * 1_000, (from + seconds) * 1_000, { id }));

  it('decides the same after restarts, as it was known when its samples were read the first time', () => {
    fc.assert(
      fc.property(story, ({ states, changes, restarts }) => {
        const play = (killed: readonly number[]): readonly string[] => {
          const log = emptyLog();
          let partition = partitionInto(log, setting);
          for (const [index, up] of states.entries()) {
            partition.setSilences(knownAt(changes, index));
            if (killed.includes(index)) {
              // Whatever changes is stored at once; rows that were not read come again.
              const state = serialize(partition.state());
              partition = partitionInto(log, setting);
              runSync(partition.restoreSteps(deserialize(state) as PartitionState));
              pushTo(partition, states.slice(0, index), partition.readUpTo());
            }
            runSync(
              partition.pushSteps(sampleCodec.encode(pollsAt(index, up)), {
                sequence: index + 1,
                receivedAt: Infinity,
              }),
            );
          }
          runSync(partition.closeUntilSteps(START_MS + 24 * POLL_MS));
          return log.messages;
        };
        expect(play(restarts)).toEqual(play([]));
      }),
      { numRuns: rounds(60) },
    );
  });

  it('does not change a window that was published before the restart', () => {
    const states = Array.from({ length: 24 }, (_, index) => index % 3 !== 0);
    const first = played(states, []);
    const log = emptyLog();
    const partition = partitionInto(log, setting);
    pushTo(partition, states.slice(0, 4));
    const state = serialize(partition.state());
    const next = partitionInto(log, setting);
    runSync(next.restoreSteps(deserialize(state) as PartitionState));
    // Windows 0 to 4 stand in the stream; the checkpoint is older.
    next.setSilences([maintenance(0, 70_000)], START_MS / 1_000 + 50);
    pushTo(next, states, next.readUpTo());
    runSync(next.closeUntilSteps(START_MS + 24 * POLL_MS));
    const numbers = [0, 1, 2, 3, 4, 7, 8, 9, 10];
    const of = (whose: EngineLog) =>
      numbers.map((window) => measuresOf(whose, 'itf_avail', portOf(1, 0))(window));
    expect(of(log)).toEqual(of(first));
    expect(measuresOf(log, 'itf_avail', portOf(1, 0))(6)).toBeUndefined();
  });
});
