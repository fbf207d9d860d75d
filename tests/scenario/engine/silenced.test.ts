import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { Silence } from '#schemas/silence/silence.ts';
import { AlertDelta } from '#schemas/socket/live.ts';
import { unpackJson } from '#platform/bus/packed-json.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import { silentLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { watchSilences } from '#platform/silence/load.ts';
import { engineComponents } from '#engine/engine.ts';
import { engineMetrics } from '#engine/worker/engine-metrics.ts';
import { openStack, type Stack } from '#tests/store/stack.ts';
import { readStates } from '../../fixtures/engine/read-states.ts';
import { streams, subjectOf } from '#schemas/bus/stream.ts';
import { allOf, sampleMessages } from '../../fixtures/engine/engine-bus.ts';
import {
  START_MS,
  aSample,
  anAlarm,
  anInventory,
  addressedDevice,
  eventCodec,
  portOf,
  siteOf,
} from '../../fixtures/engine/engine-network.ts';
import { eventually } from '#tests/fixtures/eventually.ts';
import { atNight } from '#tests/gate/at-night.ts';

const WINDOW = 10;
const inventory = anInventory(2, 1);
const alarms = [
  anAlarm({
    id: 9,
    outliers: 1,
    measures: 2,
    topology: { levels: ['device', 'site', 'customer'], filter: '1' },
  }),
];

let stack: Stack;
const stopping: (() => Promise<void> | undefined)[] = [];
const controller = new AbortController();

beforeAll(async () => {
  stack = await openStack();
  const components: readonly Component[] = engineComponents({
    bus: stack.bus,
    clock: systemClock,
    log: silentLog,
    metrics: engineMetrics(openMetrics()),
    engine: 'engine',
    epoch: 'run',
    partitions: 1,
    windowSeconds: WINDOW,
    allowedLatenessMs: 1_000,
    checkpointMs: 10_000,
    configuration: async (signal) => ({
      inventory: { current: inventory },
      alarms: { current: alarms },
      silences: await watchSilences({ ...stack, clock: systemClock, log: silentLog, signal }),
    }),
  });
  for (const component of components) {
    const started = await component.start(controller.signal);
    stopping.unshift(async () => started?.stop?.());
  }
  for (let number = 0; number < 4; number += 1) await poll();
  await eventually(
    async () => ((await rowOf(1)) !== undefined && (await rowOf(2)) !== undefined) || undefined,
  );
});
afterAll(async () => {
  controller.abort();
  for (const stop of stopping) await stop();
  await stack.close();
});

let polled = 0;
async function poll(): Promise<void> {
  const at = polled * WINDOW * 1_000;
  const rows = [1, 2].map((customer) =>
    aSample('in_octets', { at, customer, element: portOf(customer, 0), value: BigInt(polled * 1_000) }),
  );
  polled += 1;
  for (const message of sampleMessages(rows, 1)) await stack.bus.publisher().publish(message);
}

async function rowOf(customer: number): Promise<AlarmRow | undefined> {
  const states = await readStates(stack.bus, 0);
  return states?.find((state) => state.customer === customer)?.alarms[0];
}
const silenced = async (customer: number) => (await rowOf(customer))?.silenced;

/** As the server stores and announces it. The customers of this engine are not in PostgreSQL: a silence of the provider. */
async function add(change: Partial<Silence> = {}): Promise<void> {
  const { startsAt, endsAt, match, recurrence, reason } = {
    startsAt: Date.now() - 1_000,
    endsAt: Date.now() + 60_000,
    match: { alarms: [], severities: [], sites: [], elements: [] },
    recurrence: null,
    reason: 'fibre works',
    ...change,
  };
  await stack.db
    .insertInto('silence')
    .values({
      customer_id: null,
      match,
      reason,
      starts_at: new Date(startsAt),
      ends_at: endsAt === null ? null : new Date(endsAt),
      recurrence,
      author: 'Ada',
    })
    .execute();
  stack.bus.publish(subjects.config('silence'), '{}');
}
async function removeAll(): Promise<void> {
  await stack.db.deleteFrom('silence').execute();
  stack.bus.publish(subjects.config('silence'), '{}');
  await eventually(async () => (((await silenced(1)) ?? (await silenced(2))) ? undefined : true));
}

