import type { Clock } from '#platform/clock/clock.ts';
import type { IdSource } from '#platform/id/id.ts';
import type { Log } from '#platform/log/log.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { issueRenderToken } from '#platform/rendering/render-token.ts';
import { RenderQueue, type RenderAttempt, type ReportRunRow } from '#platform/rendering/render-queue.ts';
import { isDiskFull, isSessionEnded } from '#platform/postgres/sql-state.ts';
import type { RenderedFile } from '#platform/rendering/rendered-files.ts';
import { renderingLimits } from '#schemas/limit/rendering.ts';
import { schedulingLimits } from '#schemas/limit/scheduling.ts';
import type { RenderingFailure, RenderingProgress } from '#schemas/rendering/rendering.ts';
import { fullDiskOf } from './full-disk.ts';
import type { JobsMetrics } from './jobs-metrics.ts';
import { BrowserCrash, RenderingError, ServerUnavailable } from './rendering-error.ts';

/** What an attempt renders with. */
export interface RenderInput {
  readonly run: ReportRunRow;
  /** Reads the report from the server. */
  readonly token: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RenderingProgress) => void;
}

export interface RenderOutput {
  readonly file: RenderedFile;
  readonly preview?: Pick<RenderedFile, 'content'>;
}

/** Throws a RenderingError, a BrowserCrash, ServerUnavailable, and the reason of the signal. */
export type Renderer = (input: RenderInput) => Promise<RenderOutput>;

export interface RenderWorkerNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: Pick<IdSource, 'bytes'>;
  readonly log: Log;
  readonly metrics: Pick<JobsMetrics, 'reports' | 'busy'>;
  readonly name: string;
  readonly render: Renderer;
}

/** Between two looks at an empty queue. */
const IDLE_MS = 1_000;
/** After a failure of a store or of the server. */
const PAUSE_MS = 5_000;
/** The report belongs to no attempt of this process any more. */
const CANCELLED = new Error('cancelled');

const failureOf = (error: unknown): RenderingFailure => {
  if (error instanceof RenderingError) return error.failure;
  return error instanceof BrowserCrash ? 'crashed' : 'failed';
};

/** Renders what is queued, a number of reports at a time. */
export class RenderWorker {
  readonly #needs: RenderWorkerNeeds;
  readonly #queue: RenderQueue;
  #lanes: readonly Promise<void>[] = [];
  #busy = 0;

  constructor(needs: RenderWorkerNeeds) {
    this.#needs = needs;
    this.#queue = new RenderQueue(needs);
  }

