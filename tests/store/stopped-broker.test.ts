import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Msg } from '@nats-io/transport-node';
import { afterAll, expect, it } from 'vitest';
import { openBus } from '#platform/bus/bus.ts';
import { connectBus } from '#platform/bus/connection.ts';
import { frameMargin } from '#platform/bus/frame.ts';
import { publisher as publisherOn } from '#platform/bus/publisher.ts';
import { freePort } from '#platform/embedded/free-port.ts';
import { natsServer } from '#platform/embedded/nats/nats-server.ts';
import { lineLog, silentLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { Outbox } from '#ingest/snmp/outbox.ts';
import { pollerMetrics } from '#ingest/snmp/poller-metrics.ts';
import { startRows } from '#ingest/snmp/sample-rows.ts';
import { streams, type StreamDefinition } from '#schemas/bus/stream.ts';
import { atNight } from '#tests/gate/at-night.ts';

const MIB = 1024 ** 2;
const stream: StreamDefinition = {
  name: 'ROWS',
  subjects: ['rows.*'],
  readers: ['writer'],
  maxBytes: 256 * MIB,
  discard: 'new',
};

const directory = mkdtempSync(join(tmpdir(), 'telltale-stopped-'));
const port = await freePort(0);
const url = `nats://127.0.0.1:${String(port)}`;
const ending = new AbortController();
// Nothing replaces this server while it is stopped.
const liveness = () => Promise.resolve();
const server = await natsServer({ directory, port, liveness, log: silentLog }).start(ending.signal);
const pid = (): number => Number(readFileSync(join(directory, 'nats.pid'), 'utf8'));
const signal = (name: NodeJS.Signals): void => {
  process.kill(pid(), name);
};
const state = (): string | undefined =>
  /\) (\w)/.exec(readFileSync(`/proc/${String(pid())}/stat`, 'utf8'))?.[1];
const connection = await connectBus(url, 'test');
const bus = await openBus(url, 'test');
await bus.ensureStreams([stream, { ...streams.samples, maxBytes: 16 * MIB }]);
afterAll(async () => {
  signal('SIGCONT');
  ending.abort();
  await connection.nats.close();
  await bus.close();
  await server?.stop?.();
  rmSync(directory, { recursive: true, force: true });
});

/** Bytes of the connection's socket that the broker has not read. */
const unreadBytes = (): number =>
  (
    connection.nats as unknown as {
      readonly protocol: { readonly transport: { readonly socket: { readonly writableLength: number } } };
    }
  ).protocol.transport.socket.writableLength;

const message = (number: number) => {
  const around = new Uint8Array(frameMargin.before + MIB + frameMargin.behind);
  const data = around.subarray(frameMargin.before, frameMargin.before + MIB);
  new DataView(data.buffer, data.byteOffset).setUint32(0, number);
  return { subject: 'rows.0', data, inPlace: number % 2 === 0 };
};

it('a broker that does not read holds at most 16 MiB and a message of the process, and stores each message once when it is replaced', async () => {
  const publisher = publisherOn(connection, { window: 256 });
  signal('SIGSTOP');
  const numbers = Array.from({ length: 64 }, (_, number) => number);
  const publishing = Promise.all(numbers.map((number) => publisher.publish(message(number))));
  await expect.poll(unreadBytes).toBeGreaterThan(14 * MIB);
  expect(unreadBytes()).toBeLessThan(18 * MIB);
  expect(connection.outgoing.hasRoom).toBe(false);
  // As after three pings without a reply.
  await connection.nats.reconnect();
  await expect.poll(connection.connected).toBe(false);
  signal('SIGKILL');
  const published = await publishing;
  expect(published.every(({ ok }) => ok)).toBe(true);
  const { messages } = await bus.streamState(stream.name);
  expect(messages).toBe(64);
});

/** The poller's way to the stream, with one poll of one device to send. */
function openOutbox(publisher: ReturnType<typeof publisherOn>) {
  const metrics = openMetrics();
  const lines: unknown[] = [];
  const outbox = new Outbox({
    publisher,
    partitions: 1,
    log: lineLog((line) => lines.push(JSON.parse(line))),
    metrics: pollerMetrics(metrics),
    signal: ending.signal,
  });
  const poll = { responded: false, atMs: 1_000, engineTime: undefined };
  const device = { id: 1, customer: 1, site: 1 } as Parameters<typeof startRows>[0];
  return {
    lines,
    sendPoll: () => outbox.send(startRows(device, poll, undefined).slice(0, 1), 'a poll'),
    metricsText: () => metrics.text(),
  };
}

