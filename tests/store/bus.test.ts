import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openBus } from '#platform/bus/bus.ts';
import { connectBus } from '#platform/bus/connection.ts';
import { frameMargin } from '#platform/bus/frame.ts';
import type { StoredMessage } from '#platform/bus/streams.ts';
import { SupersededError } from '#platform/bus/superseded.ts';
import type { StreamDefinition } from '#schemas/bus/stream.ts';
import { openBusOnly } from './stack.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
/** The same bytes with room for the protocol around them. */
const framed = (data: Uint8Array): Uint8Array => {
  const { before, behind } = frameMargin;
  const around = new Uint8Array(before + data.length + behind).fill(1);
  around.set(data, before);
  return around.subarray(before, before + data.length);
};
const text = (data: Uint8Array | undefined): string => new TextDecoder().decode(data);

const orders: StreamDefinition = {
  name: 'ORDERS',
  subjects: ['orders.*'],
  readers: ['writer'],
  maxBytes: 64 * 1024 ** 2,
  discard: 'new',
};
const small: StreamDefinition = { ...orders, name: 'SMALL', subjects: ['small.*'], maxBytes: 64 * 1024 };

async function take(source: AsyncGenerator<StoredMessage>, count: number): Promise<StoredMessage[]> {
  const messages: StoredMessage[] = [];
  for await (const message of source) {
    messages.push(message);
    if (messages.length === count) break;
  }
  return messages;
}

