import { afterAll, describe, expect, it } from 'vitest';
import { openBus } from '#platform/bus/bus.ts';
import type { Job } from '#platform/bus/work-queue.ts';
import type { StreamDefinition } from '#schemas/bus/stream.ts';
import { openBusOnly } from './stack.ts';
import { eventually } from '#tests/fixtures/eventually.ts';

const chores: StreamDefinition = {
  name: 'CHORES',
  subjects: ['chores.*'],
  readers: [],
  maxBytes: 16 * 1024 ** 2,
  discard: 'new',
  isWorkQueue: true,
};
const ACK_WAIT_MS = 600;
const nameOf = ({ data }: Job): string => new TextDecoder().decode(data);

describe('a work queue', async () => {
  const { bus, url, close } = await openBusOnly();
  await bus.ensureStreams([chores]);
  // Like a restart of the process.
  await bus.ensureStreams([chores]);
  afterAll(close);

  const put = async (kind: string, ...names: readonly string[]): Promise<void> => {
    const publisher = bus.publisher();
    for (const name of names)
      await publisher.publish({ subject: `chores.${kind}`, data: new TextEncoder().encode(name) });
    publisher.close();
  };
  const working = (kind: string, signal: AbortSignal, concurrency = 4) => ({
    stream: chores.name,
    subject: `chores.${kind}`,
    name: `worker-${kind}`,
    ackWaitMs: ACK_WAIT_MS,
    concurrency,
    signal,
  });
  const isEmpty = () =>
    eventually(async () => (await bus.streamState(chores.name)).messages === 0 || undefined);

  it('delivers each job to one of several workers and removes it when it is done', async () => {
    const stop = new AbortController();
    const other = await openBus(url, 'another process');
    const seen: string[] = [];
    const handle = async (job: Job): Promise<void> => {
      seen.push(nameOf(job));
      expect(await job.done()).toBe(true);
    };
    const running = [
      bus.work(working('shared', stop.signal), handle),
      other.work(working('shared', stop.signal), handle),
    ];
    const names = Array.from({ length: 200 }, (_, number) => String(number));
    await put('shared', ...names);
    await isEmpty();
    stop.abort();
    await Promise.all(running);
    await other.close();
    expect(seen.toSorted()).toEqual(names.toSorted());
  });

  it('delivers a returned job again after its delay, with the number of its deliveries', async () => {
    const stop = new AbortController();
    const times: [number, number][] = [];
    const running = bus.work(working('back', stop.signal), async (job) => {
      times.push([job.deliveries, Date.now()]);
      if (job.deliveries < 3) job.retry(300);
      else await job.done();
    });
    await put('back', 'one');
    await isEmpty();
    stop.abort();
    await running;
    expect(times.map(([number]) => number)).toEqual([1, 2, 3]);
    expect(times[2]![1] - times[0]![1]).toBeGreaterThanOrEqual(590);
  });

  it('holds a job for as long as it takes, within its limit of concurrent jobs', async () => {
    const stop = new AbortController();
    const ends: (() => void)[] = [];
    let [now, most] = [0, 0];
    const deliveries: number[] = [];
    const running = bus.work(working('slow', stop.signal, 2), async (job) => {
      now += 1;
      most = Math.max(most, now);
      deliveries.push(job.deliveries);
      await new Promise<void>((resolve) => ends.push(resolve));
      now -= 1;
      await job.done();
    });
    await put('slow', 'one', 'two', 'three');
    await eventually(() => (ends.length === 2 ? true : undefined));
    // Far longer than the time after which the job of a dead process is delivered again.
    await new Promise((resolve) => setTimeout(resolve, 3 * ACK_WAIT_MS));
    expect(ends.length).toBe(2);
    for (const end of ends.splice(0)) end();
    await eventually(() => (ends.length === 1 ? true : undefined));
    ends[0]!();
    await isEmpty();
    stop.abort();
    await running;
    expect(most).toBe(2);
    expect(deliveries).toEqual([1, 1, 1]);
  });

  it('delivers the job of a dead process again', async () => {
    const deleted = await openBus(url, 'a process that dies');
    const taken = new Promise<void>((resolve) => {
      void deleted
        .work(working('dead', new AbortController().signal), async () => {
          resolve();
          await new Promise(() => undefined);
        })
        .catch(() => undefined);
    });
    await put('dead', 'one');
    await taken;
    await deleted.close();
    const stop = new AbortController();
    const seen: number[] = [];
    const running = bus.work(working('dead', stop.signal), async (job) => {
      seen.push(job.deliveries);
      await job.done();
    });
    await isEmpty();
    stop.abort();
    await running;
    expect(seen.length).toBe(1);
    expect(seen[0]).toBeGreaterThan(1);
  });

  it('stops at any moment', async () => {
    for (let round = 0; round < 60; round += 1) {
      const stop = new AbortController();
      const running = bus.work(working('ended', stop.signal), async (job) => {
        await job.done();
      });
      await new Promise((resolve) => setTimeout(resolve, (round % 20) / 4));
      stop.abort();
      await running;
    }
    expect((await bus.streamState(chores.name)).messages).toBe(0);
  });
});
