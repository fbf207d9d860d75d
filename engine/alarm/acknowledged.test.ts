import { runSync } from '#platform/clock/steps.ts';
import { serialize, deserialize } from 'node:v8';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Silence } from '#schemas/silence/silence.ts';
import type { AcknowledgementCommand } from '#schemas/alerting/acknowledgement.ts';
import { Evidence } from '#schemas/alerting/alert.ts';
import { silencesOfPartition } from '#engine/configuration/silences-of-partition.ts';
import { createPartition } from '#engine/partition/partition.ts';
import type { Partition, PartitionState } from '#engine/partition/partition.ts';
import type { AlarmEvent } from '#engine/alarm/event-row.ts';
import {
  START_MS,
  aSample,
  anAlarm,
  anInventory,
  deviceOf,
  portOf,
  sampleCodec,
  siteOf,
} from '#tests/fixtures/engine/engine-network.ts';

const WINDOW = 10;
const START = START_MS / 1_000;
const ELEMENT = portOf(1, 0);
const alarms = [anAlarm({ id: 1, threshold: 100, outliers: 1, measures: 2 })];
const setting = { windowSeconds: WINDOW, latenessMs: 0, inventory: anInventory(1, 1), alarms };

/** Start of a window by its number from the beginning, seconds. */
const windowAt = (number: number): number => START + number * WINDOW;

/** A partition whose port carries `loads[n]` bit/s in window n, fed window by window. */
function aPartition(loads: readonly number[]) {
  const told: AlarmEvent[] = [];
  const events: AlarmEvent[] = [];
  const options = {
    ...setting,
    output: {
      measures: () => undefined,
      events: (_: unknown, own: readonly AlarmEvent[]) => events.push(...own),
      acknowledgements: (events: readonly AlarmEvent[]) => told.push(...events),
    },
  };
  let octets = 0;
  const polls = [0, ...loads].map((load, index) => {
    octets += (load * WINDOW) / 8;
    const at = index * WINDOW * 1_000;
    return sampleCodec.encode([
      aSample('in_octets', { at, value: BigInt(octets) }),
      aSample('poll', { at, value: 1n }),
    ]);
  });
  const state = { partition: createPartition(options), next: 0 };
  return {
    told,
    /** Those that windows brought forth. */
    events,
    get partition(): Partition {
      return state.partition;
    },
    /** Until the window of this number is decided. */
    feed: (until: number): void => {
      for (; state.next <= until + 1 && state.next < polls.length; state.next += 1)
        runSync(state.partition.pushSteps(polls[state.next]!));
      runSync(state.partition.closeUntilSteps((START + (until + 1) * WINDOW) * 1_000));
    },
    restart: (): void => {
      const kept = serialize(state.partition.state());
      state.partition = createPartition(options);
      runSync(state.partition.restoreSteps(deserialize(kept) as PartitionState));
    },
  };
}

let sequence = 0;
function send(partition: Partition, command: AcknowledgementCommand, seq = (sequence += 1)): void {
  partition.applyCommand({ seq, at: START_MS + seq, command });
}
const acknowledge = (
  window: number,
  change: Partial<Extract<AcknowledgementCommand, { kind: 'acknowledge' }>> = {},
): AcknowledgementCommand => ({
  kind: 'acknowledge',
  customer: 1,
  alarm: 1,
  element: ELEMENT,
  window: windowAt(window),
  by: 'Ada',
  note: 'on it',
  until: null,
  worse: null,
  ...change,
});
const takeBack = (window: number): AcknowledgementCommand => ({
  kind: 'unacknowledge',
  customer: 1,
  alarm: 1,
  element: ELEMENT,
  window: windowAt(window),
  by: 'Ben',
});

const marked = (partition: Partition, now = START_MS) =>
  [...partition.runningInstances()].map((running) => partition.acknowledgements.find(running, now)?.note ?? 'nobody');
const edges = (told: readonly AlarmEvent[]) =>
  told.map(({ edge, cause, at }) => `${edge} ${cause} ${String((at - START) / WINDOW)}`);

