import { beforeEach, describe, expect, it } from 'vitest';
import type { BacktestOutcome } from '#schemas/cockpit/backtest.ts';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import { BacktestJobs, StoppedError, type RunningJob } from './backtest-jobs.ts';

const outcome: BacktestOutcome = {
  windowSeconds: 300,
  from: 0,
  until: 300,
  bucketSeconds: 300,
  elements: 1,
  values: 1,
  windows: 1,
  figures: [],
  difference: null,
};
const mine = { id: 'a', account: 7 };
const none = (): number => 0;

let clock: ManualClock;
let jobs: BacktestJobs;
let running: RunningJob | undefined;
let done: PromiseWithResolvers<BacktestOutcome>;

const failed = (error: unknown) =>
  ({ code: error instanceof StoppedError ? error.code : 'UNAVAILABLE', params: {} }) as const;

function begin(id = 'a'): void {
  done = Promise.withResolvers();
  jobs.start(
    {
      key: { ...mine, id },
      partition: { number: 0, signal: new AbortController().signal },
      partitions: [0],
      customers: [1],
      total: 100,
    },
    (job) => {
      running = job;
      job.signal.addEventListener('abort', () => done.reject(job.signal.reason));
      return done.promise;
    },
    failed,
  );
}

const look = (key = mine) => jobs.readStatus(key, 0, none);

beforeEach(() => {
  clock = new ManualClock();
  jobs = new BacktestJobs(clock);
  begin();
});

describe('a backtest of an engine', () => {
  it('waits, reports its progress and has a result', async () => {
    expect(look()).toEqual({ state: 'waiting', partitions: [0], ahead: 0, total: 100 });
    running!.start();
    const seen: number[] = [];
    for (const values of [0, 30, 69, 5]) {
      running!.advance(values);
      const standing = look();
      if (standing.state === 'running') seen.push(standing.done);
    }
    expect(seen).toEqual([0, 30, 99, 100]);
    done.resolve(outcome);
    await done.promise;
    expect(look()).toEqual({ state: 'done', partitions: [0], customers: [1], total: 100, outcome });
  });

  it('is visible only to the account that started it', () => {
    expect(look({ ...mine, account: 8 })).toEqual({ state: 'unknown' });
    expect(jobs.cancel({ ...mine, account: 8 }, 0)).toBe(false);
    expect(jobs.cancel(mine, 1)).toBe(false);
    expect(running!.signal.aborted).toBe(false);
  });

  it('is stopped and removed when it is cancelled', () => {
    expect(jobs.cancel(mine, 0)).toBe(true);
    expect(running!.signal.aborted).toBe(true);
    expect(look()).toEqual({ state: 'unknown' });
  });

  it('continues while it is polled, and stops when it is not polled for two minutes', async () => {
    for (let minute = 0; minute < 10; minute += 1) {
      await clock.advance(60_000);
      expect(look()).toMatchObject({ state: 'waiting' });
    }
    await clock.advance(119_000);
    expect(running!.signal.aborted).toBe(false);
    await clock.advance(2_000);
    expect(running!.signal.aborted).toBe(true);
    expect(look()).toEqual({ state: 'unknown' });
  });

  it('runs for hours while it makes progress, and ends when it makes none for two minutes', async () => {
    for (let minute = 0; minute < 5; minute += 1) {
      await clock.advance(60_000);
      look();
    }
    running!.start();
    for (let minute = 0; minute < 180; minute += 1) {
      await clock.advance(59_000);
      if (minute % 2 === 0) running!.advance(0.1);
      expect(look()).toMatchObject({ state: 'running' });
    }
    await clock.advance(61_000);
    await done.promise.catch(() => undefined);
    expect(look()).toEqual({
      state: 'failed',
      code: 'COCKPIT_BACKTEST_STALLED',
      params: {},
      partitions: [0],
    });
  });

  it('keeps its result for an hour, and for five minutes once it was read', async () => {
    done.resolve(outcome);
    await done.promise;
    await clock.advance(3_599_000);
    expect(look()).toMatchObject({ state: 'done' });
    await clock.advance(299_000);
    expect(look()).toMatchObject({ state: 'done' });
    await clock.advance(302_000);
    expect(look()).toEqual({ state: 'unknown' });
  });
});
