import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { headerNames } from '#schemas/bus/header.ts';
import { buckets, streams, subjectOf } from '#schemas/bus/stream.ts';
import type { Bus } from '#platform/bus/bus.ts';
import { openBusOnly } from '#tests/store/stack.ts';
import { allOf, sampleMessages } from '../../fixtures/engine/engine-bus.ts';
import { aSample, anAlarm, anInventory, portOf } from '../../fixtures/engine/engine-network.ts';
import { messageText, run } from '../../fixtures/engine/engine-run.ts';
import { eventually } from '#tests/fixtures/eventually.ts';
import { rounds } from '#tests/fixtures/rounds.ts';
import { hasStarted } from '../../fixtures/process/start-process.ts';

const KILLS = Number(process.env['ENGINE_KILLS'] ?? rounds(6));
const PARTITIONS = 2;
const WINDOW = 10;
const POLLS = 240;
const CUSTOMERS = 10;
const PORTS = 30;

const setting = {
  windowSeconds: WINDOW,
  allowedLatenessMs: 2_000,
  inventory: anInventory(CUSTOMERS, PORTS),
  alarms: [
    anAlarm({ id: 1, threshold: 40_000, outliers: 2, measures: 3 }),
    anAlarm({ id: 2, threshold: 50_000, severity: 'major' }),
  ],
};

/** One poll of every interface, with its own varying load. */
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
const polls = Array.from({ length: POLLS }, (_, number) => poll(number));

let nats: Awaited<ReturnType<typeof openBusOnly>>;
let bus: Bus;
const directory = mkdtempSync(join(tmpdir(), 'telltale-killed-'));
const file = join(directory, 'configuration');
let engine: ChildProcess | undefined;

beforeAll(async () => {
  writeFileSync(file, serialize(setting));
  nats = await openBusOnly();
  bus = nats.bus;
});
afterAll(async () => {
  engine?.kill('SIGKILL');
  await nats.close();
  rmSync(directory, { recursive: true, force: true });
});

const wait = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

async function startEngine(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'process.ts'), nats.url, file], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await hasStarted(child);
  return child;
}

async function publishAll(): Promise<void> {
  const publisher = bus.publisher();
  for (const messages of polls) {
    for (const message of messages) await publisher.publish(message);
    await wait(20);
  }
}

async function writtenBy(partition: number): Promise<string[]> {
  const texts = async (kind: 'measures' | 'alarms', name: string) => {
    const messages = await allOf(bus, streams[kind].name, subjectOf(kind, partition));
    return messages.map(({ data, header }) => messageText(name, header(headerNames.batch) ?? '', data));
  };
  return [...(await texts('measures', 'measures')), ...(await texts('alarms', 'events'))];
}

it(`an engine killed ${String(KILLS)} times under load writes the same output as an undisturbed one, each message once`, async () => {
  engine = await startEngine();
  // The other reader of the samples is far ahead: messages committed by the engine are purged.
  const positions = await bus.bucket(buckets.positions);
  for (let partition = 0; partition < PARTITIONS; partition += 1)
    await positions.put(`samples.${String(partition)}.writer`, String(10 ** 9));
  const published = publishAll();
  for (let kill = 0; kill < KILLS; kill += 1) {
    await wait(Math.random() * 350);
    const exit = once(engine, 'exit');
    engine.kill('SIGKILL');
    await exit;
    engine = await startEngine();
  }
  await published;
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
    for (const [kind, name] of [
      ['measures', 'measures'],
      ['alarms', 'events'],
    ] as const) {
      const batch = expected.messages.findLast((message) => message.startsWith(name))!.split(' ')[1];
      await eventually(async () => {
        const last = await bus.lastMessage(streams[kind].name, subjectOf(kind, partition));
        return last?.header(headerNames.batch) === batch || undefined;
      });
    }
    const found = await writtenBy(partition);
    expect(found.sort()).toEqual([...expected.messages].sort());
  }
  expect(events).toBeGreaterThan(100);
  const { firstSeq } = await bus.streamState(streams.samples.name);
  expect(firstSeq).toBeGreaterThan(1);
});
