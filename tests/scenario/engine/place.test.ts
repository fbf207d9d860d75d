import { runSync } from '#platform/clock/steps.ts';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { headerNames, headerOf } from '#schemas/bus/header.ts';
import { buckets, streams, subjectOf } from '#schemas/bus/stream.ts';
import { flows } from '#schemas/table/flows.ts';
import type { Bucket } from '#platform/bus/bucket.ts';
import type { Bus } from '#platform/bus/bus.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import { silentLog, type Log } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { CheckpointStore } from '#engine/checkpoint/checkpoint-store.ts';
import { engineComponents } from '#engine/engine.ts';
import { engineMetrics } from '#engine/worker/engine-metrics.ts';
import { createFlowPartition } from '#engine/flow/flow-partition.ts';
import { createPartition } from '#engine/partition/partition.ts';
import { releaseUpTo } from '#ingest/writer/positions.ts';
import { openBusOnly } from '#tests/store/stack.ts';
import { allOf, sampleMessages } from '../../fixtures/engine/engine-bus.ts';
import { START_MS, aSample, anAlarm, anInventory } from '../../fixtures/engine/engine-network.ts';
import { messageText } from '../../fixtures/engine/engine-run.ts';
import { networkFlowCodec, flowInventory } from '../../fixtures/engine/flow-network.ts';
import { flowStory } from '../../fixtures/engine/flow-story.ts';
import { eventually } from '#tests/fixtures/eventually.ts';

const WINDOW = 10;
const HALF_MS = 40_000;
const ROWS_PER_MESSAGE = 10;
/** No checkpoint is due before the end. */
const NO_CHECKPOINT_MS = 3_600_000;

const alarms = [
  anAlarm({ id: 1, kpi: 'app_bytes', threshold: 3_000_000_000, outliers: 1, measures: 2 }),
  anAlarm({ id: 2, kpi: 'app_bytes', target: 'site', threshold: 9_000_000_000, severity: 'major' }),
];
const network = flowInventory(2, 2);
const lines = anInventory(2, 1);
const setting = {
  windowSeconds: WINDOW,
  allowedLatenessMs: 2_000,
  alarms,
  inventory: { ...network, devices: lines.devices, interfaces: lines.interfaces },
};

let nats: Awaited<ReturnType<typeof openBusOnly>>;
let bus: Bus;
let positions: Bucket;
const running: (() => Promise<void>)[] = [];

/** An engine over everything; its warnings are recorded. */
async function startEngine(engine: string): Promise<{ readonly warnings: string[] }> {
  const warnings: string[] = [];
  const log = Object.assign(Object.create(silentLog) as Log, {
    warn: (_: unknown, text: string) => warnings.push(text),
  });
  const components = engineComponents({
    ...setting,
    bus,
    log,
    engine,
    clock: systemClock,
    metrics: engineMetrics(openMetrics()),
    epoch: engine,
    partitions: 1,
    checkpointMs: NO_CHECKPOINT_MS,
    configuration: () =>
      Promise.resolve({ inventory: { current: setting.inventory }, alarms: { current: alarms } }),
  });
  const controller = new AbortController();
  const started: Awaited<ReturnType<Component['start']>>[] = [];
  for (const component of components) started.push(await component.start(controller.signal));
  running.push(async () => {
    controller.abort();
    for (const one of started.reverse()) await one?.stop?.();
  });
  return { warnings };
}

beforeAll(async () => {
  nats = await openBusOnly();
  bus = nats.bus;
  await bus.ensureStreams([streams.flows, streams.samples, streams.measures]);
  positions = await bus.bucket(buckets.positions);
});
afterEach(async () => {
  for (const stop of running.splice(0).reverse()) await stop();
});
afterAll(() => nats.close());

