import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { headerNames } from '#schemas/bus/header.ts';
import { buckets, streams, subjectOf } from '#schemas/bus/stream.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { Bus } from '#platform/bus/bus.ts';
import { openBusOnly } from '#tests/store/stack.ts';
import { allOf, eventually, sampleMessages } from './engine-bus.ts';
import { aSample, anAlarm, anInventory, portOf } from './engine-network.ts';
import { messageText, run } from './engine-run.ts';

const PARTITIONS = 2;
const WINDOW = 10;
const CUSTOMERS = 6;
const PORTS = 8;
const PUBLISH_MS = 40;
/** A takeover takes less than this. */
const TAKEOVER_MS = 10_000;
/** Longer than a lease lives. */
const STOPPED_MS = 6_000;

const setting = {
  windowSeconds: WINDOW,
  latenessMs: 2_000,
  inventory: anInventory(CUSTOMERS, PORTS),
  alarms: [anAlarm({ id: 1, threshold: 40_000, outliers: 2, measures: 3 })],
};

/** One poll of every interface, with a load of its own that goes up and down. */
function poll(number: number) {
  const rows = [];
  for (let customer = 1; customer <= CUSTOMERS; customer += 1)
    for (let port = 0; port < PORTS; port += 1) {
      const octets = Math.round(30_000 * number + 300_000 * Math.sin(number / (1 + port) + customer) + 1e6);
      const at = number * 5_000 + ((customer * 7 + port * 13) % 900);
      rows.push(
        aSample('in_octets', { at, customer, element: portOf(customer, port), value: BigInt(octets) }),
      );
    }
  return sampleMessages(rows, PARTITIONS);
}

let nats: Awaited<ReturnType<typeof openBusOnly>>;
let bus: Bus;
const directory = mkdtempSync(join(tmpdir(), 'telltale-takeover-'));
const file = join(directory, 'configuration');
const engines = new Map<string, ChildProcess>();
const ending = new AbortController();
/** Partitions that were taken, with the time. */
const taken: { readonly partition: number; readonly atMs: number }[] = [];

const wait = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

async function startEngine(name: string): Promise<void> {
  const script = join(import.meta.dirname, 'engine-process.ts');
  const child = spawn(process.execPath, [script, nats.url, file, name], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  engines.set(name, child);
  await once(child, 'message');
}

/** Partitions by the engine that holds their lease. */
async function owners(): Promise<Readonly<Record<string, string>>> {
  const leases = await bus.bucket(buckets.leases);
  const found: Record<string, string> = {};
  for (let partition = 0; partition < PARTITIONS; partition += 1) {
    const entry = await leases.get(`partition.${String(partition)}`);
    if (entry !== undefined) found[partition] = new TextDecoder().decode(entry.value);
  }
  return found;
}

const shared = () =>
  eventually(async () => {
    const found = Object.values(await owners());
    return found.length === PARTITIONS && new Set(found).size === 2 ? true : undefined;
  }, TAKEOVER_MS);

/** Milliseconds until all partitions are those of the other engine, and it works on them. */
async function takeover(of: string, fromMs: number): Promise<number> {
  const before = taken.length;
  await eventually(async () => {
    const found = Object.values(await owners());
    return found.length === PARTITIONS && !found.includes(of) && taken.length > before ? true : undefined;
  }, TAKEOVER_MS);
  return Date.now() - fromMs;
}

beforeAll(async () => {
  writeFileSync(file, serialize(setting));
  nats = await openBusOnly();
  bus = nats.bus;
  bus.subscribe(
    subjects.engineReady,
    ({ data }) => {
      const { partition } = z
        .object({ partition: z.number() })
        .parse(JSON.parse(new TextDecoder().decode(data)));
      taken.push({ partition, atMs: Date.now() });
    },
    { signal: ending.signal },
  );
  await startEngine('a');
});
afterAll(async () => {
  ending.abort();
  for (const child of engines.values()) child.kill('SIGKILL');
  await nats.close();
  rmSync(directory, { recursive: true, force: true });
});

it('two engines share the partitions; one that is killed or stopped is taken over, nothing lost and nothing written twice', async () => {
  const polls: ReturnType<typeof poll>[] = [];
  const positions = await bus.bucket(buckets.positions);
  // The other reader of the samples is far ahead: what the engine has committed is purged.
  for (let partition = 0; partition < PARTITIONS; partition += 1)
    await positions.put(`samples.${String(partition)}.writer`, String(10 ** 9));
  const load = { on: true };
  const publishing = (async () => {
    const publisher = bus.publisher(1);
    for (let number = 0; load.on; number += 1) {
      const messages = poll(number);
      polls.push(messages);
      for (const message of messages) await publisher.publish(message);
      await wait(PUBLISH_MS);
    }
  })();

  expect(Object.values(await owners())).toEqual(['a', 'a']);
  await startEngine('b');
  await shared();

  const times: Record<string, number> = {};
  let fromMs = Date.now();
  engines.get('a')!.kill('SIGKILL');
  times['killed'] = await takeover('a', fromMs);
  await startEngine('a');
  await shared();

  // Stopped for longer than its lease lives, it wakes up in the belief that the partition is its own.
  fromMs = Date.now();
  engines.get('b')!.kill('SIGSTOP');
  times['stopped'] = await takeover('b', fromMs);
  await wait(Math.max(0, fromMs + STOPPED_MS - Date.now()));
  engines.get('b')!.kill('SIGCONT');
  await shared();

  fromMs = Date.now();
  engines.get('b')!.kill('SIGTERM');
  times['told to end'] = await takeover('b', fromMs);

  load.on = false;
  await publishing;
  let events = 0;
  for (let partition = 0; partition < PARTITIONS; partition += 1) {
    const expected = run({
      setting: { ...setting, belongs: (customer) => customer % PARTITIONS === partition },
      messages: polls.flatMap((messages) =>
        messages.filter((one) => one.partition === partition).map(({ data }) => data),
      ),
      end: 0,
    });
    events += expected.events.length;
    const found = await eventually(async () => {
      const texts: string[] = [];
      for (const [kind, name] of [
        ['measures', 'measures'],
        ['alarms', 'events'],
      ] as const)
        for (const { data, header } of await allOf(bus, streams[kind].name, subjectOf(kind, partition)))
          texts.push(messageText(name, header(headerNames.batch) ?? '', data));
      return texts.length >= expected.messages.length ? texts : undefined;
    }, 30_000);
    expect(found.sort()).toEqual([...expected.messages].sort());
  }
  expect(events).toBeGreaterThan(30);
  for (const ms of Object.values(times)) expect(ms).toBeLessThan(TAKEOVER_MS);
  process.stdout.write(
    `taken over after ${Object.entries(times)
      .map(([how, ms]) => `${String(ms)} ms (${how})`)
      .join(', ')}\n`,
  );
}, 120_000);