atNight(
  'a message of rows that are counted is not sent again once the stream might store it twice',
  async () => {
    const { messages: before } = await bus.streamState(stream.name);
    const publisher = publisherOn(connection, { repeatableMs: 0 });
    const poller = openOutbox(publisher);
    await expect.poll(connection.connected).toBe(true);
    signal('SIGSTOP');
    await expect.poll(state).toBe('T');
    // Its acknowledgement is late: the broker has it, and stores it when it continues.
    const [given] = await Promise.all([
      publisher.publish({ subject: 'rows.0', data: new Uint8Array(1), once: true }),
      poller.sendPoll(),
    ]);
    expect(given).toEqual({ ok: false, reason: 'unconfirmed' });
    signal('SIGCONT');
    const next = await publisher.publish({ subject: 'rows.0', data: new Uint8Array(1), once: true });
    expect(next.ok).toBe(true);
    expect((await bus.streamState(stream.name)).messages).toBe(before + 2);
    expect((await bus.streamState(streams.samples.name)).messages).toBe(1);
    expect(poller.lines).toEqual([
      expect.objectContaining({ msg: 'rows unconfirmed', rows: 1, stream: streams.samples.name }),
    ]);
    const scraped = await poller.metricsText();
    expect(scraped).toContain('telltale_poller_unconfirmed_rows_total 1');
    expect(scraped).toContain('telltale_poller_rows_total 0');
    expect(scraped).toContain('telltale_poller_held_bytes 0');
  },
  60_000,
);

it('a message that finds the stream full keeps its id, so that an earlier attempt which arrives late is not stored twice', async () => {
  const small: StreamDefinition = { ...stream, name: 'SMALL', subjects: ['small.*'], maxBytes: MIB / 4 };
  await bus.ensureStreams([small]);
  const data = new Uint8Array(MIB / 16);
  const publisher = bus.publisher();
  for (let isFull = false; !isFull; isFull = !(await publisher.publish({ subject: 'small.0', data })).ok);
  const attempts: Msg[] = [];
  connection.nats.subscribe('small.1', { callback: (_, attempt) => void attempts.push(attempt) });
  await connection.nats.flush();
  let times = 0;
  const onFull = (): boolean => (times += 1) > 0;
  const published = publisher.publish({ subject: 'small.1', data, once: true, onFull });
  await expect.poll(() => attempts.length).toBeGreaterThan(1);
  const [first, second] = attempts;
  expect(second?.headers?.get('Nats-Msg-Id')).toBe(first?.headers?.get('Nats-Msg-Id'));
  // The first attempt again, as from a socket that the broker reads late; then the next one of the publisher.
  await bus.purgeUpTo({ stream: small.name, subject: 'small.0', seq: 1_000 });
  const late = { headers: first!.headers!, timeout: 5_000 };
  const stored = JSON.parse((await connection.nats.request('small.1', data, late)).string()) as object;
  const isPublishersOwn = 'duplicate' in stored;
  expect(await published).toMatchObject({ ok: true, duplicate: !isPublishersOwn });
  expect(await bus.countBySubject(small.name, 'small.1')).toEqual(new Map([['small.1', 1]]));
  expect(times).toBeGreaterThan(0);
});

it('messages that are held wait, and are sent when they are no longer held', async () => {
  let isPaused = true;
  const publisher = bus.publisher(1, { isPaused: () => isPaused });
  let isStored = false;
  const stored = publisher.publish({ subject: 'rows.1', data: new Uint8Array(1) }).then(() => {
    isStored = true;
  });
  await bus.flush();
  expect(isStored).toBe(false);
  isPaused = false;
  await stored;
  expect(isStored).toBe(true);
});

it('a process that starts while the broker is stopped waits for it', async () => {
  signal('SIGSTOP');
  const opening = openBus(url, 'late');
  await new Promise((resolve) => setTimeout(resolve, 300));
  signal('SIGCONT');
  const late = await opening;
  expect(late.connected()).toBe(true);
  await late.close();
});
