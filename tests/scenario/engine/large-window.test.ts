import { runSync } from '#platform/clock/steps.ts';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buckets, streams, subjectOf } from '#schemas/bus/stream.ts';
import { headerNames } from '#schemas/bus/header.ts';
import type { Bucket } from '#platform/bus/bucket.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import { silentLog, type Log as ProcessLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { engineComponents } from '#engine/engine.ts';
import { engineMetrics } from '#engine/worker/engine-metrics.ts';
import { createPartition, type Partition } from '#engine/partition/partition.ts';
import { openBusOnly } from '#tests/store/stack.ts';
import { allOf, sampleMessages } from '../../fixtures/engine/engine-bus.ts';
import { aSample, anAlarm, anInventory, portOf } from '../../fixtures/engine/engine-network.ts';
import { messageText } from '../../fixtures/engine/engine-run.ts';
import { eventually } from '#tests/fixtures/eventually.ts';
import { hasStarted } from '../../fixtures/process/start-process.ts';

/** Of two engines the one that came last has a single one, and takes the second when it finds it free. */
const PARTITIONS = 3;
const PARTITION = 1;
const PORTS = 60_000;
const ROWS_PER_MESSAGE = 4_000;
const LEASE_MS = 3_000;
/** Each pause between steps takes so long, until the window has taken half as long again as a lease lives. */
const SLOW_MS = 150;
const setting = {
  windowSeconds: 10,
  allowedLatenessMs: 1_000,
  inventory: anInventory(1, PORTS),
  alarms: [anAlarm({ id: 1, threshold: 100 })],
};
const ports = Array.from({ length: PORTS }, (_, port) => portOf(1, port));

/** A poll of these ports as messages. */
function poll(second: number, octets: number, elements: readonly number[]) {
  const rows = elements.map((element) =>
    aSample('in_octets', { at: second * 1_000, element, value: BigInt(octets) }),
  );
  const runs = Array.from({ length: Math.ceil(rows.length / ROWS_PER_MESSAGE) }, (_, run) =>
    rows.slice(run * ROWS_PER_MESSAGE, (run + 1) * ROWS_PER_MESSAGE),
  );
  return runs.flatMap((run) => sampleMessages(run, PARTITIONS));
}
/** Every port is above its threshold in the first window, and in the second none. */
const raising = [...poll(0, 0, ports), ...poll(10, 1_000, ports), ...poll(13, 1_000, ports.slice(0, 1))];
const clearing = [...poll(20, 1_000, ports), ...poll(23, 1_000, ports.slice(0, 1))];

let nats: Awaited<ReturnType<typeof openBusOnly>>;
let bus: Bus;
/** Messages of events that one step brought forth at most. */
let mostAtOnce = 0;
const expected: { raised: string[]; cleared: string[] } = { raised: [], cleared: [] };
const directory = mkdtempSync(join(tmpdir(), 'telltale-large-window-'));
const file = join(directory, 'configuration');
const fileOfShortLeases = join(directory, 'configuration-of-short-leases');
const engines = new Map<string, ChildProcess>();

