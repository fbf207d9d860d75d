import type { BacktestOutcome } from '#schemas/cockpit/backtest.ts';
import type { BacktestOrder, BacktestStatus } from '#schemas/cockpit/backtest-order.ts';
import { backtestLimits } from '#schemas/limit/backtest.ts';
import type { Clock } from '#platform/clock/clock.ts';

const { abandonedAfterMs, stalledAfterMs, unreadRetentionMs, retentionMs, maxResults } = backtestLimits;
const EXPIRE_INTERVAL_MS = 1_000;

type Key = Pick<BacktestOrder, 'id' | 'account'>;
type Failure = Pick<BacktestStatus & { state: 'failed' }, 'code' | 'params'>;
type Progress =
  | { readonly state: 'waiting' }
  | { readonly state: 'running' }
  | { readonly state: 'done'; readonly outcome: BacktestOutcome }
  | ({ readonly state: 'failed' } & Failure);

/** One part of a backtest, on one partition. */
export interface RunningJob {
  /** Aborted when it must stop. */
  readonly signal: AbortSignal;
  readonly customers: readonly number[];
  /** Number of values it evaluates. */
  readonly total: number;
  /** The job starts running: it must make progress from here on. */
  start(): void;
  /** More values have been evaluated. */
  advance(values: number): void;
}

interface Job extends RunningJob {
  readonly account: number;
  readonly partition: number;
  readonly partitions: readonly number[];
  readonly controller: AbortController;
  done: number;
  progress: Progress;
  lastPolledMs: number;
  lastProgressMs: number;
  /** Whether its result was polled. */
  isRead: boolean;
}

interface JobRequest {
  readonly key: Key;
  readonly partition: { readonly number: number; readonly signal: AbortSignal };
  readonly partitions: readonly number[];
  readonly customers: readonly number[];
  readonly total: number;
}

/** Why a job was stopped early. */
export class StoppedError extends Error {
  readonly code: Failure['code'];

  constructor(code: Failure['code'], message: string) {
    super(message);
    this.code = code;
  }
}

const isOver = ({ progress: { state } }: Pick<Job, 'progress'>): boolean =>
  state === 'done' || state === 'failed';

const jobKey = ({ id }: Key, partition: number): string => `${String(partition)}:${id}`;

/** The backtests running on an engine, and the results of recent ones. */
export class BacktestJobs {
  readonly #clock: Clock;
  readonly #jobs = new Map<string, Job>();
  #isExpiring = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Runs `work` until it ends, is stopped or makes no progress. `failed` maps an error to the reported failure. */
  start(
    { key, partition, partitions, customers, total }: JobRequest,
    work: (job: RunningJob) => Promise<BacktestOutcome>,
    failed: (error: unknown) => Failure,
  ): void {
    const controller = new AbortController();
    const signal = AbortSignal.any([controller.signal, partition.signal]);
    const job: Job = {
      account: key.account,
      partition: partition.number,
      partitions,
      customers,
      total,
      controller,
      signal,
      done: 0,
      progress: { state: 'waiting' },
      lastPolledMs: this.#nowMs(),
      lastProgressMs: this.#nowMs(),
      isRead: false,
      start: () => {
        job.progress = { state: 'running' };
        job.lastProgressMs = this.#nowMs();
      },
      advance: (values) => {
        job.done = Math.min(total, job.done + values);
        job.lastProgressMs = this.#nowMs();
      },
    };
    this.#jobs.set(jobKey(key, partition.number), job);
    this.#evictOldest();
    this.#startExpiring();
    void this.#finish(job, work, failed);
  }

  /** Returns the progress of a job; `ahead` returns the number of jobs before it while it waits. */
  readStatus(key: Key, partition: number, ahead: () => number): BacktestStatus {
    const job = this.#find(key, partition);
    if (job === undefined) return { state: 'unknown' };
    job.lastPolledMs = this.#nowMs();
    const { progress, done, total } = job;
    const partitions = [...job.partitions];
    job.isRead = isOver(job);
    if (progress.state === 'done') return { ...progress, partitions, customers: [...job.customers], total };
    if (progress.state === 'failed') return { ...progress, partitions };
    if (progress.state === 'running') return { state: 'running', partitions, done, total };
    return { state: 'waiting', partitions, ahead: ahead(), total };
  }

  /** Stops and removes a job. Returns false if this account has no such job. */
  cancel(key: Key, partition: number): boolean {
    const job = this.#find(key, partition);
    if (job === undefined) return false;
    this.#jobs.delete(jobKey(key, partition));
    job.controller.abort(new StoppedError('UNAVAILABLE', 'backtest cancelled'));
    return true;
  }

  #find(key: Key, partition: number): Job | undefined {
    const job = this.#jobs.get(jobKey(key, partition));
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
    job.lastPolledMs = this.#nowMs();
    job.controller.abort();
  }

  /** Evicts the oldest results if there are too many. */
  #evictOldest(): void {
    for (const [key, job] of this.#jobs) {
      if (this.#jobs.size <= maxResults) return;
      if (isOver(job)) this.#jobs.delete(key);
    }
  }

  /** Stops jobs that are no longer polled and removes old results; runs only while there are any. */
  #startExpiring(): void {
    if (this.#isExpiring) return;
    this.#isExpiring = true;
    const idle = new AbortController();
    this.#clock.every(
      EXPIRE_INTERVAL_MS,
      () => {
        for (const [key, job] of this.#jobs) this.#expire(key, job);
        if (this.#jobs.size > 0) return;
        this.#isExpiring = false;
        idle.abort();
      },
      idle.signal,
    );
  }

  /** A hanging store makes no progress: it is aborted too. */
  #expire(key: string, job: Job): void {
    const { progress, lastPolledMs, lastProgressMs, isRead, controller } = job;
    const nowMs = this.#nowMs();
    if (progress.state === 'running' && nowMs - lastProgressMs >= stalledAfterMs)
      controller.abort(new StoppedError('COCKPIT_BACKTEST_STALLED', 'backtest makes no progress'));
    const retainedMs = isRead ? retentionMs : unreadRetentionMs;
    if (nowMs - lastPolledMs < (isOver(job) ? retainedMs : abandonedAfterMs)) return;
    this.#jobs.delete(key);
    controller.abort(new StoppedError('UNAVAILABLE', 'backtest abandoned'));
  }

  #nowMs(): number {
    return this.#clock.now().getTime();
  }
}
