import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Evidence, type AlertState } from '#schemas/alerting/alert.ts';
import { buckets, streams, subjectOf } from '#schemas/bus/stream.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { AlertDelta, CountDelta } from '#schemas/socket/live.ts';
import type { Bus } from '#platform/bus/bus.ts';
import { unpackJson } from '#platform/bus/packed-json.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import { silentLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { engineComponents } from '#engine/engine.ts';
import { engineMetrics } from '#engine/worker/engine-metrics.ts';
import { readStates } from '../../fixtures/engine/read-states.ts';
import { openBusOnly } from '#tests/store/stack.ts';
import { allOf, sampleMessages } from '../../fixtures/engine/engine-bus.ts';
import {
  START_MS,
  aSample,
  anAlarm,
  anInventory,
  eventCodec,
  portOf,
} from '../../fixtures/engine/engine-network.ts';
import { eventually } from '#tests/fixtures/eventually.ts';

const WINDOW = 10;
const alarm = anAlarm({ id: 9, outliers: 1, measures: 2, severity: 'major', label: 'Busy line' });
const inventory = anInventory(2, 1);
const held = { inventory: { current: inventory }, alarms: { current: [alarm] } };
const metrics = openMetrics();

let nats: Awaited<ReturnType<typeof openBusOnly>>;
let bus: Bus;
let engine: { readonly stop: () => Promise<void> };
let run = 0;

/** Starts the engine; returns how to stop it as SIGTERM does. */
async function startEngine(): Promise<typeof engine> {
  run += 1;
  const components = engineComponents({
    bus,
    clock: systemClock,
    log: silentLog,
    metrics: engineMetrics(run === 1 ? metrics : openMetrics()),
    engine: 'engine',
    epoch: `run ${String(run)}`,
    partitions: 2,
    windowSeconds: WINDOW,
    allowedLatenessMs: 1_000,
    checkpointMs: 50,
    configuration: () => Promise.resolve(held),
  });
  const controller = new AbortController();
  const started: Awaited<ReturnType<Component['start']>>[] = [];
  for (const component of components) started.push(await component.start(controller.signal));
  await eventually(async () => {
    for (const one of started) if ((await one?.ready?.()) === false) return undefined;
    return true;
  });
  return {
    async stop() {
      controller.abort();
      for (const one of started.reverse()) await one?.stop?.();
    },
  };
}

async function poll(number: number, octets: bigint): Promise<void> {
  const rows = [1, 2].flatMap((customer) => [
    aSample('in_octets', {
      at: number * WINDOW * 1_000,
      customer,
      element: portOf(customer, 0),
      value: customer === 1 ? octets : 0n,
    }),
    aSample('poll', { at: number * WINDOW * 1_000, customer, value: 1n }),
  ]);
  const publisher = bus.publisher();
  for (const message of sampleMessages(rows, 2)) await publisher.publish(message);
}

beforeAll(async () => {
  nats = await openBusOnly();
  bus = nats.bus;
  engine = await startEngine();
});
afterAll(async () => {
  await engine.stop();
  await nats.close();
});

const stateOf = async (customer: number): Promise<AlertState | undefined> =>
  (await readStates(bus, customer % 2))?.find((state) => state.customer === customer);

describe('flows on the bus', () => {
  it('are held back for an engine from its start on, before it has stored anything', async () => {
    const positions = await bus.bucket(buckets.positions);
    for (const stream of ['flows', 'metrics'] as const)
      for (const partition of [0, 1]) {
        const entry = await positions.get(`${subjectOf(stream, partition)}.engine`);
        expect(new TextDecoder().decode(entry?.value)).toBe('0');
      }
  });
});