async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + 40_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`not within 40 s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('the bus', async () => {
  const { bus, url, directory, close } = await openBusOnly();
  await bus.ensureStreams([orders, small]);
  const stopping = new AbortController();
  afterAll(async () => {
    stopping.abort();
    await close();
  });
  const { signal } = stopping;

  it('stores published messages and reads them in order from any position', async () => {
    const publisher = bus.publisher(16);
    const sent = Array.from({ length: 500 }, (_, at) =>
      publisher.publish({
        subject: 'orders.1',
        data: bytes(String(at)),
        headers: { 'Telltale-Rows': String(at) },
      }),
    );
    const outcomes = await Promise.all(sent);
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    expect(publisher.outstanding).toBe(0);
    const all = await take(
      bus.orderedReader({ stream: 'ORDERS', subject: 'orders.1', fromSeq: 1, signal }),
      500,
    );
    expect(all.map(({ data }) => text(data))).toEqual(Array.from({ length: 500 }, (_, at) => String(at)));
    expect(all[7]?.header('Telltale-Rows')).toBe('7');
    expect(all[7]?.header('Telltale-Batch')).toBeUndefined();
    const seq = all[400]!.seq;
    const remaining = await take(
      bus.orderedReader({ stream: 'ORDERS', subject: 'orders.1', fromSeq: seq, signal }),
      3,
    );
    expect(remaining.map(({ data }) => text(data))).toEqual(['400', '401', '402']);
  });

  it('stores messages published in place like copied ones, in the same order', async () => {
    const publisher = bus.publisher(64);
    const sizes = [0, 1, 100, 40_000, 200_000, 900_000];
    const publications = sizes.flatMap((size, at) => {
      const data = Uint8Array.from({ length: size }, (_, byte) => (byte * 7 + at) % 256);
      const headers = { 'Telltale-Rows': String(size) };
      return [
        publisher.publish({ subject: 'orders.7', data: framed(data), headers, inPlace: true }),
        publisher.publish({ subject: 'orders.7', data, headers }),
      ];
    });
    // Too large for the space before it, or not plain text: copied.
    for (const note of ['x'.repeat(2_000), 'né'])
      publications.push(
        publisher.publish({
          subject: 'orders.7',
          data: framed(bytes('note')),
          headers: { Note: note },
          inPlace: true,
        }),
      );
    expect((await Promise.all(publications)).every(({ ok }) => ok)).toBe(true);
    const read = await take(
      bus.orderedReader({ stream: 'ORDERS', subject: 'orders.7', fromSeq: 1, signal }),
      publications.length,
    );
    expect(read.map(({ data }) => data.length)).toEqual([...sizes.flatMap((size) => [size, size]), 4, 4]);
    for (const [at] of sizes.entries()) {
      expect(Buffer.compare(read[2 * at]!.data, read[2 * at + 1]!.data)).toBe(0);
      expect(read[2 * at]!.header('Telltale-Rows')).toBe(String(sizes[at]));
    }
    expect(read.at(-1)!.header('Note')).toBe('né');
  });

  it('rejects messages without a stream, oversized or malformed messages, and those that do not follow the newest message', async () => {
    const publisher = bus.publisher();
    const first = await publisher.publish({ subject: 'orders.8', data: bytes('a'), after: 0 });
    expect(first).toMatchObject({ ok: true });
    const late = publisher.publish({
      subject: 'orders.8',
      data: framed(bytes('b')),
      after: 0,
      inPlace: true,
    });
    await expect(late).rejects.toBeInstanceOf(SupersededError);
    const huge = publisher.publish({ subject: 'orders.8', data: new Uint8Array(9 * 2 ** 20) });
    await expect(huge).rejects.toThrow(/max_payload/);
    const broken = publisher.publish({ subject: 'orders.8', data: bytes('a'), headers: { Note: 'a\nb' } });
    await expect(broken).rejects.toThrow(/header/);
    const nowhere = bus.publisher();
    const lost = nowhere.publish({ subject: 'no.stream', data: bytes('a') });
    nowhere.close();
    await expect(lost).rejects.toThrow(/closed/);
  });

  it('reads the messages of one subject only', async () => {
    const publisher = bus.publisher();
    for (const subject of ['orders.2', 'orders.3', 'orders.2'])
      await publisher.publish({ subject, data: bytes(subject) });
    const read = await take(
      bus.orderedReader({ stream: 'ORDERS', subject: 'orders.2', fromSeq: 1, signal }),
      2,
    );
    expect(read.map(({ subject }) => subject)).toEqual(['orders.2', 'orders.2']);
  });

  it('continues without a pause when messages grow', async () => {
    const publisher = bus.publisher();
    const sizes = [...Array.from({ length: 100 }, () => 10), ...Array.from({ length: 100 }, () => 2_000)];
    const publishAll = (part: readonly number[]) =>
      Promise.all(
        part.map((size) => publisher.publish({ subject: 'orders.12', data: new Uint8Array(size) })),
      );
    await publishAll(sizes.slice(0, 100));
    const read: number[] = [];
    for await (const { data } of bus.orderedReader({
      stream: 'ORDERS',
      subject: 'orders.12',
      fromSeq: 1,
      signal,
    })) {
      read.push(data.length);
      if (read.length === 100) await publishAll(sizes.slice(100));
      if (read.length === sizes.length) break;
    }
    expect(read).toEqual(sizes);
  });

  it('requests at most twenty-five messages before they are consumed', async () => {
    const publisher = bus.publisher();
    await Promise.all(
      Array.from({ length: 90 }, () => publisher.publish({ subject: 'orders.13', data: bytes('x') })),
    );
    const reader = bus.orderedReader({ stream: 'ORDERS', subject: 'orders.13', fromSeq: 1, signal });
    await reader.next();
    const { admin, nats } = await connectBus(url, 'look');
    const delivered = async (): Promise<number> => {
      for await (const { config, delivered: to } of admin.consumers.list('ORDERS'))
        if (config.filter_subject === 'orders.13' || config.filter_subjects?.[0] === 'orders.13')
          return to.consumer_seq;
      return 0;
    };
    await expect.poll(delivered).toBe(25);
    for (let at = 1; at < 40; at += 1) await reader.next();
    await expect.poll(delivered).toBe(50);
    await reader.return(undefined);
    await nats.close();
  });

  it('stores a message once when it is published twice with the same id', async () => {
    const publisher = bus.publisher();
    const first = await publisher.publish({ subject: 'orders.4', data: bytes('a'), id: 'same' });
    const second = await publisher.publish({ subject: 'orders.4', data: bytes('a'), id: 'same' });
    expect(first).toMatchObject({ ok: true, duplicate: false });
    expect(second).toMatchObject({ ok: true, duplicate: true });
    // After ten minutes without the broker, unacknowledged messages are published again under the same ids.
    const info = JSON.parse(text(await bus.request('$JS.API.STREAM.INFO.ORDERS', ''))) as {
      config: { duplicate_window: number };
    };
    expect(info.config.duplicate_window / 1e9).toBeGreaterThan(600);
  });

  it('never has more outstanding messages than the window', async () => {
    const publisher = bus.publisher(4);
    let most = 0;
    const sent: Promise<unknown>[] = [];
    for (let at = 0; at < 200; at += 1) {
      await publisher.room();
      sent.push(publisher.publish({ subject: 'orders.5', data: bytes('x') }));
      most = Math.max(most, publisher.outstanding);
    }
    await publisher.drain();
    await Promise.all(sent);
    expect(most).toBe(4);
  });

  it('reports that a full stream rejected a message, and publishes again after a purge', async () => {
    const publisher = bus.publisher();
    const data = new Uint8Array(8 * 1024);
    let last = await publisher.publish({ subject: 'small.1', data });
    let count = 0;
    for (; last.ok && count < 100; count += 1) last = await publisher.publish({ subject: 'small.1', data });
    expect(last).toEqual({ ok: false, reason: 'full' });
    const state = await bus.streamState('SMALL');
    await bus.purgeUpTo({ stream: 'SMALL', subject: 'small.1', seq: state.lastSeq });
    expect(await publisher.publish({ subject: 'small.1', data })).toMatchObject({ ok: true });
  });

  it('keeps the last message of a subject when it purges', async () => {
    const publisher = bus.publisher(1);
    const seqs: number[] = [];
    for (const word of ['a', 'b', 'c']) {
      const published = await publisher.publish({ subject: 'orders.6', data: bytes(word) });
      if (published.ok) seqs.push(published.seq);
    }
    expect(await bus.purgeUpTo({ stream: 'ORDERS', subject: 'orders.6', seq: seqs[0]! })).toBe(1);
    expect(await bus.purgeUpTo({ stream: 'ORDERS', subject: 'orders.6', seq: 1_000_000 })).toBe(1);
    expect(text((await bus.lastMessage('ORDERS', 'orders.6'))?.data)).toBe('c');
    expect(await bus.lastMessage('ORDERS', 'orders.none')).toBeUndefined();
  });

  it('removes nothing from a stream that was recreated since', async () => {
    const publisher = bus.publisher(1);
    const { created } = await bus.streamState('ORDERS');
    for (const word of ['a', 'b']) await publisher.publish({ subject: 'orders.14', data: bytes(word) });
    const last = (await bus.lastMessage('ORDERS', 'orders.14'))!.seq;
    const purge = { stream: 'ORDERS', subject: 'orders.14', seq: last };
    expect(await bus.purgeUpTo({ ...purge, created: '2026-11-24T00:00:00Z' })).toBe(0);
    expect(await bus.purgeUpTo({ ...purge, created })).toBe(1);
  });

  it('keeps values by key and updates them only from the revision that was read', async () => {
    const bucket = await bus.bucket('positions');
    expect(await bucket.get('flows.0.writer')).toBeUndefined();
    const revision = await bucket.create('flows.0.writer', '7');
    expect(revision).toBeDefined();
    expect(await bucket.create('flows.0.writer', '8')).toBeUndefined();
    expect(await bucket.update('flows.0.writer', '9', revision! + 5)).toBeUndefined();
    expect(await bucket.update('flows.0.writer', '9', revision!)).toBeGreaterThan(revision!);
    expect(text((await bucket.get('flows.0.writer'))?.value)).toBe('9');
    expect((await bucket.entries()).map(({ key }) => key)).toEqual(['flows.0.writer']);
    await bucket.remove('flows.0.writer');
    expect(await bucket.entries()).toEqual([]);
    expect(await bucket.get('flows.0.writer')).toBeUndefined();
    expect(await bucket.create('flows.0.writer', '1')).toBeDefined();
  });

  it('reports changes and deletions of a key', async () => {
    const bucket = await bus.bucket('leases', { ttlMs: 60_000 });
    await bucket.put('engine.0', 'a');
    const watching = new AbortController();
    const seen: (string | undefined)[] = [];
    const watch = (async () => {
      for await (const { value } of bucket.watch('engine.*', watching.signal))
        seen.push(value === undefined ? undefined : text(value));
    })();
    await until(() => seen.length === 1, 'the value there was');
    await bucket.put('engine.0', 'b');
    // The bucket keeps one value per key: an early end would hide the change from the watcher.
    await until(() => seen.length === 2, 'the change');
    await bucket.remove('engine.0');
    await until(() => seen.length === 3, 'the end');
    watching.abort();
    await watch;
    expect(seen).toEqual(['a', 'b', undefined]);
  });

  it('keeps checkpoints larger than a message', async () => {
    const checkpoints = await bus.checkpoints('checkpoints');
    expect(await checkpoints.load('engine.0')).toBeUndefined();
    const state = crypto.getRandomValues(new Uint8Array(65_536));
    const large = Buffer.concat(
      Array.from({ length: 80 }, () => crypto.getRandomValues(new Uint8Array(65_536))),
    );
    await checkpoints.save('engine.0', state);
    await checkpoints.save('engine.0', large);
    expect(Buffer.compare((await checkpoints.load('engine.0'))!, large)).toBe(0);
    await checkpoints.save('engine.0', new Uint8Array());
    expect(await checkpoints.load('engine.0')).toHaveLength(0);
  });

  it('delivers core messages and replies to requests', async () => {
    bus.subscribe('state.alert.0', ({ data, respond }) => respond(`${text(data)}!`), { signal });
    const seen: string[] = [];
    bus.subscribe('live.*.alert', ({ subject }) => seen.push(subject), { signal });
    await bus.flush();
    expect(text(await bus.request('state.alert.0', 'hello'))).toBe('hello!');
    bus.publish('live.12.alert', 'x');
    await until(() => seen.length === 1, 'the notice');
    await expect(bus.request('no.listener', '')).rejects.toThrow(/responders/);
  });

  it('passes many replies to one request in the order of the connection, and reports a subject without a subscriber', async () => {
    const seen: string[] = [];
    const ending = new AbortController();
    bus.subscribe('live.7.count', ({ data }) => seen.push(text(data)), { signal: ending.signal });
    const respondTo = ({ respond }: { readonly respond: (data: string) => void }): void => {
      for (const page of ['1', '2', '3']) {
        respond(page);
        bus.publish('live.7.count', `between ${page}`);
      }
    };
    bus.subscribe('state.alert.7', respondTo, { signal: ending.signal });
    bus.requestEach('state.alert.7', '', {
      onReply: (reply) => seen.push(text(reply!)),
      signal: ending.signal,
    });
    await until(() => seen.length === 6, 'the replies');
    expect(seen).toEqual(['1', 'between 1', '2', 'between 2', '3', 'between 3']);
    ending.abort();
    const unanswered: unknown[] = [];
    bus.requestEach('state.alert.8', '', { onReply: (reply) => unanswered.push(reply), signal });
    await until(() => unanswered.length === 1, 'the status');
    expect(unanswered).toEqual([undefined]);
  });

  it('keeps the last message of a subject in a full purge, even the first message of a stream', async () => {
    await bus.ensureStreams([{ ...orders, name: 'FIRST', subjects: ['first.*'] }]);
    const publisher = bus.publisher(1);
    for (const seq of [1, 2, 3]) {
      await publisher.publish({ subject: 'first.0', data: bytes(String(seq)) });
      await bus.purgeUpTo({ stream: 'FIRST', subject: 'first.0', seq });
      expect(text((await bus.lastMessage('FIRST', 'first.0'))?.data)).toBe(String(seq));
    }
  });

  it('survives a handler that throws, and logs it', async () => {
    const failures: string[] = [];
    const other = await openBus(url, 'throwing', (error, subject) => {
      failures.push(`${subject}: ${(error as Error).message}`);
    });
    const seen: string[] = [];
    other.subscribe(
      'live.*.count',
      ({ subject }) => {
        seen.push(subject);
        throw new Error('no such customer');
      },
      { signal },
    );
    await other.flush();
    bus.publish('live.1.count', '');
    bus.publish('live.2.count', '');
    await until(() => seen.length === 2, 'both notices');
    expect(failures).toEqual(['live.1.count: no such customer', 'live.2.count: no such customer']);
    await other.close();
  });

  it.runIf(directory !== undefined)(
    'continues after a kill -9 of the server, each message once and in order',
    async () => {
      const publisher = bus.publisher(32);
      const total = 3_000;
      const read: number[] = [];
      const reading = (async () => {
        for await (const { data } of bus.orderedReader({
          stream: 'ORDERS',
          subject: 'orders.9',
          fromSeq: 1,
          signal,
        })) {
          read.push(Number(text(data)));
          if (read.length === total) return;
        }
      })();
      const rejected: number[] = [];
      for (let at = 0; at < total; at += 1) {
        await publisher.room();
        void publisher
          .publish({ subject: 'orders.9', data: framed(bytes(String(at))), inPlace: at % 2 === 0 })
          .then(({ ok }) => (ok ? undefined : rejected.push(at)));
        if (at === 1_000 || at === 2_000)
          process.kill(Number(readFileSync(join(directory!, 'nats.pid'), 'utf8')), 'SIGKILL');
      }
      await publisher.drain();
      await reading;
      expect(rejected).toEqual([]);
      expect([...read].sort((left, right) => left - right)).toEqual(
        Array.from({ length: total }, (_, at) => at),
      );
    },
    60_000,
  );
});