atNight('an alarm carries the locations of its element that its definition lists', async () => {
  expect((await rowOf(1))?.topology).toEqual(['router-1', 'Site 1', 'Customer 1']);
  expect((await rowOf(2))?.topology).toBeUndefined();
});

describe('a silence', () => {
  it('starts and ends on time without samples, and reports reason, author and end', async () => {
    const startsAt = Date.now() + 1_500;
    const endsAt = startsAt + 3_000;
    const deltas: AlertDelta[] = [];
    const listening = new AbortController();
    stack.bus.subscribe(
      subjects.live(1, 'alert'),
      ({ data }) => deltas.push(AlertDelta.parse(unpackJson(data))),
      { signal: listening.signal },
    );
    await add({ startsAt, endsAt });
    const began = await eventually(async () => ((await silenced(1)) === undefined ? undefined : Date.now()));
    expect(await silenced(1)).toMatchObject({ by: 'Ada', reason: 'fibre works', until: endsAt });
    const ended = await eventually(async () => ((await silenced(1)) === undefined ? Date.now() : undefined));
    const reported = () =>
      deltas.flatMap(({ set = [] }) => set.map((row) => row.silenced?.reason ?? 'notified'));
    // The raise itself may still be on its way when the subscription begins, and the last delta when it is over.
    const since = () => reported().slice(Math.max(0, reported().indexOf('fibre works')));
    await eventually(() => (since().length > 1 ? true : undefined));
    listening.abort();
    expect(began).toBeGreaterThanOrEqual(startsAt);
    expect(ended).toBeGreaterThanOrEqual(endsAt);
    expect(since()).toEqual(['fibre works', 'notified']);
    await removeAll();
  });

  it.each([
    ['a site', { sites: [siteOf(1)] }],
    ['an element', { elements: [portOf(1, 0)] }],
    ['the device of an element', { elements: [addressedDevice(1)] }],
    ['alarm and severity on a site', { alarms: [9], severities: ['critical' as const], sites: [siteOf(1)] }],
  ])('of %s keeps quiet what it names, and nothing else', async (_, match) => {
    await add({ match: { alarms: [], severities: [], sites: [], elements: [], ...match } });
    await eventually(() => silenced(1));
    expect(await silenced(2)).toBeUndefined();
    await removeAll();
  });

  it('that is ended holds no longer', async () => {
    await add();
    await eventually(() => silenced(2));
    await stack.db.updateTable('silence').set({ ends_at: new Date() }).execute();
    stack.bus.publish(subjects.config('silence'), '{}');
    expect(await eventually(async () => ((await silenced(2)) === undefined ? true : undefined))).toBe(true);
  });

  atNight('is in the history of the alarms that it holds for, from the window to the window', async () => {
    const edges = async (): Promise<string[]> =>
      (await allOf(stack.bus, streams.alarms.name, subjectOf('alarms', 0)))
        .flatMap(({ data }) => eventCodec.decode(data))
        .filter(({ edge }) => edge === 'silence' || edge === 'unsilence')
        .map(({ edge, element }) => `${edge} ${String(element)}`);
    const pollUntil = (reported: readonly string[]) =>
      eventually(async () => {
        if ((await edges()).length >= reported.length) return true;
        await poll();
        return undefined;
      });
    await add({
      startsAt: START_MS,
      match: { alarms: [], severities: [], sites: [], elements: [addressedDevice(1)] },
    });
    await eventually(() => silenced(1));
    const began = [`silence ${String(portOf(1, 0))}`];
    await pollUntil(began);
    expect(await edges()).toEqual(began);
    await removeAll();
    const ended = [...began, `unsilence ${String(portOf(1, 0))}`];
    await pollUntil(ended);
    expect(await edges()).toEqual(ended);
  });

  atNight('that comes again holds in its window', async () => {
    const minute = new Date(Date.now() - 60_000).toISOString().slice(11, 16);
    const recurrence = { every: 'day', interval: 1, time: minute, minutes: 30, zone: 'UTC' } as const;
    await add({ startsAt: Date.now() - 86_400_000, endsAt: null, recurrence });
    expect((await eventually(() => silenced(1))).until).toBeGreaterThan(Date.now() + 25 * 60_000);
    await removeAll();
  });
});
