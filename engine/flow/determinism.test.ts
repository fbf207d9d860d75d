import { runSync } from '#platform/clock/steps.ts';
import { deserialize, serialize } from 'node:v8';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createFlowPartition,
  type FlowPartition,
  type FlowPartitionOptions,
  type FlowPartitionState,
} from '#engine/flow/flow-partition.ts';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import { START_MS, anAlarm, eventCodec, measureCodec } from '#tests/fixtures/engine/engine-network.ts';
import { emptyLog, messageText, type EngineLog } from '#tests/fixtures/engine/engine-run.ts';
import {
  aFlow,
  networkFlowCodec,
  flowInventory,
  flowSite,
  metricCodec,
  targetId,
  type TestFlowRow,
} from '#tests/fixtures/engine/flow-network.ts';
import { flowStory, type ReportedEvent } from '#tests/fixtures/engine/flow-story.ts';
import { rounds } from '#tests/fixtures/rounds.ts';

const WINDOW_MS = 10_000;
const LATENESS_MS = 4_000;
const CUSTOMERS = 3;
const LENGTH_MS = 6 * WINDOW_MS;
const END = START_MS + 8 * WINDOW_MS;

const alarms: readonly AlarmDefinition[] = [
  anAlarm({ id: 1, kpi: 'app_bytes', threshold: 1_500_000_000, outliers: 1, measures: 2 }),
  anAlarm({ id: 2, kpi: 'app_resp', threshold: 500, outliers: 2, measures: 3, severity: 'major' }),
  anAlarm({
    id: 3,
    kpi: 'app_bytes',
    target: 'site',
    threshold: 4_000_000_000,
    byCustomer: new Map([[2, 1]]),
  }),
  anAlarm({ id: 4, kpi: 'app_bps', target: 'class', threshold: 1_000_000_000 }),
  anAlarm({ id: 5, kpi: 'media_loss', target: 'conversation', operator: '>=', threshold: 2 }),
  anAlarm({ id: 6, kpi: 'app_flows', target: 'area', threshold: 12 }),
  anAlarm({ id: 7, kpi: 'app_bytes', target: 'cluster', threshold: 3_000_000_000 }),
];

type Setting = Omit<FlowPartitionOptions, 'output'>;
const setting: Setting = {
  windowSeconds: WINDOW_MS / 1_000,
  allowedLatenessMs: LATENESS_MS,
  inventory: flowInventory(CUSTOMERS, 2),
  alarms,
};

const story = flowStory({
  customers: CUSTOMERS,
  sites: 2,
  startMs: START_MS,
  lengthMs: LENGTH_MS,
  rows: 260,
});

interface Message {
  readonly stream: ReportedEvent['stream'];
  readonly sequence: number;
  readonly bytes: Uint8Array;
  /** For a heartbeat. */
  readonly idleUntil?: number;
}

/** Runs of one stream as messages, numbered in each stream. */
function messagesOf(sent: readonly ReportedEvent[], most: number): Message[] {
  const messages: Message[] = [];
  const sequences = { flows: 0, metrics: 0 };
  for (let from = 0; from < sent.length;) {
    const { stream } = sent[from]!;
    let to = from;
    while (to < sent.length && to - from < most && sent[to]!.stream === stream) to += 1;
    const rows = sent.slice(from, to).map(({ row }) => row as never);
    sequences[stream] += 1;
    const bytes = stream === 'flows' ? networkFlowCodec.encode(rows) : metricCodec.encode(rows);
    messages.push({ stream, sequence: sequences[stream], bytes });
    from = to;
  }
  return messages;
}

/** The rows as they arrive, each late by less than the lateness. */
function delayed(sent: readonly ReportedEvent[], seed: number) {
  let state = seed >>> 0 || 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % LATENESS_MS;
  };
  return sent.map((one) => ({ one, arrives: one.at + next() })).sort((a, b) => a.arrives - b.arrives);
}

const shuffled = (sent: readonly ReportedEvent[], seed: number): ReportedEvent[] =>
  delayed(sent, seed).map(({ one }) => one);

/** The rows as they arrive; before each run of some a heartbeat that says what is true, and behind all one that closes every window. */
function messagesAmongHeartbeats(sent: readonly ReportedEvent[], seed: number, most: number): Message[] {
  const arriving = delayed(sent, seed);
  const sequences = { flows: 0, metrics: 0 };
  const messages: Message[] = [];
  const heartbeat = (idleUntil: number): void => {
    sequences.flows += 1;
    messages.push({ stream: 'flows', sequence: sequences.flows, bytes: new Uint8Array(), idleUntil });
  };
  for (let from = 0; from < arriving.length; from += most) {
    heartbeat(arriving[from]!.arrives);
    const own = messagesOf(
      arriving.slice(from, from + most).map(({ one }) => one),
      most,
    );
    for (const { stream, bytes } of own) {
      sequences[stream] += 1;
      messages.push({ stream, bytes, sequence: sequences[stream] });
    }
  }
  heartbeat(END + LATENESS_MS);
  return messages;
}