  start(lanes: number, signal: AbortSignal): void {
    this.#lanes = Array.from({ length: lanes }, (_, lane) =>
      this.#run(`${this.#needs.name}-${String(lane + 1)}`, signal),
    );
  }

  /** Resolves when the signal has ended every rendering. */
  async idle(): Promise<void> {
    await Promise.all(this.#lanes);
  }

  async #run(worker: string, signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#needs;
    while (!signal.aborted)
      try {
        const hadWork = await this.once(worker, signal);
        if (!hadWork) await clock.wait(IDLE_MS, signal);
      } catch (error) {
        log.error({ err: error }, 'report queue failed');
        await clock.wait(PAUSE_MS, signal);
      }
  }

  /** Deletes files that have expired. */
  async sweep(): Promise<void> {
    try {
      await this.#queue.deleteExpired();
    } catch (error) {
      this.#needs.log.error({ err: error }, 'report queue failed');
    }
  }

  /** Renders the next report; false: none waits. */
  async once(worker: string, signal: AbortSignal): Promise<boolean> {
    const { metrics } = this.#needs;
    const run = await this.#queue.claim(worker);
    if (run === undefined) return false;
    const attempt = { id: run.id, attempts: run.attempts, lease_owner: worker };
    this.#busy += 1;
    metrics.busy.set(this.#busy);
    try {
      const outcome = await this.#attempt(run, attempt, signal);
      metrics.reports.inc({ format: run.format, outcome });
    } finally {
      this.#busy -= 1;
      metrics.busy.set(this.#busy);
    }
    return true;
  }

  async #attempt(run: ReportRunRow, attempt: RenderAttempt, signal: AbortSignal): Promise<string> {
    const ended = new AbortController();
    const stopped = AbortSignal.any([signal, ended.signal]);
    const latest = { progress: run.progress };
    this.#beat(attempt, { ended, stopped, latest });
    try {
      const output = await this.#rendered(run, attempt, {
        signal: stopped,
        onProgress: (progress) => {
          latest.progress = progress;
        },
      });
      await this.#queue.finish(attempt, output.file, { preview: output.preview, ...latest });
      return 'done';
    } catch (error) {
      return await this.#failed(run, attempt, { error, signal, isCancelled: ended.signal.aborted });
    } finally {
      ended.abort(CANCELLED);
    }
  }

  /** Renders once more, once, when the browser has crashed. */
  async #rendered(
    run: ReportRunRow,
    attempt: RenderAttempt,
    going: Pick<RenderInput, 'signal' | 'onProgress'>,
  ): Promise<RenderOutput> {
    const { render, log } = this.#needs;
    if (run.requester_id === null) throw new RenderingError('right', 'The user was deleted.');
    const token = await issueRenderToken(this.#needs, attempt);
    try {
      return await render({ run, token, ...going });
    } catch (error) {
      if (!(error instanceof BrowserCrash) || going.signal.aborted) throw error;
      log.warn({ run: run.id, err: error }, 'browser crashed');
      return await render({ run, token, ...going });
    }
  }

  /** Extends the lease until the attempt ends, and ends it when it is no longer ours. */
  #beat(
    attempt: RenderAttempt,
    {
      ended,
      stopped,
      latest,
    }: {
      readonly ended: AbortController;
      readonly stopped: AbortSignal;
      readonly latest: { readonly progress: RenderingProgress };
    },
  ): void {
    const { clock, log } = this.#needs;
    const beat = async (): Promise<void> => {
      try {
        if (!(await this.#queue.beat(attempt, latest.progress))) ended.abort(CANCELLED);
      } catch (error) {
        // The lease lasts longer than a store is away.
        log.warn({ run: attempt.id, err: error }, 'report heartbeat failed');
      }
    };
    clock.every(renderingLimits.beatMs, beat, stopped);
  }

  async #failed(
    run: ReportRunRow,
    attempt: RenderAttempt,
    {
      error,
      signal,
      isCancelled,
    }: { readonly error: unknown; readonly signal: AbortSignal; readonly isCancelled: boolean },
  ): Promise<string> {
    const { log, clock } = this.#needs;
    if (isCancelled) return 'cancelled';
    if (signal.aborted || error instanceof ServerUnavailable || isSessionEnded(error)) {
      await this.#record(() => this.#queue.release(attempt), signal);
      if (!signal.aborted) log.warn({ run: run.id, err: error }, 'server unavailable');
      await clock.wait(PAUSE_MS, signal);
      return 'released';
    }
    log.warn({ run: run.id, report: run.report_id, err: error }, 'report rendering failed');
    const disk = await fullDiskOf(error);
    if (disk !== undefined && attempt.attempts < schedulingLimits.maxRenderAttempts) {
      // A disk that is full for a moment has space again soon: the file of another report, a dump.
      await clock.wait(PAUSE_MS, signal);
      await this.#record(() => this.#queue.retry(attempt), signal);
      return 'retried';
    }
    const failure = disk === undefined ? failureOf(error) : 'disk';
    const detail = disk ?? (error as Error).message;
    await this.#record(() => this.#queue.fail(attempt, failure, detail), signal);
    return failure;
  }

  /** Records an outcome, as soon as PostgreSQL has space and responds: an attempt that is not recorded would be a crash. */
  async #record(write: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#needs;
    for (;;)
      try {
        await write();
        return;
      } catch (error) {
        if (signal.aborted || !(isDiskFull(error) || isSessionEnded(error))) throw error;
        log.error({ err: error }, 'report queue failed');
        await clock.wait(PAUSE_MS, signal);
      }
  }
}
