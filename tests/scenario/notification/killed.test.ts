import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { headerNames } from '#schemas/bus/header.ts';
import { streams } from '#schemas/bus/stream.ts';
import { jobSubject } from '#schemas/notification/job.ts';
import { openStack, type Stack } from '../../store/stack.ts';
import { allOf } from '../../fixtures/engine/engine-bus.ts';
import {
  addAlarm,
  addWebhook,
  anEvent,
  deliveriesOf,
  httpReceiver,
  PARTITIONS,
  publishEvents,
  type HttpReceiver,
} from '../../fixtures/notification/notification-under-test.ts';
import { eventually } from '#tests/fixtures/eventually.ts';
import { atNight } from '#tests/gate/at-night.ts';

const MAIN = join(import.meta.dirname, '../../../engine/notification/main.ts');

let stack: Stack;
let alarm: number;
let http: HttpReceiver | undefined;
let child: ChildProcess | undefined;

beforeAll(async () => {
  stack = await openStack();
  alarm = await addAlarm(stack);
});
afterEach(async () => {
  await end('SIGKILL');
  await http?.close();
  await stack.db.deleteFrom('webhook').execute();
});
afterAll(() => stack.close());

async function start(windowSeconds: number): Promise<void> {
  child = spawn(process.execPath, ['--no-warnings', MAIN], {
    env: {
      ...process.env,
      ...stack.env,
      PARTITIONS: String(PARTITIONS),
      HEALTH_PORT: '0',
      LOG_LEVEL: 'error',
      NOTIFICATION_ACK_SECONDS: '1',
      NOTIFICATION_WINDOW_SECONDS: String(windowSeconds),
      NOTIFICATION_SINGLES: '10000',
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const started = child;
  await new Promise<void>((resolve) => {
    started.on('message', ({ kind }: { readonly kind: string }) => {
      if (kind === 'started') resolve();
    });
  });
}

async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return null;
  const exit = once(child, 'exit');
  child.kill(signal);
  const [code] = (await exit) as [number | null];
  return code;
}

const keyOf = (event: Uint8Array, target: number): string =>
  `${Buffer.from(event).toString('hex')}.webhook-${String(target)}`;
const delivered = async (target: number): Promise<number> =>
  (await deliveriesOf(stack, target)).filter(({ state }) => state === 'delivered').length;
const queueIsEmpty = () =>
  eventually(
    async () => (await stack.bus.streamState(streams.jobs.name)).messages === 0 || undefined,
    60_000,
  );

describe('the notification process', () => {
  it('killed between delivery and acknowledgement delivers again with the same key', async () => {
    let killed: Promise<unknown> | undefined;
    http = await httpReceiver((response) => {
      // The request has arrived without a response yet: nothing is recorded.
      killed ??= end('SIGKILL');
      response.end('thanks');
    });
    const target = await addWebhook(stack, { url: http.url });
    await start(1);
    const event = anEvent({ alarm, element: 1 });
    await publishEvents(stack, [event]);
    await eventually(() => killed);
    await start(1);
    await eventually(async () => (await delivered(target)) === 1 || undefined, 60_000);
    await queueIsEmpty();
    expect(http.keys()).toEqual([keyOf(event.event, target), keyOf(event.event, target)]);
  });

  atNight('killed in the middle of a window delivers nothing twice', async () => {
    http = await httpReceiver();
    const target = await addWebhook(stack, { url: http.url });
    const events = Array.from({ length: 40 }, (_, number) => anEvent({ alarm, element: 100 + number }));
    await start(600);
    for (let round = 0; round < 4; round += 1) {
      await publishEvents(stack, events.slice(round * 10, round * 10 + 10), 3);
      await eventually(async () => (await delivered(target)) === (round + 1) * 10 || undefined, 60_000);
      // The window is open: everything in it is read again.
      await end('SIGKILL');
      await start(600);
    }
    const last = anEvent({ alarm, element: 999 });
    await publishEvents(stack, [last]);
    // Read behind all others.
    await eventually(async () => (await delivered(target)) === 41 || undefined, 60_000);
    await queueIsEmpty();
    expect(http.keys().sort()).toEqual([...events, last].map(({ event }) => keyOf(event, target)).sort());
  });

  atNight('ended in good order under load delivers each event once', async () => {
    http = await httpReceiver((response) => {
      setTimeout(() => response.end('thanks'), 20);
    });
    const target = await addWebhook(stack, { url: http.url });
    const events = Array.from({ length: 200 }, (_, number) => anEvent({ alarm, element: 2_000 + number }));
    await start(1);
    const published = publishEvents(stack, events, 5);
    for (let round = 0; round < 3; round += 1) {
      const seen = http.received.length;
      await eventually(() => (http!.received.length > seen ? true : undefined), 60_000);
      expect(await end('SIGTERM')).toBe(0);
      await start(1);
    }
    await published;
    await eventually(async () => (await delivered(target)) === 200 || undefined);
    await queueIsEmpty();
    expect(http.keys().sort()).toEqual(events.map(({ event }) => keyOf(event, target)).sort());
  });

  atNight('does not deliver a job again that comes long after it was delivered', async () => {
    http = await httpReceiver();
    const target = await addWebhook(stack, { url: http.url });
    await start(1);
    const event = anEvent({ alarm, element: 3_000 });
    await publishEvents(stack, [event]);
    await eventually(async () => (await delivered(target)) === 1 || undefined, 60_000);
    // As if the broker had forgotten the message: it remembers for two minutes.
    const notice = { is: 'grouped', customer: { id: 1, name: 'x' }, raises: 1, clears: 0, severity: 'minor' };
    const job = {
      kind: 'webhook',
      target,
      key: keyOf(event.event, target),
      sinceMs: Date.now(),
      notice: { ...notice, description: '', elements: [], fromMs: 0, untilMs: 0 },
    };
    const publisher = stack.bus.publisher();
    const data = new TextEncoder().encode(JSON.stringify(job));
    await publisher.publish({ subject: jobSubject('webhook'), data, id: 'another id' });
    publisher.close();
    await queueIsEmpty();
    expect(http.received.length).toBe(1);
  });

  atNight('parks a job that cannot be parsed and continues', async () => {
    http = await httpReceiver();
    const target = await addWebhook(stack, { url: http.url });
    await start(1);
    const publisher = stack.bus.publisher();
    for (const text of ['no JSON', '{"kind":"webhook"}'])
      await publisher.publish({ subject: jobSubject('webhook'), data: new TextEncoder().encode(text) });
    publisher.close();
    await publishEvents(stack, [anEvent({ alarm, element: 4_000 })]);
    await eventually(async () => (await delivered(target)) === 1 || undefined, 60_000);
    await queueIsEmpty();
    const parked = await allOf(stack.bus, streams.dead.name, 'dead.jobs');
    expect(parked.map(({ data }) => new TextDecoder().decode(data)).sort()).toEqual([
      'no JSON',
      '{"kind":"webhook"}',
    ]);
    expect(parked[0]!.header(headerNames.source)).toMatch(/^jobs\.webhook\.any:\d+$/);
  });
});
