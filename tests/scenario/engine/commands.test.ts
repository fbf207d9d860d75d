import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AlarmCommand } from '#schemas/alerting/acknowledgement.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { streams, subjectOf } from '#schemas/bus/stream.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { AlertDelta } from '#schemas/socket/live.ts';
import type { Bus } from '#platform/bus/bus.ts';
import { unpackJson } from '#platform/bus/packed-json.ts';
import { openBusOnly } from '#tests/store/stack.ts';
import { readStates } from '../../fixtures/engine/read-states.ts';
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
import { hasStarted } from '../../fixtures/process/start-process.ts';
import { atNight } from '#tests/gate/at-night.ts';

const WINDOW = 10;
const setting = {
  windowSeconds: WINDOW,
  allowedLatenessMs: 1_000,
  inventory: anInventory(2, 2),
  alarms: [anAlarm({ id: 9, threshold: 100, outliers: 1, measures: 2, label: 'Busy line' })],
};

let nats: Awaited<ReturnType<typeof openBusOnly>>;
let bus: Bus;
let engine: ChildProcess;
const directory = mkdtempSync(join(tmpdir(), 'telltale-commands-'));
const file = join(directory, 'configuration');

async function startEngine(): Promise<void> {
  engine = spawn(process.execPath, [join(import.meta.dirname, 'process.ts'), nats.url, file], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await hasStarted(engine);
}
async function kill(): Promise<void> {
  const exit = once(engine, 'exit');
  engine.kill('SIGKILL');
  await exit;
}

/** Port 0 of customer 1 always carries more than the threshold, port 1 until poll 3. */
async function poll(number: number): Promise<void> {
  const port = (element: number, octets: number) =>
    aSample('in_octets', { at: number * WINDOW * 1_000, element, value: BigInt(octets) });
  const rows = [port(portOf(1, 0), number * 1_000), port(portOf(1, 1), Math.min(number, 3) * 1_000)];
  const publisher = bus.publisher();
  for (const message of sampleMessages(rows, 2)) await publisher.publish(message);
}

async function rows(): Promise<readonly AlarmRow[]> {
  const states = await readStates(bus, 1);
  return states?.find(({ customer }) => customer === 1)?.alarms ?? [];
}
const rowOf = async (port: number): Promise<AlarmRow | undefined> =>
  (await rows()).find(({ element }) => element === portOf(1, port));

async function send(command: Partial<Extract<AlarmCommand, { kind: 'acknowledge' }>>): Promise<void> {
  const full: AlarmCommand = {
    kind: 'acknowledge',
    customer: 1,
    alarm: 9,
    element: portOf(1, 0),
    window: START_MS / 1_000,
    by: 'Ada',
    note: 'carrier called',
    until: null,
    worse: null,
    ...command,
  };
  const data = new TextEncoder().encode(JSON.stringify(full));
  await bus.publisher().publish({ subject: subjectOf('commands', 1), data });
}

async function events() {
  const stored = await allOf(bus, streams.alarms.name, subjectOf('alarms', 1));
  return stored.flatMap(({ data }) => eventCodec.decode(data));
}

beforeAll(async () => {
  writeFileSync(file, serialize(setting));
  nats = await openBusOnly();
  bus = nats.bus;
  await startEngine();
  await poll(0);
  await poll(1);
  await poll(2);
  await eventually(async () => ((await rows()).length === 2 ? true : undefined));
});
afterAll(async () => {
  engine.kill('SIGKILL');
  await nats.close();
  rmSync(directory, { recursive: true, force: true });
});

describe('an acknowledgement', () => {
  it('is in the next delta, by itself, and is stored as an event', async () => {
    const deltas: AlertDelta[] = [];
    const listening = new AbortController();
    bus.subscribe(subjects.live(1, 'alert'), ({ data }) => deltas.push(AlertDelta.parse(unpackJson(data))), {
      signal: listening.signal,
    });
    await bus.flush();
    await send({});
    await eventually(() => (deltas.length > 0 ? true : undefined));
    listening.abort();
    expect(deltas[0]!.set).toMatchObject([
      {
        id: `9:${String(portOf(1, 0))}`,
        acknowledged: { by: 'Ada', note: 'carrier called', untilWorse: false },
      },
    ]);
    expect(deltas[0]!.remove).toBeUndefined();
    const stored = await eventually(async () => (await events()).find(({ edge }) => edge === 'acknowledge'));
    expect(stored).toMatchObject({ alarm: 9, element: portOf(1, 0), cause: 'user' });
  });

  it('outlives kill -9 of the engine, at once and after more windows', async () => {
    await kill();
    await startEngine();
    // The first response of the new engine.
    expect((await eventually(() => rowOf(0))).acknowledged).toMatchObject({
      by: 'Ada',
      note: 'carrier called',
    });
    await poll(3);
    await poll(4);
    await eventually(async () =>
      (await rowOf(0))?.window === START_MS / 1_000 + 2 * WINDOW ? true : undefined,
    );
    await kill();
    await startEngine();
    expect((await eventually(() => rowOf(0))).acknowledged).toMatchObject({ by: 'Ada' });
    expect((await events()).filter(({ edge }) => edge === 'acknowledge')).toHaveLength(1);
  });

  it('that was requested while no engine ran is found by the next one', async () => {
    await kill();
    await send({ element: portOf(1, 1), by: 'Ben' });
    await startEngine();
    expect((await eventually(() => rowOf(1))).acknowledged).toMatchObject({ by: 'Ben' });
  });

  it('is removed when its alarm clears', async () => {
    await poll(5);
    await poll(6);
    await poll(7);
    await eventually(async () => ((await rowOf(1)) === undefined ? true : undefined));
    expect((await rowOf(0))?.acknowledged).toMatchObject({ by: 'Ada' });
  });

  atNight('expires on time, while no sample comes', async () => {
    const until = Date.now() + 3_000;
    const { window } = (await rowOf(0))!;
    await send({ window, by: 'Cleo', until });
    await eventually(async () => ((await rowOf(0))?.acknowledged?.by === 'Cleo' ? true : undefined));
    await eventually(async () => ((await rowOf(0))?.acknowledged === undefined ? true : undefined));
    expect(Date.now()).toBeGreaterThanOrEqual(until);
    expect(Date.now()).toBeLessThan(until + 2_500);
  });

  atNight('is found in the stream when the checkpoint is lost', async () => {
    const { window } = (await rowOf(0))!;
    await send({ window, by: 'Dan' });
    await eventually(async () => ((await rowOf(0))?.acknowledged?.by === 'Dan' ? true : undefined));
    await kill();
    const checkpoints = await bus.checkpoints('checkpoints');
    await checkpoints.save('engine.1', Buffer.from('lost'));
    await startEngine();
    const row = await eventually(() => rowOf(0));
    expect(row.acknowledged).toMatchObject({ by: 'Dan' });
  });

  it('that cannot be parsed is skipped', async () => {
    await bus
      .publisher()
      .publish({ subject: subjectOf('commands', 1), data: Buffer.from('{"kind":"what"}') });
    const { window } = (await rowOf(0))!;
    await send({ window, by: 'Eve' });
    expect(
      await eventually(async () => ((await rowOf(0))?.acknowledged?.by === 'Eve' ? true : undefined)),
    ).toBe(true);
  });
});