describe('an acknowledged alarm', () => {
  it('tells by whom and why, and is an event', () => {
    const { partition, feed, told } = aPartition([200, 200, 200]);
    feed(1);
    send(partition, acknowledge(1));
    expect(marked(partition)).toEqual(['on it']);
    expect(edges(told)).toEqual(['acknowledge user 1']);
    expect(Evidence.parse(JSON.parse(told[0]!.evidence)).acknowledged).toMatchObject({
      by: 'Ada',
      note: 'on it',
    });
  });

  it('loses its acknowledgement when it clears', () => {
    const { partition, feed, told } = aPartition([200, 0, 0, 200, 200]);
    feed(0);
    send(partition, acknowledge(0));
    feed(2);
    expect(marked(partition)).toEqual([]);
    feed(3);
    expect(marked(partition)).toEqual(['nobody']);
    expect(edges(told)).toEqual(['acknowledge user 0']);
  });

  it('is nobody’s any more when it was taken back', () => {
    const { partition, feed, told } = aPartition([200, 200]);
    feed(1);
    send(partition, acknowledge(1));
    send(partition, takeBack(1));
    expect(marked(partition)).toEqual(['nobody']);
    expect(edges(told)).toEqual(['acknowledge user 1', 'unacknowledge user 1']);
    expect(JSON.parse(told[1]!.evidence)).toMatchObject({ endedBy: 'Ben', acknowledged: { by: 'Ada' } });
  });

  it('is nobody’s any more from the time on at which it expires', () => {
    const { partition, feed } = aPartition([200, 200]);
    feed(1);
    send(partition, acknowledge(1, { until: START_MS + 60_000 }));
    expect(partition.acknowledgements.expiresAfter(START_MS)).toBe(START_MS + 60_000);
    expect(marked(partition, START_MS + 59_999)).toEqual(['on it']);
    expect(marked(partition, START_MS + 60_000)).toEqual(['nobody']);
  });

  it.each([
    ['with the window that ends at its time', 30_000, 2],
    ['with the window that its time lies in', 30_001, 3],
    ['with the next window when its time was over before', 5_000, 1],
  ])('has its end in the history, %s', (_, until, window) => {
    const { partition, feed, told, restart } = aPartition([200, 200, 200, 200, 200]);
    feed(0);
    send(partition, acknowledge(0, { until: START_MS + until }));
    restart();
    feed(4);
    expect(edges(told)).toEqual(['acknowledge user 0', `unacknowledge expired ${String(window)}`]);
    expect(told[1]!.ingested).toBe(START_MS + until);
  });

  it('whose end comes after that of the alarm ends with it, without an event of its own', () => {
    const { partition, feed, told } = aPartition([200, 0, 0, 200, 200, 200]);
    feed(0);
    send(partition, acknowledge(0, { until: START_MS + 55_000 }));
    feed(5);
    expect(edges(told)).toEqual(['acknowledge user 0']);
  });

  it('until it gets worse is nobody’s any more after the first worse window, and no other', () => {
    const worse = { severity: 'critical', value: 300 } as const;
    const { partition, feed, told } = aPartition([300, 300, 252, 300, 304, 200]);
    feed(0);
    send(partition, acknowledge(0, { worse }));
    feed(3);
    expect(marked(partition)).toEqual(['on it']);
    feed(4);
    expect(marked(partition)).toEqual(['nobody']);
    expect(edges(told)).toEqual(['acknowledge user 0', 'unacknowledge worse 4']);
    expect(told[1]!.value).toBe(304);
  });

  it('until it gets worse is nobody’s any more when its severity is raised', () => {
    const { partition, feed } = aPartition([300, 300, 300, 300]);
    feed(0);
    send(partition, acknowledge(0, { worse: { severity: 'major', value: 300 } }));
    expect(marked(partition)).toEqual(['on it']);
    feed(1);
    expect(marked(partition)).toEqual(['nobody']);
  });
});

