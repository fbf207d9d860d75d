import { spawn, type ChildProcess } from 'node:child_process';
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
import { allOf, sampleMessages } from '../../fixtures/engine/engine-bus.ts';
import {
  START_MS,
  aSample,
  anAlarm,
  anInventory,
  eventCodec,
  portOf,
  type EventRow,
} from '../../fixtures/engine/engine-network.ts';
import { messageText, run } from '../../fixtures/engine/engine-run.ts';
import { plainRule } from '../../fixtures/engine/plain-rule.ts';
import { eventually } from '#tests/fixtures/eventually.ts';
import { hasStarted } from '../../fixtures/process/start-process.ts';

/** 50 in the nightly run. */
const KILLS = Number(process.env['ENGINE_KILLS'] ?? '1');
const PARTITIONS = 2;
const WINDOW = 10;
const CUSTOMERS = 6;
const PORTS = 40;
const PUBLISH_MS = 40;
/** A takeover takes less than this. */
const TAKEOVER_MS = 10_000;
/** Longer than a lease lives. */
const STOPPED_MS = 6_000;

const setting = {
  windowSeconds: WINDOW,
  allowedLatenessMs: 2_000,
  inventory: anInventory(CUSTOMERS, PORTS),
  alarms: [
    anAlarm({ id: 1, threshold: 40_000.5, outliers: 2, measures: 3 }),
    anAlarm({ id: 2, threshold: 50_000.5, severity: 'major' }),
  ],
};

/** Octets of a port at a time: its own load, varying between 800 bit/s and 95 kbit/s. */
function octetsAt(seconds: number, customer: number, port: number): number {
  const perSecond = 1 / (5 + 5 * (port % 8));
  return Math.round(6_000 * seconds + (5_900 / perSecond) * Math.sin(seconds * perSecond + customer) + 1e6);
}

/**
 * One poll of every interface: at the border of each window, so that what it carried is known in plain numbers, and
 * somewhere within it.
 */
function poll(number: number) {
  const rows = [];
  for (let customer = 1; customer <= CUSTOMERS; customer += 1)
    for (let port = 0; port < PORTS; port += 1) {
      const jitter = number % 2 === 0 ? 0 : (customer * 7 + port * 13) % 900;
      const at = number * 5_000 + jitter;
      const value = BigInt(octetsAt(number * 5, customer, port));
      rows.push(aSample('in_octets', { at, customer, element: portOf(customer, port), value }));
    }
  return sampleMessages(rows, PARTITIONS);
}

/** What the rule in plain words says of the first `windows` windows: `<alarm> <element> <window> <edge>`. */
function byPlainRule(windows: number): string[] {
  const events: string[] = [];
  for (let customer = 1; customer <= CUSTOMERS; customer += 1)
    for (let port = 0; port < PORTS; port += 1) {
      const element = portOf(customer, port);
      const at = (window: number) => octetsAt(window * WINDOW, customer, port);
      const values = Array.from(
        { length: windows },
        (_, window) => ((at(window + 1) - at(window)) * 8) / WINDOW,
      );
      for (const alarm of setting.alarms)
        for (const edge of plainRule(alarm, { customer, element, windowSeconds: WINDOW }, values))
          events.push(`${String(alarm.id)} ${String(element)} ${edge}`);
    }
  return events.sort();
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
  const script = join(import.meta.dirname, 'process.ts');
  const child = spawn(process.execPath, [script, nats.url, file, name], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  engines.set(name, child);
  await hasStarted(child);
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

/** Kills the owner of a partition repeatedly, the two in turn; returns the times of the takeovers. */
async function killOwners(kills: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    const name = kill % 2 === 0 ? 'a' : 'b';
    await wait(Math.random() * 300);
    const fromMs = Date.now();
    engines.get(name)!.kill('SIGKILL');
    times.push(await takeover(name, fromMs));
    await startEngine(name);
    await shared();
  }
  return times;
}

/** Everything that the engines wrote for a partition, as soon as it is as much as was expected. */
function written(partition: number, expected: number) {
  return eventually(async () => {
    const texts: string[] = [];
    const events: EventRow[] = [];
    for (const [kind, name] of [
      ['measures', 'measures'],
      ['alarms', 'events'],
    ] as const)
      for (const { data, header } of await allOf(bus, streams[kind].name, subjectOf(kind, partition))) {
        texts.push(messageText(name, header(headerNames.batch) ?? '', data));
        if (kind === 'alarms') events.push(...eventCodec.decode(data));
      }
    return texts.length >= expected ? { texts: texts.sort(), events } : undefined;
  });
}

it(`two engines share the partitions; one killed (${String(KILLS)} times) or stopped is taken over without loss or duplicates`, async () => {
  const polls: ReturnType<typeof poll>[] = [];
  const positions = await bus.bucket(buckets.positions);
  // The other reader of the samples is far ahead: messages committed by the engine are purged.
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
  const killed = await killOwners(KILLS);

  // Stopped for longer than its lease lives, it wakes up in the belief that the partition is its own.
  let fromMs = Date.now();
  engines.get('b')!.kill('SIGSTOP');
  const stopped = await takeover('b', fromMs);
  await wait(Math.max(0, fromMs + STOPPED_MS - Date.now()));
  engines.get('b')!.kill('SIGCONT');
  await shared();

  fromMs = Date.now();
  engines.get('b')!.kill('SIGTERM');
  const ended = await takeover('b', fromMs);

  load.on = false;
  await publishing;
  const events: EventRow[] = [];
  let windows = 0;
  for (let partition = 0; partition < PARTITIONS; partition += 1) {
    const expected = run({
      setting: { ...setting, belongs: (customer) => customer % PARTITIONS === partition },
      messages: polls.flatMap((messages) =>
        messages.filter((one) => one.partition === partition).map(({ data }) => data),
      ),
      end: 0,
    });
    const found = await written(partition, expected.messages.length);
    expect(found.texts).toEqual([...expected.messages].sort());
    for (const event of found.events) events.push(event);
    windows = ((expected.measures.at(-1)?.at ?? 0) - START_MS / 1_000) / WINDOW + 1;
  }
  const plain = byPlainRule(windows);
  // Both alarms are on one KPI, so that one explains the other.
  const reported = events
    .filter(({ edge }) => !edge.endsWith('explain'))
    .map(
      ({ alarm, element, at, edge }) =>
        `${String(alarm)} ${String(element)} ${String((at - START_MS / 1_000) / WINDOW)} ${edge}`,
    );
  expect(reported.sort()).toEqual(plain);
  expect(plain.length).toBeGreaterThan(100);
  for (const ms of [...killed, stopped, ended]) expect(ms).toBeLessThan(TAKEOVER_MS);
  const sorted = killed.toSorted((one, other) => one - other);
  process.stdout.write(
    `taken over after ${String(sorted.at(sorted.length >> 1))} ms in the median of ${String(KILLS)} kills ` +
      `(${String(sorted[0])} to ${String(sorted.at(-1))} ms), ${String(stopped)} ms (stopped), ${String(ended)} ms (SIGTERM); ` +
      `${String(reported.length)} events of ${String(windows)} windows written, ${String(plain.length)} by the plain rule\n`,
  );
}, 1_200_000);
