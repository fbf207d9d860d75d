import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Silence } from '#schemas/silence/silence.ts';
import { Evidence } from '#schemas/alerting/alert.ts';
import { silencesOfPartition } from '#engine/configuration/silences-of-partition.ts';
import type { AlarmEvent } from '#engine/alarm/event-row.ts';
import { START_MS, addressedDevice, anInventory, siteOf } from '#tests/fixtures/engine/engine-network.ts';
import {
  PORT_WINDOW,
  acknowledgeAt,
  anAlarmedPort,
  assignAt,
  edgesIn,
  sendAcknowledgement,
  shownAssignees,
  shownNotes,
  unacknowledgeAt,
  unassignAt,
} from '#tests/fixtures/engine/alarmed-port.ts';
import { rounds } from '#tests/fixtures/rounds.ts';

const START = START_MS / 1_000;

describe('an acknowledged alarm', () => {
  it('shows its user and note, and emits an event', () => {
    const { partition, feed, emitted } = anAlarmedPort([200, 200, 200]);
    feed(1);
    sendAcknowledgement(partition, acknowledgeAt(1));
    expect(shownNotes(partition)).toEqual(['on it']);
    expect(edgesIn(emitted)).toEqual(['acknowledge user 1']);
    expect(Evidence.parse(JSON.parse(emitted[0]!.evidence)).acknowledged).toMatchObject({
      by: 'Ada',
      note: 'on it',
    });
  });

  it('loses its acknowledgement when it clears', () => {
    const { partition, feed, emitted } = anAlarmedPort([200, 0, 0, 200, 200]);
    feed(0);
    sendAcknowledgement(partition, acknowledgeAt(0));
    feed(2);
    expect(shownNotes(partition)).toEqual([]);
    feed(3);
    expect(shownNotes(partition)).toEqual(['unacknowledged']);
    expect(edgesIn(emitted)).toEqual(['acknowledge user 0']);
  });

  it('is unacknowledged after the acknowledgement is withdrawn', () => {
    const { partition, feed, emitted } = anAlarmedPort([200, 200]);
    feed(1);
    sendAcknowledgement(partition, acknowledgeAt(1));
    sendAcknowledgement(partition, unacknowledgeAt(1));
    expect(shownNotes(partition)).toEqual(['unacknowledged']);
    expect(edgesIn(emitted)).toEqual(['acknowledge user 1', 'unacknowledge user 1']);
    expect(JSON.parse(emitted[1]!.evidence)).toMatchObject({ endedBy: 'Ben', acknowledged: { by: 'Ada' } });
  });

  it('is unacknowledged once the acknowledgement expires', () => {
    const { partition, feed } = anAlarmedPort([200, 200]);
    feed(1);
    sendAcknowledgement(partition, acknowledgeAt(1, { until: START_MS + 60_000 }));
    expect(partition.acknowledgements.expiresAfter(START_MS)).toBe(START_MS + 60_000);
    expect(shownNotes(partition, START_MS + 59_999)).toEqual(['on it']);
    expect(shownNotes(partition, START_MS + 60_000)).toEqual(['unacknowledged']);
  });

  it.each([
    ['with the window that ends at its expiry', 30_000, 2],
    ['with the window that contains its expiry', 30_001, 3],
    ['with the next window when it had already expired', 5_000, 1],
  ])('records the end in its history, %s', (_, until, window) => {
    const { partition, feed, emitted, restart } = anAlarmedPort([200, 200, 200, 200, 200]);
    feed(0);
    sendAcknowledgement(partition, acknowledgeAt(0, { until: START_MS + until }));
    restart();
    feed(4);
    expect(edgesIn(emitted)).toEqual(['acknowledge user 0', `unacknowledge expired ${String(window)}`]);
    expect(emitted[1]!.ingested).toBe(START_MS + until);
  });

  it('that clears before its acknowledgement expires ends it without an event', () => {
    const { partition, feed, emitted } = anAlarmedPort([200, 0, 0, 200, 200, 200]);
    feed(0);
    sendAcknowledgement(partition, acknowledgeAt(0, { until: START_MS + 55_000 }));
    feed(5);
    expect(edgesIn(emitted)).toEqual(['acknowledge user 0']);
  });

  it('until it gets worse is unacknowledged after the first worse window, and no other', () => {
    const worse = { severity: 'critical', value: 300 } as const;
    const { partition, feed, emitted } = anAlarmedPort([300, 300, 252, 300, 304, 200]);
    feed(0);
    sendAcknowledgement(partition, acknowledgeAt(0, { worse }));
    feed(3);
    expect(shownNotes(partition)).toEqual(['on it']);
    feed(4);
    expect(shownNotes(partition)).toEqual(['unacknowledged']);
    expect(edgesIn(emitted)).toEqual(['acknowledge user 0', 'unacknowledge worse 4']);
    expect(emitted[1]!.value).toBe(304);
  });

  it('until it gets worse is unacknowledged when its severity is raised', () => {
    const { partition, feed } = anAlarmedPort([300, 300, 300, 300]);
    feed(0);
    sendAcknowledgement(partition, acknowledgeAt(0, { worse: { severity: 'major', value: 300 } }));
    expect(shownNotes(partition)).toEqual(['on it']);
    feed(1);
    expect(shownNotes(partition)).toEqual(['unacknowledged']);
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
    edgesIn(events.filter(({ edge }) => edge !== 'raise' && edge !== 'clear'));
  const LOADS = [200, 200, 200, 200, 200, 200];

  it('starts and ends in its history with the windows at whose end it is active, with author and reason', () => {
    const { partition, feed, events } = anAlarmedPort(LOADS);
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

  it('of a recurring maintenance window is recorded each time', () => {
    const recurrence = { every: 'day', interval: 1, time: '00:00', minutes: 1, zone: 'UTC' } as const;
    const { partition, feed, events } = anAlarmedPort([200, 200, 200, 200, 200, 200, 200, 200]);
    partition.setSilences([aSilence({ startsAt: START_MS - 86_400_000, endsAt: null, recurrence })]);
    feed(7);
    expect(silencing(events)).toEqual(['silence silence 0', 'unsilence silence 5']);
  });

  it('that is ended early has an end, and one whose alarm clears has none', () => {
    const { partition, feed, events } = anAlarmedPort([200, 200, 200, 0, 0, 200, 200]);
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
    ['of its device', { match: { ...aSilence().match, elements: [addressedDevice(1)] } }, 2],
    ['of another site', { match: { ...aSilence().match, sites: [siteOf(2)] } }, 0],
    ['of another customer', { customer: 2 }, 0],
    ['that starts and ends within one window', { startsAt: START_MS + 21_000, endsAt: START_MS + 29_000 }, 2],
  ])('%s is recorded as often as it applies', (_, change, expected) => {
    const { partition, feed, events } = anAlarmedPort(LOADS);
    const own = silencesOfPartition([aSilence(change)], anInventory(1, 1), (customer) => customer === 1);
    partition.setSilences(own);
    feed(5);
    expect(silencing(events)).toHaveLength(expected);
  });

  /** Seconds from the beginning to the second. */
  const within = (id: number, from: number, to: number): Silence =>
    aSilence({ id, startsAt: START_MS + from * 1_000, endsAt: START_MS + to * 1_000 });
  const emitted = (events: readonly AlarmEvent[]) =>
    events
      .filter(({ edge }) => edge.endsWith('silence'))
      .map(({ edge, at, ingested, evidence }) => [
        `${edge} ${String(Evidence.parse(JSON.parse(evidence)).silenced?.silence)}`,
        (at - START) / PORT_WINDOW,
        (ingested - START_MS) / 1_000,
      ]);

  it('records start and end of each silence however short, in time order', () => {
    const { partition, feed, events } = anAlarmedPort(LOADS);
    partition.setSilences([within(1, 21, 29), within(2, 22, 34), within(3, 23, 24), within(4, 40, 50)]);
    feed(5);
    expect(emitted(events)).toEqual([
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

  it('does not apply when it ended before the raising window did, and applies within the clearing window', () => {
    const { partition, feed, events } = anAlarmedPort([200, 0, 0, 0, 200, 200]);
    partition.setSilences([within(1, 1, 9), within(2, 11, 12), within(3, 21, 22), within(4, 31, 32)]);
    feed(3);
    expect(edgesIn(events).filter((one) => one.startsWith('clear'))).toEqual(['clear rule 2']);
    expect(emitted(events)).toEqual([
      ['silence 2', 1, 11],
      ['unsilence 2', 1, 12],
      ['silence 3', 2, 21],
      ['unsilence 3', 2, 22],
    ]);
  });

  it('that arrives late is recorded from the oldest open window on', () => {
    const { partition, feed, events } = anAlarmedPort(LOADS);
    feed(1);
    partition.setSilences([within(1, 0, 22), within(2, 5, 15)]);
    feed(3);
    expect(emitted(events)).toEqual([
      ['silence 1', 2, 20],
      ['unsilence 1', 2, 22],
    ]);
  });

  it('is recorded identically after restarts, by the silences known when its window first closed', () => {
    const story = fc.record({
      loads: fc.array(fc.constantFrom(0, 200, 200, 200), { minLength: 12, maxLength: 12 }),
      silences: fc.array(
        fc.record({ from: fc.nat(100), seconds: fc.integer({ min: 1, max: 60 }), known: fc.nat(11) }),
        { maxLength: 4 },
      ),
      restarts: fc.array(fc.nat(11), { maxLength: 4 }),
    });
    let emitted = 0;
    fc.assert(
      fc.property(story, ({ loads, silences, restarts }) => {
        const play = (killed: readonly number[]) => {
          const played = anAlarmedPort(loads);
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
          return edgesIn(played.events);
        };
        const expected = play([]);
        expect(play(restarts)).toEqual(expected);
        emitted += expected.filter((edge) => edge.includes('silence')).length;
      }),
      { numRuns: rounds(60) },
    );
    expect(emitted).toBeGreaterThan(rounds(20));
  });
});

describe('a command does nothing', () => {
  it.each([
    ['for an alarm that is not running', acknowledgeAt(1, { alarm: 9 })],
    ['for an unknown element', acknowledgeAt(1, { element: 5 })],
    ['of another customer', acknowledgeAt(1, { customer: 2 })],
  ])('%s', (_, command) => {
    const { partition, feed, emitted } = anAlarmedPort([200, 200]);
    feed(1);
    sendAcknowledgement(partition, command);
    expect(shownNotes(partition)).toEqual(['unacknowledged']);
    expect(emitted).toEqual([]);
  });

  it('for an alarm that cleared and was raised again since', () => {
    const { partition, feed } = anAlarmedPort([200, 0, 0, 200]);
    feed(3);
    sendAcknowledgement(partition, acknowledgeAt(0));
    expect(shownNotes(partition)).toEqual(['unacknowledged']);
  });

  it('when it arrives a second time', () => {
    const { partition, feed, emitted } = anAlarmedPort([200, 200]);
    feed(1);
    sendAcknowledgement(partition, acknowledgeAt(1), 1_000);
    sendAcknowledgement(partition, acknowledgeAt(1), 1_000);
    expect(emitted).toHaveLength(1);
  });
});

describe('regardless of when commands are read', () => {
  const LOADS = 16;
  const command = fc.record({
    window: fc.integer({ min: 0, max: LOADS - 1 }),
    kind: fc.constantFrom('acknowledge', 'acknowledge', 'unacknowledge', 'assign', 'unassign'),
    worse: fc.option(fc.constantFrom(150, 250, 350)),
    until: fc.option(fc.integer({ min: 0, max: LOADS * PORT_WINDOW * 1_000 })),
  });
  const story = fc.record({
    loads: fc.array(fc.constantFrom(0, 0, 120, 200, 300, 400), { minLength: LOADS, maxLength: LOADS }),
    commands: fc.array(command, { maxLength: 5 }),
    /**
     * How many windows after its own each command is read: before it in a replay, after it when the engine is
     * ahead.
     */
    late: fc.array(fc.integer({ min: -LOADS, max: 2 }), { minLength: 5, maxLength: 5 }),
    /** After which windows the engine is restarted. */
    restarts: fc.array(fc.integer({ min: 0, max: LOADS }), { maxLength: 3 }),
  });

  const definition = fc.constantFrom(
    {},
    { acknowledgementMinutes: 1 },
    { acknowledgementMinutes: 1, clearAfter: 2 },
  );

  it('the same alarms are acknowledged and assigned: before their window in a replay, or after it, with restarts', () => {
    fc.assert(
      fc.property(story, definition, ({ loads, commands, late, restarts }, change) => {
        const inOrder = commands
          .toSorted((a, b) => a.window - b.window)
          .map(({ window, kind, worse, until }) => {
            if (kind === 'unacknowledge') return unacknowledgeAt(window);
            if (kind === 'assign') return assignAt(window, `at ${String(window)}`);
            if (kind === 'unassign') return unassignAt(window);
            return acknowledgeAt(window, {
              note: `at ${String(window)}`,
              until: until === null ? null : START_MS + until,
              worse: worse === null ? null : { severity: 'critical', value: worse },
            });
          });
        const play = (delays: readonly number[], killed: readonly number[]) => {
          const played = anAlarmedPort(loads, change);
          let earliest = 0;
          const reads = inOrder.map((each, index) => {
            const due = (each.window - START) / PORT_WINDOW + (delays[index] ?? 0);
            // As in the stream: none is read before the one in front of it.
            earliest = Math.min(LOADS - 1, Math.max(earliest, due));
            return earliest;
          });
          for (let window = 0; window < LOADS; window += 1) {
            played.feed(window);
            for (const [index, each] of inOrder.entries())
              if (reads[index] === window) sendAcknowledgement(played.partition, each, 10_000 + index);
            if (killed.includes(window)) played.restart();
          }
          const marked = [shownNotes(played.partition), shownAssignees(played.partition)];
          return { marked, emitted: edgesIn(played.emitted).toSorted() };
        };
        const expected = play([], []);
        expect(play(late, restarts).marked).toEqual(expected.marked);
        const early = late.map((delay) => Math.min(0, delay));
        expect(play(early, restarts)).toEqual(expected);
      }),
      { numRuns: rounds(300) },
    );
  });
});