describe('a silence of a running alarm', () => {
  const aSilence = (change: Partial<Silence> = {}): Silence => ({
    id: 1,
    customer: null,
    match: { alarms: [], severities: [], sites: [], elements: [] },
    reason: 'fibre works',
    author: 'Cleo',
    startsAt: START_MS + 15_000,
    endsAt: START_MS + 45_000,
    recurrence: null,
    maintenance: false,
    ...change,
  });
  const silencing = (events: readonly AlarmEvent[]) =>
    edges(events.filter(({ edge }) => edge !== 'raise' && edge !== 'clear'));
  const LOADS = [200, 200, 200, 200, 200, 200];

  it('begins and ends in its history with the windows at whose end it holds, and no longer, by whom and why', () => {
    const { partition, feed, events } = aPartition(LOADS);
    feed(0);
    expect(partition.setSilences([aSilence()])).toBe(true);
    expect(partition.setSilences([aSilence()])).toBe(false);
    feed(5);
    expect(silencing(events)).toEqual(['silence silence 1', 'unsilence silence 4']);
    for (const { edge, evidence } of events.filter(({ edge: of }) => of.endsWith('silence')))
      expect([edge, Evidence.parse(JSON.parse(evidence)).silenced]).toEqual([
        edge,
        { silence: 1, by: 'Cleo', reason: 'fibre works', until: START_MS + 45_000 },
      ]);
  });

  it('of a maintenance window that comes again is told each time', () => {
    const recurrence = { every: 'day', interval: 1, time: '00:00', minutes: 1, zone: 'UTC' } as const;
    const { partition, feed, events } = aPartition([200, 200, 200, 200, 200, 200, 200, 200]);
    partition.setSilences([aSilence({ startsAt: START_MS - 86_400_000, endsAt: null, recurrence })]);
    feed(7);
    expect(silencing(events)).toEqual(['silence silence 0', 'unsilence silence 5']);
  });

  it('that was ended before its time has its end, and an alarm that clears in one none', () => {
    const { partition, feed, events } = aPartition([200, 200, 200, 0, 0, 200, 200]);
    partition.setSilences([aSilence({ startsAt: START_MS, endsAt: START_MS + 500_000 })]);
    feed(1);
    partition.setSilences([]);
    feed(2);
    partition.setSilences([aSilence({ id: 2, startsAt: START_MS, endsAt: START_MS + 500_000 })]);
    feed(6);
    expect(silencing(events)).toEqual([
      'silence silence 0',
      'unsilence silence 2',
      'silence silence 3',
      'silence silence 5',
    ]);
  });

  it.each([
    ['of its device', { match: { ...aSilence().match, elements: [deviceOf(1)] } }, 2],
    ['of another site', { match: { ...aSilence().match, sites: [siteOf(2)] } }, 0],
    ['of another customer', { customer: 2 }, 0],
    [
      'that begins and ends between two ends of windows',
      { startsAt: START_MS + 21_000, endsAt: START_MS + 29_000 },
      2,
    ],
  ])('%s is told as often as it concerns it', (_, change, told) => {
    const { partition, feed, events } = aPartition(LOADS);
    const own = silencesOfPartition([aSilence(change)], setting.inventory, (customer) => customer === 1);
    partition.setSilences(own);
    feed(5);
    expect(silencing(events)).toHaveLength(told);
  });

  /** Seconds from the beginning to the second. */
  const within = (id: number, from: number, to: number): Silence =>
    aSilence({ id, startsAt: START_MS + from * 1_000, endsAt: START_MS + to * 1_000 });
  const told = (events: readonly AlarmEvent[]) =>
    events
      .filter(({ edge }) => edge.endsWith('silence'))
      .map(({ edge, at, ingested, evidence }) => [
        `${edge} ${String(Evidence.parse(JSON.parse(evidence)).silenced?.silence)}`,
        (at - START) / WINDOW,
        (ingested - START_MS) / 1_000,
      ]);

  it('has its beginning and its end in its history however short, each silence its own, in the order of time', () => {
    const { partition, feed, events } = aPartition(LOADS);
    partition.setSilences([within(1, 21, 29), within(2, 22, 34), within(3, 23, 24), within(4, 40, 50)]);
    feed(5);
    expect(told(events)).toEqual([
      ['silence 1', 2, 21],
      ['silence 2', 2, 22],
      ['silence 3', 2, 23],
      ['unsilence 3', 2, 24],
      ['unsilence 1', 2, 29],
      ['unsilence 2', 3, 34],
      ['silence 4', 3, 40],
      ['unsilence 4', 4, 50],
    ]);
    expect(new Set(events.map(({ event }) => Buffer.from(event).toString('hex'))).size).toBe(events.length);
  });

  it('held for no alarm when it was over before the first window of one ended; within the window that clears it, it did', () => {
    const { partition, feed, events } = aPartition([200, 0, 0, 0, 200, 200]);
    partition.setSilences([within(1, 1, 9), within(2, 11, 12), within(3, 21, 22), within(4, 31, 32)]);
    feed(3);
    expect(edges(events).filter((one) => one.startsWith('clear'))).toEqual(['clear rule 2']);
    expect(told(events)).toEqual([
      ['silence 2', 1, 11],
      ['unsilence 2', 1, 12],
      ['silence 3', 2, 21],
      ['unsilence 3', 2, 22],
    ]);
  });

  it('that becomes known late is told from the oldest window on that is open', () => {
    const { partition, feed, events } = aPartition(LOADS);
    feed(1);
    partition.setSilences([within(1, 0, 22), within(2, 5, 15)]);
    feed(3);
    expect(told(events)).toEqual([
      ['silence 1', 2, 20],
      ['unsilence 1', 2, 22],
    ]);
  });

  it('is told the same after restarts, by the silences that were known when its window closed the first time', () => {
    const story = fc.record({
      loads: fc.array(fc.constantFrom(0, 200, 200, 200), { minLength: 12, maxLength: 12 }),
      silences: fc.array(
        fc.record({ from: fc.nat(100), seconds: fc.integer({ min: 1, max: 60 }), known: fc.nat(11) }),
        { maxLength: 4 },
      ),
      restarts: fc.array(fc.nat(11), { maxLength: 4 }),
    });
    let told = 0;
    fc.assert(
      fc.property(story, ({ loads, silences, restarts }) => {
        const play = (killed: readonly number[]) => {
          const played = aPartition(loads);
          for (let window = 0; window < loads.length; window += 1) {
            const known = silences.filter((one) => one.known <= window);
            played.partition.setSilences(
              known.map(({ from, seconds }, id) =>
                aSilence({
                  id,
                  startsAt: START_MS + from * 1_000,
                  endsAt: START_MS + (from + seconds) * 1_000,
                }),
              ),
            );
            if (killed.includes(window)) played.restart();
            played.feed(window);
          }
          return edges(played.events);
        };
        const expected = play([]);
        expect(play(restarts)).toEqual(expected);
        told += expected.filter((edge) => edge.includes('silence')).length;
      }),
      { numRuns: 60 },
    );
    expect(told).toBeGreaterThan(20);
  });
});