/** `written`: numbers of the last batches already there; a replay does not write them again. */
function partitionInto(
  log: EngineLog,
  own: Setting,
  written: { measures: number; events: number },
): FlowPartition {
  const take =
    (kind: 'measures' | 'events') =>
    ({ batch, bytes }: { readonly batch: number; readonly bytes: Uint8Array }): void => {
      if (batch <= written[kind]) return;
      written[kind] = batch;
      log.messages.push(messageText(kind, batch, bytes));
      if (kind === 'measures') log.measures.push(...measureCodec.decode(bytes));
      else log.events.push(...eventCodec.decode(bytes));
    };
  return createFlowPartition({ ...own, output: { measures: take('measures'), events: take('events') } });
}

interface Kill {
  readonly after: number;
  readonly checkpointBefore: number;
}

function run(
  messages: readonly Message[],
  { own = setting, kills = [] as readonly Kill[], end = END } = {},
): EngineLog {
  const log = emptyLog();
  const written = { measures: -1, events: -1 };
  let partition = partitionInto(log, own, written);
  const states = [serialize(partition.state())];
  let pending = [...kills];
  for (let index = 0; index < messages.length; index += 1) {
    const { stream, bytes, sequence, idleUntil } = messages[index]!;
    runSync(partition.pushSteps(stream, bytes, { sequence, receivedAt: Infinity, idleUntil }));
    states[index + 1] = serialize(partition.state());
    const kill = pending.find(({ after }) => after === index);
    if (kill === undefined) continue;
    pending = pending.filter((other) => other !== kill);
    const back = Math.max(0, index + 1 - kill.checkpointBefore);
    partition = partitionInto(log, own, written);
    runSync(partition.restoreSteps(deserialize(states[back]!) as FlowPartitionState));
    expect(runSync(partition.configureSteps(own.inventory, own))).toBe(false);
    // A little that the checkpoint holds already is read again.
    index = Math.max(0, back - 3) - 1;
  }
  runSync(partition.closeUntilSteps(end));
  return log;
}

const expected = (sent: readonly ReportedEvent[]): EngineLog => run(messagesOf(sent, 50));

describe('the event log of what flows come to', () => {
  it('is the same byte by byte in any order of arrival inside the lateness, and by any cut into messages', () => {
    let raised = 0;
    fc.assert(
      fc.property(story, fc.integer(), fc.integer({ min: 1, max: 40 }), (sent, seed, most) => {
        const inOrder = expected(sent);
        expect(run(messagesOf(shuffled(sent, seed), most)).messages).toEqual(inOrder.messages);
        raised += inOrder.events.length;
      }),
      { numRuns: rounds(25) },
    );
    expect(raised).toBeGreaterThan(100);
  });

  it('is the same byte for byte with restarts from any checkpoint at any point', () => {
    const kill = fc.record({ after: fc.integer({ min: 1, max: 60 }), checkpointBefore: fc.nat(60) });
    fc.assert(
      fc.property(
        story,
        fc.integer(),
        fc.array(kill, { minLength: 1, maxLength: 4 }),
        (sent, seed, kills) => {
          const found = run(messagesOf(shuffled(sent, seed), 9), { kills });
          expect(found.messages).toEqual(expected(sent).messages);
        },
      ),
      { numRuns: rounds(25) },
    );
  });

  it('is the same byte by byte with heartbeats that say what is true, the windows behind the last flow closed by one', () => {
    const kill = fc.record({ after: fc.integer({ min: 1, max: 60 }), checkpointBefore: fc.nat(60) });
    fc.assert(
      fc.property(
        story,
        fc.integer(),
        fc.integer({ min: 1, max: 40 }),
        fc.array(kill, { maxLength: 3 }),
        (sent, seed, most, kills) => {
          const messages = messagesAmongHeartbeats(sent, seed, most);
          expect(run(messages, { kills, end: 0 }).messages).toEqual(expected(sent).messages);
        },
      ),
      { numRuns: rounds(15) },
    );
  });

  it('is the same for a customer whichever customers share its partition', () => {
    const text = (value: unknown): string =>
      JSON.stringify(value, (_, cell: unknown) =>
        cell instanceof Uint8Array ? Buffer.from(cell).toString('hex') : cell,
      );
    // The windows of a partition end with its own flows: of one without any, none does.
    const canonical = (logs: readonly EngineLog[]) => ({
      measures: logs.flatMap((log) => log.measures.map(text)).sort(),
      events: logs.flatMap((log) => log.events.map(text)).sort(),
    });
    fc.assert(
      fc.property(story, fc.integer({ min: 2, max: 4 }), (sent, partitions) => {
        const logs = Array.from({ length: partitions }, (_, number) => {
          const belongs = (customer: number): boolean => customer % partitions === number;
          const own = sent.filter(({ row }) => belongs(row.customer));
          return run(messagesOf(own, 30), { own: { ...setting, belongs } });
        });
        const found = canonical(logs);
        const full = canonical([expected(sent)]);
        expect(found.measures).toEqual(full.measures);
        expect(found.events).toEqual(full.events);
      }),
      { numRuns: rounds(15) },
    );
  });
});