describe('samples on the bus', () => {
  it('raise an alarm in a live delta, numbered on from the snapshot', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const alerts: AlertDelta[] = [];
    const counts: CountDelta[] = [];
    bus.subscribe(subjects.live(1, 'alert'), ({ data }) => alerts.push(AlertDelta.parse(unpackJson(data))), {
      signal,
    });
    bus.subscribe(subjects.live(1, 'count'), ({ data }) => counts.push(CountDelta.parse(unpackJson(data))), {
      signal,
    });
    const before = (await stateOf(1))!;
    expect(before.counts).toMatchObject({ critical: 0, warning: 0 });
    await poll(0, 0n);
    await poll(1, 1_000n);
    await poll(2, 2_000n);
    const raised = await eventually(() => alerts.find(({ set }) => set !== undefined));
    const counted = await eventually(() => counts.find(({ byAlarm }) => byAlarm.length > 0));
    controller.abort();
    expect(alerts.map(({ seq }) => seq)).toEqual(alerts.map((_, index) => before.seq.alert + 1 + index));
    expect(raised).toMatchObject({
      epoch: 'run 1',
      at: START_MS + 20_000,
      counts: { critical: 0, warning: 1 },
      sites: [{ site: 101, severity: 'major', alarms: 1 }],
      set: [
        {
          id: `9:${String(portOf(1, 0))}`,
          name: 'Busy line',
          siteName: 'Site 1',
          elementName: 'router-1 · ge-0/0/0',
          threshold: 100,
          thresholdFrom: 'alarm',
          recent: [null, 800],
          window: START_MS / 1_000,
          since: START_MS / 1_000,
        },
      ],
    });
    expect(counted).toMatchObject({ byAlarm: [{ alarm: 9, name: 'Busy line', count: 1 }] });
    const now = (await stateOf(1))!;
    expect(now).toMatchObject({ seq: { alert: alerts.at(-1)!.seq }, alarms: raised.set });
  });

  it('leave the event with its evidence in the stream', async () => {
    const [message] = await eventually(async () => {
      const found = await allOf(bus, streams.alarms.name, subjectOf('alarms', 1));
      return found.length > 0 ? found : undefined;
    });
    const [event] = eventCodec.decode(message!.data);
    expect(event).toMatchObject({
      customer: 1,
      site: 101,
      element: portOf(1, 0),
      alarm: 9,
      edge: 'raise',
      value: 800,
    });
    expect(Evidence.parse(JSON.parse(event!.evidence)).windows.at(-1)).toMatchObject({
      value: 800,
      outlier: true,
    });
  });

  it('of an unknown schema are parked with their cause', async () => {
    const [message] = sampleMessages([aSample('poll', { at: 21_000 })], 2);
    const headers = { ...message!.headers, 'Telltale-Schema': '00000000' };
    await bus.publisher().publish({ ...message!, headers });
    const parked = await eventually(() => bus.lastMessage(streams.dead.name, 'dead.samples'));
    expect(parked.header('Telltale-Cause')).toBe('unknown schema 00000000 of table samples');
  });

  it('continue after a restart from the checkpoint, under a new epoch', async () => {
    await engine.stop();
    const positions = await bus.bucket(buckets.positions);
    expect(await positions.get('samples.1.engine')).toBeDefined();
    engine = await startEngine();
    const state = (await stateOf(1))!;
    expect(state).toMatchObject({ epoch: 'run 2', counts: { warning: 1 } });
    await poll(3, 2_000n);
    await poll(4, 2_000n);
    await poll(5, 2_000n);
    await eventually(async () => ((await stateOf(1))!.counts.warning === 0 ? true : undefined));
    // The screens know before the stream has confirmed the event.
    const events = await eventually(async () => {
      const stored = await allOf(bus, streams.alarms.name, subjectOf('alarms', 1));
      const found = stored.flatMap(({ data }) => eventCodec.decode(data));
      return found.length > 1 ? found : undefined;
    });
    expect(events.map(({ edge, at }) => `${edge} ${String((at - START_MS / 1_000) / WINDOW)}`)).toEqual([
      'raise 0',
      'clear 3',
    ]);
  });

  it('are read again from the oldest one when the checkpoint is of an unknown version, and nothing is written twice', async () => {
    const written = async () =>
      (await allOf(bus, streams.alarms.name, subjectOf('alarms', 1))).map(({ seq }) => seq);
    const before = await written();
    await engine.stop();
    const checkpoints = await bus.checkpoints(buckets.checkpoints);
    await checkpoints.save('engine.1', Buffer.from([0x54, 0x54, 0x43, 255, 1, 2, 3]));
    engine = await startEngine();
    expect(await stateOf(1)).toMatchObject({ epoch: 'run 3', counts: { warning: 0 } });
    expect(await written()).toEqual(before);
  });

  it('are counted: windows, evaluations, lag', async () => {
    const text = await metrics.text();
    expect(text).toMatch(/telltale_engine_windows_closed_total\{partition="1"\} [1-9]/);
    expect(text).toMatch(/telltale_engine_evaluations_total\{partition="1"\} [1-9]/);
    expect(text).toMatch(/telltale_engine_unreadable_messages_total\{partition="1"\} 1/);
  });
});