describe('flows', () => {
  const story = flowStory({
    customers: 2,
    sites: 2,
    startMs: START_MS,
    lengthMs: 2 * HALF_MS,
    rows: 900,
  });
  const rows = fc
    .sample(story, { numRuns: 1, seed: 7 })
    .flatMap((reported) => reported.flatMap((one) => (one.stream === 'flows' ? [one.row] : [])));
  const messages = Array.from({ length: Math.ceil(rows.length / ROWS_PER_MESSAGE) }, (_, number) => {
    const own = rows.slice(number * ROWS_PER_MESSAGE, (number + 1) * ROWS_PER_MESSAGE);
    const times = own.map(({ last }) => last);
    return {
      subject: subjectOf('flows', 0),
      data: networkFlowCodec.encode(own),
      last: Math.max(...times),
      headers: headerOf(flows, { rows: own.length, first: Math.min(...times), last: Math.max(...times) }),
    };
  });

  /** What one engine alone writes. */
  function alone(): string[] {
    const texts: string[] = [];
    const take = (kind: string) => (taken: { readonly batch: number; readonly bytes: Uint8Array }) => {
      texts.push(messageText(kind, taken.batch, taken.bytes));
    };
    const partition = createFlowPartition({
      ...setting,
      output: { measures: take('measures'), events: take('events') },
    });
    for (const { data } of messages) runSync(partition.pushSteps('flows', data));
    return texts.sort();
  }

  async function written(): Promise<string[]> {
    const texts: string[] = [];
    for (const [kind, name] of [
      ['measures', 'measures'],
      ['alarms', 'events'],
    ] as const)
      for (const { data, header } of await allOf(bus, streams[kind].name, subjectOf(kind, 0)))
        texts.push(messageText(name, header(headerNames.flowBatch) ?? '', data));
    return texts.sort();
  }

  /** As a writer does that has stored everything. */
  async function storeAll(): Promise<void> {
    const { lastSeq } = await bus.streamState(streams.flows.name);
    expect(
      await releaseUpTo({ bus, positions }, { stream: 'flows', partition: 0 }, { written: lastSeq }),
    ).toBe(0);
  }

  it('survive an engine that loses its lease before its first checkpoint: the output equals that of a single engine', async () => {
    const expected = alone();
    expect(expected.some((text) => text.startsWith('events'))).toBe(true);
    const publisher = bus.publisher();
    const half = messages.findIndex(({ last }) => last > START_MS + HALF_MS);
    const first = await startEngine('first');
    for (const message of messages.slice(0, half)) await publisher.publish(message);
    // It has decided windows, and has kept nothing of them.
    await eventually(async () => ((await written()).length > 0 ? true : undefined));
    await storeAll();
    // The lease is another's: the first engine finds out when it renews it, and works on until then.
    const leases = await bus.bucket(buckets.leases);
    await leases.put('partition.0', 'second');
    await startEngine('second');
    for (const message of messages.slice(half)) await publisher.publish(message);
    await storeAll();
    const found = await eventually(async () => {
      const texts = await written();
      return texts.length >= expected.length ? texts : undefined;
    });
    expect(found).toEqual(expected);
    await eventually(() => (first.warnings.includes('partition dropped') ? true : undefined));
  });

  it('are purged beyond half of the stream when an engine is removed for good; messages it misses are counted', async () => {
    const holding = 200 * 1_024;
    await bus.ensureStreams([{ ...streams.flows, maxBytes: holding }]);
    const { lastSeq: before } = await bus.streamState(streams.flows.name);
    await positions.put('flows.0.engine', String(before));
    const publisher = bus.publisher();
    const release = async (): Promise<{ unread: number; messages: number }> => {
      const { lastSeq } = await bus.streamState(streams.flows.name);
      const unread = await releaseUpTo(
        { bus, positions },
        { stream: 'flows', partition: 0 },
        { written: lastSeq },
      );
      return { unread, messages: (await bus.streamState(streams.flows.name)).messages };
    };
    const fill = async (kib: number): Promise<void> => {
      for (let part = 0; part < kib / 10; part += 1)
        await publisher.publish({ subject: subjectOf('flows', 0), data: new Uint8Array(10 * 1_024) });
    };
    await fill(50);
    expect(await release()).toEqual({ unread: 0, messages: 5 });
    await fill(60);
    // The last message of a subject always stays.
    expect(await release()).toEqual({ unread: 10, messages: 1 });
    await bus.ensureStreams([streams.flows]);
  });
});

describe('a recreated stream', () => {
  it('is read from its beginning, without the positions of its predecessor', async () => {
    const checkpoints = await CheckpointStore.open(bus, { pipeline: 'samples', partition: 0 });
    const silent = { measures: () => undefined, events: () => undefined };
    const before = createPartition({ ...setting, output: silent }).state();
    await checkpoints.load();
    await checkpoints.save({ ...before, sequence: 50, readUpTo: 50 }, systemClock);
    for (const reader of ['engine', 'writer']) await positions.put(`samples.0.${reader}`, '50');
    const publisher = bus.publisher();
    const poll = (at: number) => sampleMessages([aSample('in_octets', { at, value: BigInt(at) })], 1);
    const sent = [0, 10_000, 20_000, 30_000].flatMap(poll);
    for (const message of sent) await publisher.publish(message);
    const seq = async (): Promise<number> =>
      (await bus.lastMessage(streams.measures.name, subjectOf('measures', 0)))?.seq ?? 0;
    const newest = await seq();
    const { warnings } = await startEngine('recreated');
    await eventually(async () => ((await seq()) > newest ? true : undefined));
    expect(warnings).toContain('stream recreated');
    await running.pop()?.();
    expect((await bus.streamState(streams.samples.name)).messages).toBe(sent.length);
  });
});