describe('flows that are not counted', () => {
  const at = START_MS + 60_000;
  const only = (rows: readonly TestFlowRow[], change: Partial<Setting> = {}) => {
    const log = emptyLog();
    const partition = partitionInto(log, { ...setting, ...change }, { measures: -1, events: -1 });
    const push = (row: TestFlowRow, receivedAt: number): void => {
      runSync(partition.pushSteps('flows', networkFlowCodec.encode([row]), { sequence: 0, receivedAt }));
    };
    for (const row of rows) push(row, at);
    return { log, partition, push };
  };
  const bytesOf = (log: EngineLog, element: number): readonly number[] =>
    log.measures.filter((row) => row.element === element && row.kpi === 42).map(({ value }) => value);

  it('that come after their window is closed are counted as late, and change nothing', () => {
    const { partition, log, push } = only([aFlow({ at }), aFlow({ at: at + 5 })]);
    push(aFlow({ at: at + WINDOW_MS + LATENESS_MS }), at + 60_000);
    const before = log.messages.length;
    push(aFlow({ at: at + 10 }), at + 60_000);
    expect(partition.counts.late).toBe(1);
    expect(log.messages).toHaveLength(before);
    expect(bytesOf(log, flowSite(1, 0))).toEqual([2_000]);
  });

  it('of the future neither count nor close anything', () => {
    const { partition, log } = only([aFlow({ at }), aFlow({ at: at + 3_600_000 })]);
    expect(partition.counts.ahead).toBe(1);
    expect(partition.watermark).toBe(at);
    runSync(partition.closeUntilSteps(at + WINDOW_MS));
    expect(bytesOf(log, flowSite(1, 0))).toEqual([1_000]);
  });

  it('that end within a row are rejected in full', () => {
    const { partition } = only([]);
    const bytes = networkFlowCodec.encode([aFlow({ at })]);
    expect(() => {
      runSync(partition.pushSteps('flows', bytes.subarray(0, bytes.length - 1)));
    }).toThrow('not whole rows');
    expect(partition.watermark).toBe(0);
  });

  it('of more keys than a customer may have leave the sums of what has an element whole, and are counted', () => {
    const strange = Array.from({ length: 50 }, (_, number) =>
      aFlow({ at, application: BigInt(number + 1), dscp: number % 64 }),
    );
    const { partition, log } = only([...strange, aFlow({ at })], { maxUnknownKeys: 10 });
    expect(partition.counts.over).toBeGreaterThan(0);
    expect(partition.takeUnregisteredKeys()).toHaveLength(10);
    runSync(partition.closeUntilSteps(at + WINDOW_MS));
    expect(bytesOf(log, flowSite(1, 0))).toEqual([51_000]);
    expect(bytesOf(log, targetId(flowSite(1, 0), 'application', 0))).toEqual([1_000]);
  });

  it('give no value where a formula divides by zero', () => {
    const { partition, log } = only([aFlow({ at })]);
    runSync(partition.closeUntilSteps(at + WINDOW_MS));
    const kpisOf = (element: number) =>
      log.measures.filter((row) => row.element === element).map(({ kpi }) => kpi);
    expect(kpisOf(flowSite(1, 0))).toEqual([42, 43, 44]);
  });
});

it('an alarm whose application, class or cluster is deleted clears as deleted, and the engine continues', () => {
  const at = START_MS + 60_000;
  const log = emptyLog();
  const own = {
    ...setting,
    alarms: [
      anAlarm({ id: 1, kpi: 'app_bytes', threshold: 10 }),
      anAlarm({ id: 7, kpi: 'app_bytes', target: 'cluster' as const, threshold: 10 }),
    ],
  };
  const partition = partitionInto(log, own, { measures: -1, events: -1 });
  const push = (time: number): void => {
    runSync(partition.pushSteps('flows', networkFlowCodec.encode([aFlow({ at: time })])));
  };
  push(at);
  push(at + WINDOW_MS);
  push(at + 2 * WINDOW_MS);
  const raised = log.events.filter(({ edge }) => edge === 'raise').map(({ element }) => element);
  expect(raised.length).toBeGreaterThan(1);
  runSync(
    partition.configureSteps({ ...own.inventory, targets: { flows: new Map(), clusters: new Map() } }, own),
  );
  for (const windows of [3, 4, 5, 6]) push(at + windows * WINDOW_MS);
  const cleared = log.events.filter(({ edge, cause }) => edge === 'clear' && cause === 'deleted');
  expect(new Set(cleared.map(({ element }) => element))).toEqual(new Set(raised));
});