/** Of a busy machine: nothing else of this process runs during it. */
function busyFor(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

/** The time of the first and of the newest pause between steps, from when on it counts. */
const paused = { counts: false, first: 0, newest: 0 };

/** Time as it is, on a machine that takes its time between the steps of a window. */
const slowClock: Clock = {
  now: () => systemClock.now(),
  elapsed: () => systemClock.elapsed(),
  every: (period, run, signal) => {
    systemClock.every(period, run, signal);
  },
  async wait(ms, signal) {
    if (ms === 0 && paused.counts) {
      paused.newest = performance.now();
      if (paused.first === 0) paused.first = paused.newest;
      if (paused.newest - paused.first < 1.5 * LEASE_MS) busyFor(SLOW_MS);
    }
    await systemClock.wait(ms, signal);
  },
};

/** An engine in this process; its warnings are recorded. */
async function startOwn(warnings: string[]): Promise<() => Promise<void>> {
  const log = Object.assign(Object.create(silentLog) as ProcessLog, {
    warn: (fields: unknown, text: string) => warnings.push(`${text} ${JSON.stringify(fields)}`),
  });
  const components = engineComponents({
    ...setting,
    bus,
    log,
    clock: slowClock,
    leaseMs: LEASE_MS,
    metrics: engineMetrics(openMetrics()),
    engine: 'own',
    epoch: 'run 1',
    partitions: PARTITIONS,
    checkpointMs: 1_000,
    configuration: () =>
      Promise.resolve({ inventory: { current: setting.inventory }, alarms: { current: setting.alarms } }),
  });
  const controller = new AbortController();
  const started: Awaited<ReturnType<Component['start']>>[] = [];
  for (const component of components) started.push(await component.start(controller.signal));
  return async () => {
    controller.abort();
    for (const one of started.reverse()) await one?.stop?.();
  };
}

async function startProcess(name: string, configuration = file): Promise<void> {
  const script = join(import.meta.dirname, 'process.ts');
  const child = spawn(process.execPath, [script, nats.url, configuration, name], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  engines.set(name, child);
  await hasStarted(child);
}

async function publish(messages: readonly ReturnType<typeof poll>[number][]): Promise<void> {
  const publisher = bus.publisher();
  for (const message of messages) await publisher.publish(message);
}

async function ownerOf(leases: Bucket, partition: number): Promise<string | undefined> {
  const entry = await leases.get(`partition.${String(partition)}`);
  return entry && new TextDecoder().decode(entry.value);
}

const subject = subjectOf('alarms', PARTITION);
const newest = async (): Promise<number> => (await bus.lastMessage(streams.alarms.name, subject))?.seq ?? 0;

/** The messages of events behind a sequence, as soon as there are enough. */
const written = (after: number, many: number): Promise<string[]> =>
  eventually(async () => {
    if ((await newest()) - after < many) return undefined;
    const all = await allOf(bus, streams.alarms.name, subject);
    return all
      .filter(({ seq }) => seq > after)
      .map(({ header, data }) => messageText('events', header(headerNames.batch) ?? '', data));
  });

/** What an undisturbed engine writes. */
function collect(): void {
  let into = expected.raised;
  const partition: Partition = createPartition({
    ...setting,
    output: {
      measures: () => undefined,
      events: ({ batch, bytes }) => {
        into.push(messageText('events', batch, bytes));
      },
    },
  });
  for (const { data } of raising) {
    let before = 0;
    for (const _ of partition.pushSteps(data, { sequence: 0, receivedAt: Infinity })) {
      mostAtOnce = Math.max(mostAtOnce, into.length - before);
      before = into.length;
    }
  }
  into = expected.cleared;
  for (const { data } of clearing) runSync(partition.pushSteps(data));
}

beforeAll(async () => {
  nats = await openBusOnly();
  ({ bus } = nats);
  const common = { ...setting, partitions: PARTITIONS, checkpointMs: 1_000 };
  writeFileSync(file, serialize(common));
  writeFileSync(fileOfShortLeases, serialize({ ...common, leaseMs: LEASE_MS }));
  collect();
});
afterAll(async () => {
  for (const child of engines.values()) child.kill('SIGKILL');
  await nats.close();
  rmSync(directory, { recursive: true, force: true });
});

describe(`a window of ${String(PORTS)} events`, () => {
  it('is decided in steps of a few messages and keeps a lease shorter than the work: no other engine takes over', async () => {
    expect(expected.raised.length).toBeGreaterThan(200);
    expect(mostAtOnce).toBeLessThanOrEqual(10);
    const warnings: string[] = [];
    const stop = await startOwn(warnings);
    await startProcess('a', fileOfShortLeases);
    onTestFinished(async () => {
      const exit = once(engines.get('a')!, 'exit');
      engines.get('a')!.kill('SIGKILL');
      await exit;
    });
    const leases = await bus.bucket(buckets.leases);
    await eventually(async () => ((await ownerOf(leases, 2)) === 'a' ? true : undefined));
    const owners = new AbortController();
    const seen: (string | undefined)[] = [];
    const watching = (async () => {
      for await (const { value } of leases.watch(`partition.${String(PARTITION)}`, owners.signal))
        seen.push(value && new TextDecoder().decode(value));
    })();
    paused.counts = true;
    await publish(raising);
    expect(await written(0, expected.raised.length)).toEqual(expected.raised);
    paused.counts = false;
    expect(paused.newest - paused.first).toBeGreaterThan(LEASE_MS);
    owners.abort();
    await watching;
    expect(new Set(seen)).toEqual(new Set(['own']));
    expect(seen.length).toBeGreaterThan(3);
    await stop();
    expect(warnings).toEqual([]);
  });

  it('is written once when its engine is killed in the middle of it', async () => {
    const before = await newest();
    await startProcess('b');
    await startProcess('c');
    const leases = await bus.bucket(buckets.leases);
    const owner = await eventually(async () => {
      const names = await Promise.all([0, 1, 2].map((number) => ownerOf(leases, number)));
      return new Set(names).size === 2 ? names[PARTITION] : undefined;
    });
    await publish(clearing);
    await eventually(async () => ((await newest()) > before ? true : undefined), 60_000);
    engines.get(owner!)!.kill('SIGKILL');
    const inTheMiddle = (await newest()) - before;
    expect(inTheMiddle).toBeLessThan(expected.cleared.length);
    expect(await written(before, expected.cleared.length)).toEqual(expected.cleared);
  });
});
