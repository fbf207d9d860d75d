import type { BacktestOutcome } from '#schemas/cockpit/backtest.ts';
import type { BacktestOrder, BacktestStanding } from '#schemas/cockpit/backtest-order.ts';
import { backtestLimits } from '#schemas/limit/backtest.ts';
import type { Clock } from '#platform/clock/clock.ts';

const { unaskedMs, keptMs, kept } = backtestLimits;
const LOOK_MS = 1_000;

type Key = Pick<BacktestOrder, 'id' | 'account'>;
type Failure = Pick<BacktestStanding & { state: 'failed' }, 'code' | 'params'>;
type Progress =
  | { readonly state: 'waiting' }
  | { readonly state: 'running' }
  | { readonly state: 'done'; readonly outcome: BacktestOutcome }
  | ({ readonly state: 'failed' } & Failure);

/** One part of a backtest, on one partition. */
export interface RunningJob {
  /** Aborted when it is to stop. */
  readonly signal: AbortSignal;
  readonly customers: readonly number[];
  /** Values that it looks at. */
  readonly total: number;
  /** It begins to run: from here its time counts. */
  begin(): void;
  /** So many values more are done. */
  advance(values: number): void;
}

interface Job extends RunningJob {
  readonly account: number;
  readonly partition: number;
  readonly partitions: readonly number[];
  readonly ending: AbortController;
  done: number;
  progress: Progress;
  askedMs: number;
}

interface Begun {
  readonly key: Key;
  readonly partition: { readonly number: number; readonly signal: AbortSignal };
  readonly partitions: readonly number[];
  readonly customers: readonly number[];
  readonly total: number;
}

/** Why a job was stopped before its end. */
export class StoppedError extends Error {
  readonly code: Failure['code'];

  constructor(code: Failure['code'], message: string) {
    super(message);
    this.code = code;
  }
}

const keyOf = ({ id }: Key, partition: number): string => `${String(partition)}:${id}`;

/** The backtests that run on an engine, and what became of those that ended of late. */
export class BacktestJobs {
  readonly #clock: Clock;
  readonly #jobs = new Map<string, Job>();
  #isLooking = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Runs `work` until it has ended, was stopped, or its time is over. `failed` says what is told of an error. */
  begin(
    { key, partition, partitions, customers, total }: Begun,
    work: (job: RunningJob) => Promise<BacktestOutcome>,
    failed: (error: unknown) => Failure,
  ): void {
    const ending = new AbortController();
    const signal = AbortSignal.any([ending.signal, partition.signal]);
    const job: Job = {
      account: key.account,
      partition: partition.number,
      partitions,
      customers,
      total,
      ending,
      signal,
      done: 0,
      progress: { state: 'waiting' },
      askedMs: this.#nowMs(),
      begin: () => {
        job.progress = { state: 'running' };
        // Its own timer, so that a store that hangs is given up as well.
        void this.#clock.wait(backtestLimits.deadlineMs, signal).then(() => {
          ending.abort(new StoppedError('TIMED_OUT', 'the time of a backtest is over'));
        });
      },
      advance: (values) => (job.done = Math.min(total, job.done + values)),
    };
    this.#jobs.set(keyOf(key, partition.number), job);
    this.#forget();
    this.#lookAfter();
    void this.#finish(job, work, failed);
  }

  /** How far a job is; `ahead` says how many are before it while it waits. */
  look(key: Key, partition: number, ahead: () => number): BacktestStanding {
    const job = this.#find(key, partition);
    if (job === undefined) return { state: 'unknown' };
    job.askedMs = this.#nowMs();
    const { progress, done, total } = job;
    const partitions = [...job.partitions];
    if (progress.state === 'done') return { ...progress, partitions, customers: [...job.customers], total };
    if (progress.state === 'failed') return { ...progress, partitions };
    if (progress.state === 'running') return { state: 'running', partitions, done, total };
    return { state: 'waiting', partitions, ahead: ahead(), total };
  }

  /** Stops a job and forgets it. False when there is none of this account. */
  end(key: Key, partition: number): boolean {
    const job = this.#find(key, partition);
    if (job === undefined) return false;
    this.#jobs.delete(keyOf(key, partition));
    job.ending.abort(new StoppedError('UNAVAILABLE', 'the backtest was cancelled'));
    return true;
  }

  #find(key: Key, partition: number): Job | undefined {
    const job = this.#jobs.get(keyOf(key, partition));
    return job?.account === key.account ? job : undefined;
  }

  async #finish(
    job: Job,
    work: (job: RunningJob) => Promise<BacktestOutcome>,
    failed: (error: unknown) => Failure,
  ): Promise<void> {
    try {
      job.progress = { state: 'done', outcome: await work(job) };
    } catch (error) {
      job.progress = { state: 'failed', ...failed(job.signal.aborted ? job.signal.reason : error) };
    }
    job.askedMs = this.#nowMs();
    job.ending.abort();
  }

  /** The oldest results, when there are too many. */
  #forget(): void {
    for (const [key, { progress }] of this.#jobs) {
      if (this.#jobs.size <= kept) return;
      if (progress.state === 'done' || progress.state === 'failed') this.#jobs.delete(key);
    }
  }

  /** Ends those that nobody asks about, and forgets old results; only while there are any. */
  #lookAfter(): void {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const resting = new AbortController();
    this.#clock.every(
      LOOK_MS,
      () => {
        for (const [key, job] of this.#jobs) this.#lookAt(key, job);
        if (this.#jobs.size > 0) return;
        this.#isLooking = false;
        resting.abort();
      },
      resting.signal,
    );
  }

  #lookAt(key: string, { progress: { state }, askedMs, ending }: Job): void {
    const isOver = state === 'done' || state === 'failed';
    if (this.#nowMs() - askedMs < (isOver ? keptMs : unaskedMs)) return;
    this.#jobs.delete(key);
    ending.abort(new StoppedError('UNAVAILABLE', 'nobody asks about the backtest any more'));
  }

  #nowMs(): number {
    return this.#clock.now().getTime();
  }
}
