import type { Bus } from '#platform/bus/bus.ts';
import type { Log } from '#platform/log/log.ts';
import { sqlStateOf } from '#platform/postgres/sql-state.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { DiscoveryNotice, DiscoveryProgress, DiscoveryState } from '#schemas/discovery/run.ts';
import type { DiscoveryMetrics } from './discovery-metrics.ts';
import type { DiscoveryRunRow, RunStore } from './run/run-store.ts';
import { executeRun, type RunNeeds } from './run/execute-run.ts';

const QUEUE_CHECK_MS = 1_000;

export interface DiscoveryWorkerNeeds extends Omit<RunNeeds, 'publishState' | 'store' | 'signal'> {
  readonly store: RunStore;
  readonly bus: Pick<Bus, 'publish'>;
  readonly log: Log;
  readonly metrics: DiscoveryMetrics;
  /** Maximum concurrent runs: a long run does not block the others. */
  readonly maxRuns: number;
}

/** Whether PostgreSQL rejected a statement, or its connection was lost or not available in time. */
const isStoreFailure = (error: unknown): boolean =>
  sqlStateOf(error) !== undefined || (error instanceof Error && /connect/i.test(error.message));

/** Executes queued discovery runs. */
export class DiscoveryWorker {
  readonly #needs: DiscoveryWorkerNeeds;
  readonly #running = new Set<Promise<void>>();

  constructor(needs: DiscoveryWorkerNeeds) {
    this.#needs = needs;
  }

  start(signal: AbortSignal): void {
    this.#needs.clock.every(QUEUE_CHECK_MS, () => this.#checkQueue(signal), signal);
  }

  /** Resolves when no run is executing. */
  async idle(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #checkQueue(signal: AbortSignal): Promise<void> {
    const { store, log, maxRuns } = this.#needs;
    try {
      for (const run of await store.expireRuns()) this.#publishState(run, run.state, run.progress);
      while (this.#running.size < maxRuns && !signal.aborted) {
        const run = await store.claim();
        if (run === undefined) return;
        this.#startRun(run, signal);
      }
    } catch (error) {
      log.warn({ err: error }, 'discovery queue read failed');
    }
  }

  #startRun(run: DiscoveryRunRow, signal: AbortSignal): void {
    const { metrics } = this.#needs;
    const going = this.#work(run, signal).finally(() => {
      this.#running.delete(going);
      metrics.busy.set(this.#running.size);
    });
    this.#running.add(going);
    metrics.busy.set(this.#running.size);
  }

  /** Never rejects: a failed run is retried a few times from where it stopped. */
  async #work(run: DiscoveryRunRow, signal: AbortSignal): Promise<void> {
    const { store, log } = this.#needs;
    log.info({ discovery: run.id, customer: run.customer_id, from: run.next_address }, 'discovery started');
    try {
      await executeRun(
        {
          ...this.#needs,
          signal,
          publishState: (of, state, progress) => {
            this.#publishState(of, state, progress);
          },
        },
        run,
      );
    } catch (error) {
      log.error({ err: error, discovery: run.id }, 'discovery failed');
      const fault = isStoreFailure(error) ? 'DISCOVERY_STORE_FAILED' : 'DISCOVERY_FAILED';
      await store.requeue(run, fault).catch(() => {
        // PostgreSQL is unreachable: the run is taken over when its lease expires.
      });
    }
  }

  #publishState(run: DiscoveryRunRow, state: DiscoveryState, progress: DiscoveryProgress): void {
    const notice: DiscoveryNotice = { customer: run.customer_id, discovery: run.id, state, progress };
    this.#needs.bus.publish(subjects.discovery(run.customer_id), JSON.stringify(notice));
    if (state !== 'running' && state !== 'queued') this.#needs.metrics.runs.inc({ state });
  }
}
