import type { Bus } from '#platform/bus/bus.ts';
import type { Log } from '#platform/log/log.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { DiscoveryNotice, DiscoveryProgress, DiscoveryState } from '#schemas/discovery/run.ts';
import type { DiscoveryMetrics } from './discovery-metrics.ts';
import type { RunRow, RunStore } from './run-store.ts';
import { workOnRun } from './work-on-run.ts';
import type { WorkNeeds } from './work-on-run.ts';

const LOOK_MS = 1_000;

export interface DiscoveryNeeds extends Omit<WorkNeeds, 'announce' | 'store' | 'signal'> {
  readonly store: RunStore;
  readonly bus: Pick<Bus, 'publish'>;
  readonly log: Log;
  readonly metrics: DiscoveryMetrics;
  /** Runs that go on at once: a long one does not hold up the others. */
  readonly most: number;
}

/** Takes runs from the queue. */
export class Discovery {
  readonly #needs: DiscoveryNeeds;
  readonly #going = new Set<Promise<void>>();

  constructor(needs: DiscoveryNeeds) {
    this.#needs = needs;
  }

  start(signal: AbortSignal): void {
    this.#needs.clock.every(LOOK_MS, () => this.#look(signal), signal);
  }

  /** Resolves when no run goes on. */
  async idle(): Promise<void> {
    await Promise.all(this.#going);
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { store, log, most } = this.#needs;
    try {
      for (const run of await store.giveUp()) this.#announce(run, run.state, run.progress);
      while (this.#going.size < most && !signal.aborted) {
        const run = await store.claim();
        if (run === undefined) return;
        this.#begin(run, signal);
      }
    } catch (error) {
      log.warn({ err: error }, 'the queue of discoveries could not be read, will be tried again');
    }
  }

  #begin(run: RunRow, signal: AbortSignal): void {
    const { metrics } = this.#needs;
    const going = this.#work(run, signal).finally(() => {
      this.#going.delete(going);
      metrics.busy.set(this.#going.size);
    });
    this.#going.add(going);
    metrics.busy.set(this.#going.size);
  }

  /** Never rejects: a run that fails is begun again where it stood, a few times. */
  async #work(run: RunRow, signal: AbortSignal): Promise<void> {
    const { store, log } = this.#needs;
    log.info({ discovery: run.id, customer: run.customer_id, from: run.next_address }, 'discovery begins');
    try {
      await workOnRun(
        {
          ...this.#needs,
          signal,
          announce: (of, state, progress) => {
            this.#announce(of, state, progress);
          },
        },
        run,
      );
    } catch (error) {
      log.error({ err: error, discovery: run.id }, 'discovery failed, will be tried again');
      await store.putBack(run, error instanceof Error ? error.message : String(error)).catch(() => {
        // The database is away: the run is taken over when this process has been silent about it.
      });
    }
  }

  #announce(run: RunRow, state: DiscoveryState, progress: DiscoveryProgress): void {
    const notice: DiscoveryNotice = { customer: run.customer_id, discovery: run.id, state, progress };
    this.#needs.bus.publish(subjects.discovery(run.customer_id), JSON.stringify(notice));
    if (state !== 'running' && state !== 'queued') this.#needs.metrics.runs.inc({ state });
  }
}
