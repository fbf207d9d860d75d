import type { Bus } from '#platform/bus/bus.ts';
import type { Log } from '#platform/log/log.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { ImportFailure, ImportProgress } from '#schemas/provisioning/import-run.ts';
import { publishAccessChange } from '../../../kernel/access/access-change.ts';
import { executeImport, type ExecuteNeeds } from './execute-import.ts';
import { mailHeldImport } from './held-mail.ts';
import { LostRunError, type ImportRunRow } from './import-store.ts';

/** Runs of processes that have ended are found at this interval. */
const TAKEOVER_MS = 30_000;
const BEAT_MS = 1_000;

export interface ImportWorkerNeeds extends Omit<ExecuteNeeds, 'onProgress' | 'onHeld'> {
  readonly bus: Pick<Bus, 'publish' | 'publisher'>;
  /** Of links in mails. */
  readonly publicUrl: string;
  readonly log: Log;
}

/** Executes queued imports, one at a time: each of them may use the memory of one. */
export class ImportWorker {
  readonly #needs: ImportWorkerNeeds;
  #signal: AbortSignal | undefined;
  #working: Promise<void> | undefined;
  #isRequested = false;

  constructor(needs: ImportWorkerNeeds) {
    this.#needs = needs;
  }

  /** Works on the queue until the signal aborts. */
  start(signal: AbortSignal): void {
    this.#signal = signal;
    this.#needs.clock.every(
      TAKEOVER_MS,
      () => {
        this.wake();
      },
      signal,
    );
    this.wake();
  }

  /** Looks at the queue at once: a run has been added to it. */
  wake(): void {
    if (this.#signal === undefined || this.#signal.aborted) return;
    this.#isRequested = true;
    this.#working ??= this.#checkQueue(this.#signal).finally(() => {
      this.#working = undefined;
    });
  }

  /** Resolves when the queue is empty. */
  async idle(): Promise<void> {
    await this.#working;
  }

  async #checkQueue(signal: AbortSignal): Promise<void> {
    const { store, log } = this.#needs;
    try {
      while (this.#isRequested) {
        this.#isRequested = false;
        await store.expire();
        for (let run = await store.claim(); run !== undefined; run = await store.claim()) {
          await this.#work(run, signal);
          if (signal.aborted) return;
        }
      }
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'import queue read failed');
    }
  }

  async #work(run: ImportRunRow, signal: AbortSignal): Promise<void> {
    const { store, clock, log, bus } = this.#needs;
    const over = new AbortController();
    let progress: ImportProgress = { step: 'reading', done: 0, total: run.byte_count };
    const beat = (): void => {
      store.beat(run, progress).catch(() => undefined);
    };
    clock.every(BEAT_MS, beat, AbortSignal.any([over.signal, signal]));
    log.info({ import: run.id, task: run.task }, 'import started');
    try {
      const onHeld = async (held: ImportRunRow, failure: ImportFailure): Promise<void> => {
        log.info({ import: held.id, ...failure.params }, 'import held');
        await mailHeldImport(this.#needs, held, failure);
      };
      await executeImport({ ...this.#needs, onHeld, onProgress: (next) => (progress = next) }, run);
      if (run.task !== 'plan') {
        bus.publish(subjects.config('inventory'), '{}');
        // Users who see every customer, or those of its profile, now see a new customer too.
        publishAccessChange(bus);
      }
      await store.sweepFiles();
    } catch (error) {
      if (error instanceof LostRunError) return;
      log.error({ err: error, import: run.id }, 'import failed');
      // Without PostgreSQL the run is claimed again when its lease expires.
      await store.requeue(run).catch(() => undefined);
    } finally {
      over.abort();
    }
  }
}
