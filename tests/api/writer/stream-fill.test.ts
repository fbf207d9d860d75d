import type { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DroppedLetters } from '#platform/bus/dropped-letters.ts';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { headerNames } from '#schemas/bus/header.ts';
import { buckets, streams } from '#schemas/bus/stream.ts';
import type { listTrouble } from '#schemas/health/routes.ts';
import type { StreamFill } from '#schemas/health/stream-fill.ts';
import { readDeadLetters, replayDeadLetter } from '#ingest/writer/dead-letter/replay.ts';
import { watchStreams } from '#ingest/writer/watch-streams.ts';
import { writerMetrics } from '#ingest/writer/writer-metrics.ts';
import { openServer, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';

const KIB = 1_024;

describe('a stream that fills up', () => {
  let server: ServerUnderTest;
  const ending = new AbortController();
  beforeAll(async () => {
    server = await openServer();
  });
  afterAll(async () => {
    ending.abort();
    await server.close();
  });

  it('is warned of, then alarmed, then cleared; support sees it too', async () => {
    const { bus } = server.stack;
    const small = { ...streams.flows, maxBytes: 1_000 * KIB };
    await bus.ensureStreams([small]);
    const clock = new ManualClock(0);
    const metrics = openMetrics({});
    const said: string[] = [];
    const line = (level: string) => (facts: object, text: string) => {
      said.push(`${level} ${(facts as { stream: string }).stream} ${text}`);
    };
    const log = { info: line('info'), warn: line('warn'), error: line('error') };
    const letters = { count: () => Promise.resolve(0) };
    watchStreams(
      { bus, clock, streams: [small], log, metrics: writerMetrics(metrics), letters },
      ending.signal,
    );
    const publisher = bus.publisher();
    const fill = async (kib: number) => {
      for (let part = 0; part < kib / 100; part += 1)
        await publisher.publish({ subject: 'flows.0', data: new Uint8Array(101 * KIB) });
      await clock.leap(10_000);
      return Number(/telltale_stream_fill_ratio\{stream="FLOWS"\} (\S+)/.exec(await metrics.text())?.[1]);
    };
    expect(await fill(500)).toBeCloseTo(0.5, 1);
    expect(await fill(300)).toBeCloseTo(0.8, 1);
    expect(await fill(100)).toBeCloseTo(0.9, 1);
    const { lastSeq } = await bus.streamState('FLOWS');
    await bus.purgeUpTo({ stream: 'FLOWS', subject: 'flows.0', seq: lastSeq });
    expect(await fill(0)).toBeCloseTo(0.1, 1);
    publisher.close();
    expect(said).toEqual([
      'warn FLOWS stream filling up',
      'error FLOWS stream filling up',
      'info FLOWS stream fill back to normal',
    ]);
  });

  it('that is full raises an alarm with its rejected messages, until it accepts messages again', async () => {
    const { bus } = server.stack;
    await bus.ensureStreams([{ ...streams.samples, maxBytes: 300 * KIB }]);
    await server.account({ username: 'collecting', permissions: ['SUPPORT.COLLECT.read'] });
    const browser = await server.signedIn('collecting');
    const alarm = async () => {
      const response = await browser.get('/api/v1/mt/monitoring-collect/stream');
      const { streams: shown } = response.json<{ streams: readonly StreamFill[] }>();
      return shown.find(({ stream }) => stream === 'SAMPLES');
    };
    const publisher = bus.publisher();
    const offer = () => publisher.publish({ subject: 'samples.0', data: new Uint8Array(30 * KIB) });
    while ((await offer()).ok);
    publisher.reportDropped('samples.0', 7);
    await expect.poll(alarm).toMatchObject({
      level: 'critical',
      alarm: { isActive: true, rejected: 1, dropped: 7, processes: [expect.stringMatching(/./)] },
    });
    await offer();
    await expect.poll(async () => (await alarm())?.alarm?.rejected).toBe(2);
    const { lastSeq } = await bus.streamState('SAMPLES');
    await bus.purgeUpTo({ stream: 'SAMPLES', subject: 'samples.0', seq: lastSeq });
    expect(await offer()).toMatchObject({ ok: true });
    await server.clock.leap(19_000);
    expect((await alarm())?.alarm?.isActive).toBe(true);
    await server.clock.leap(2_000);
    // Its rejected messages are still shown.
    expect((await alarm())?.alarm).toMatchObject({ isActive: false, rejected: 2, dropped: 7 });
    publisher.close();
  });

  it('of dead letters drops the oldest, counts them apart from replayed ones, and reports it', async () => {
    const { bus } = server.stack;
    await bus.ensureStreams([{ ...streams.dead, maxBytes: 300 * KIB }, streams.measures]);
    const letters = new DroppedLetters(bus, await bus.bucket(buckets.letters));
    await letters.start();
    const publisher = bus.publisher();
    const park = (count: number) =>
      Promise.all(
        Array.from({ length: count }, () =>
          publisher.publish({
            subject: 'dead.measures',
            data: new Uint8Array(30 * KIB),
            headers: { [headerNames.source]: 'measures.0:1' },
          }),
        ),
      );
    await park(9);
    expect(await letters.count()).toBe(0);
    for await (const letter of readDeadLetters(bus, { from: 1, to: 2 }))
      await replayDeadLetter(bus, letter, letters);
    expect([(await bus.streamState('DEAD')).messages, await letters.count()]).toEqual([7, 0]);
    const clock = new ManualClock(0);
    const said: object[] = [];
    const line = (facts: object) => said.push(facts);
    const log = { info: line, warn: line, error: line };
    const metrics = openMetrics({});
    const watching = { bus, clock, streams: [], log, metrics: writerMetrics(metrics), letters };
    watchStreams(watching, ending.signal);
    await clock.leap(10_000);
    await park(5);
    await clock.leap(10_000);
    expect(said).toEqual([{ letters: 3 }]);
    expect(await metrics.text()).toContain('telltale_dead_letters_dropped 3');
    const browser = await server.signedIn('collecting');
    const response = await browser.get('/api/v1/mt/monitoring-collect/stream');
    expect(response.json<{ streams: readonly StreamFill[] }>().streams).toContainEqual(
      expect.objectContaining({ stream: 'DEAD', messages: 9, dropped: 3, level: 'critical' }),
    );
    // A process that restarts continues the count.
    await new DroppedLetters(bus, await bus.bucket(buckets.letters)).start();
    expect(await letters.count()).toBe(3);
    publisher.close();
    await bus.ensureStreams([streams.dead]);
  });

  it('shows collector operators what is not in order, as health monitoring judges it', async () => {
    const browser = await server.signedIn('collecting');
    const trouble = async () =>
      (await browser.get('/api/v1/mt/monitoring-collect/trouble')).json<z.output<typeof listTrouble.reply>>()
        .components;
    // Neither runs here, and a server that has just started waits half a minute for them.
    await server.clock.leap(60_000);
    await server.clock.advance(1_000);
    const found = await trouble();
    for (const name of ['engine', 'writer'])
      expect(found).toContainEqual(
        expect.objectContaining({
          id: `processes.${name}`,
          state: 'critical',
          reason: { code: 'neverStarted', facts: {} },
        }),
      );
    expect(found.filter(({ state }) => state !== 'warning' && state !== 'critical')).toEqual([]);
    expect(found.map(({ id }) => id)).not.toContain('processes.notification');
  });

  it('shows its real bytes', async () => {
    const browser = await server.signedIn('collecting');
    const publisher = server.stack.bus.publisher();
    await publisher.publish({ subject: 'dead.flows', data: new Uint8Array(100 * KIB) });
    publisher.close();
    const response = await browser.get('/api/v1/mt/monitoring-collect/stream');
    const { streams: shown } = response.json<{ streams: readonly StreamFill[] }>();
    const dead = shown.find(({ stream }) => stream === 'DEAD');
    expect(dead).toMatchObject({ level: 'ok', discard: 'old' });
    expect(dead?.bytes).toBeGreaterThan(100 * KIB);
  });
});