describe('a command does nothing', () => {
  it.each([
    ['of an alarm that does not run', acknowledge(1, { alarm: 9 })],
    ['of an element that is not there', acknowledge(1, { element: 5 })],
    ['of another customer', acknowledge(1, { customer: 2 })],
  ])('%s', (_, command) => {
    const { partition, feed, told } = aPartition([200, 200]);
    feed(1);
    send(partition, command);
    expect(marked(partition)).toEqual(['nobody']);
    expect(told).toEqual([]);
  });

  it('of an alarm that cleared and was raised again since', () => {
    const { partition, feed } = aPartition([200, 0, 0, 200]);
    feed(3);
    send(partition, acknowledge(0));
    expect(marked(partition)).toEqual(['nobody']);
  });

  it('when it comes a second time', () => {
    const { partition, feed, told } = aPartition([200, 200]);
    feed(1);
    send(partition, acknowledge(1), 1_000);
    send(partition, acknowledge(1), 1_000);
    expect(told).toHaveLength(1);
  });
});

describe('whenever the commands are read', () => {
  const LOADS = 16;
  const command = fc.record({
    window: fc.integer({ min: 0, max: LOADS - 1 }),
    kind: fc.constantFrom('acknowledge', 'acknowledge', 'unacknowledge'),
    worse: fc.option(fc.constantFrom(150, 250, 350)),
    until: fc.option(fc.integer({ min: 0, max: LOADS * WINDOW * 1_000 })),
  });
  const story = fc.record({
    loads: fc.array(fc.constantFrom(0, 0, 120, 200, 300, 400), { minLength: LOADS, maxLength: LOADS }),
    commands: fc.array(command, { maxLength: 4 }),
    /** How many windows later than its own each command is read: before it in a replay, behind it when the engine is ahead. */
    late: fc.array(fc.integer({ min: -LOADS, max: 2 }), { minLength: 4, maxLength: 4 }),
    /** After which windows the engine is restarted. */
    restarts: fc.array(fc.integer({ min: 0, max: LOADS }), { maxLength: 3 }),
  });

  it('before their window, in a replay, or behind it, with restarts: the same alarms are acknowledged', () => {
    fc.assert(
      fc.property(story, ({ loads, commands, late, restarts }) => {
        const inOrder = commands
          .toSorted((a, b) => a.window - b.window)
          .map(({ window, kind, worse, until }) =>
            kind === 'unacknowledge'
              ? takeBack(window)
              : acknowledge(window, {
                  note: `at ${String(window)}`,
                  until: until === null ? null : START_MS + until,
                  worse: worse === null ? null : { severity: 'critical', value: worse },
                }),
          );
        const play = (delays: readonly number[], killed: readonly number[]) => {
          const played = aPartition(loads);
          let earliest = 0;
          const reads = inOrder.map((each, index) => {
            const due = (each.window - START) / WINDOW + (delays[index] ?? 0);
            // As in the stream: none is read before the one in front of it.
            earliest = Math.min(LOADS - 1, Math.max(earliest, due));
            return earliest;
          });
          for (let window = 0; window < LOADS; window += 1) {
            played.feed(window);
            for (const [index, each] of inOrder.entries())
              if (reads[index] === window) send(played.partition, each, 10_000 + index);
            if (killed.includes(window)) played.restart();
          }
          return { marked: marked(played.partition), told: edges(played.told).toSorted() };
        };
        const expected = play([], []);
        expect(play(late, restarts).marked).toEqual(expected.marked);
        const early = late.map((delay) => Math.min(0, delay));
        expect(play(early, restarts)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });
});
