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
}

/** Takes runs from the queue, one after the other. */
export class Discovery {
  readonly #needs: DiscoveryNeeds;
  #going: Promise<void> = Promise.resolve();

  constructor(needs: DiscoveryNeeds) {
    this.#needs = needs;
  }

  start(signal: AbortSignal): void {
    const look = async (): Promise<void> => {
      this.#going = this.#look(signal);
      await this.#going;
    };
    this.#needs.clock.every(LOOK_MS, look, signal);
  }

  /** Resolves when no run goes on. */
  async idle(): Promise<void> {
    await this.#going;
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { store, log } = this.#needs;
    try {
      for (const run of await store.giveUp()) this.#announce(run, 'interrupted', run.progress);
      for (;;) {
        const run = signal.aborted ? undefined : await store.claim();
        if (run === undefined) return;
        await this.#work(run, signal);
      }
    } catch (error) {
      log.warn({ err: error }, 'the queue of discoveries could not be read, will be tried again');
    }
  }

  async #work(run: RunRow, signal: AbortSignal): Promise<void> {
    const { store, log, metrics } = this.#needs;
    log.info({ discovery: run.id, customer: run.customer_id, from: run.next_address }, 'discovery begins');
    metrics.busy.set(1);
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
      log.error({ err: error, discovery: run.id }, 'discovery failed');
      await store.end(run, 'failed', { fault: error instanceof Error ? error.message : String(error) });
      this.#announce(run, 'failed', run.progress);
    } finally {
      metrics.busy.set(0);
    }
  }

  #announce(run: RunRow, state: DiscoveryState, progress: DiscoveryProgress): void {
    const notice: DiscoveryNotice = { customer: run.customer_id, discovery: run.id, state, progress };
    this.#needs.bus.publish(subjects.discovery(run.customer_id), JSON.stringify(notice));
    if (state !== 'running' && state !== 'queued') this.#needs.metrics.runs.inc({ state });
  }
}
