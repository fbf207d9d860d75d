import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { DiscoveryProgress, DiscoveryState } from '#schemas/discovery/run.ts';
import { RunProgress } from './run-progress.ts';
import type { DiscoveryRunRow, RunStore } from './run-store.ts';

const SAVE_INTERVAL_MS = 1_000;

export interface AttemptNeeds {
  readonly store: Pick<RunStore, 'save'>;
  readonly publishState: (run: DiscoveryRunRow, state: DiscoveryState, progress: DiscoveryProgress) => void;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  /** Aborted at shutdown. */
  readonly signal: AbortSignal;
}

/** Reason for leaving a run before its end. */
type LeaveReason = 'shutdown' | 'cancelled' | 'lost';

/** An attempt of a run: saves its progress every second, which renews its lease, and ends when it is cancelled or lost. */
export class RunSession {
  readonly keeper: RunProgress;
  readonly ended = new AbortController();
  left: LeaveReason | undefined;
  #isBeating = true;
  readonly #needs: AttemptNeeds;
  readonly #run: DiscoveryRunRow;

  constructor(needs: AttemptNeeds, run: DiscoveryRunRow, addresses: number) {
    this.#needs = needs;
    this.#run = run;
    this.keeper = new RunProgress(addresses, run.progress, run.next_address);
    needs.signal.addEventListener('abort', this.#onShutdown);
    if (needs.signal.aborted) this.leave('shutdown');
    needs.clock.every(SAVE_INTERVAL_MS, () => this.#beat(), this.ended.signal);
  }

  /** Never rejects. A store that is slow or away costs the run nothing yet: every write checks that the run is still its own. */
  async #beat(): Promise<void> {
    try {
      await this.save();
      this.#isBeating = true;
    } catch (error) {
      if (this.#isBeating) {
        const { id: discovery } = this.#run;
        this.#needs.log.warn({ err: error, discovery }, 'discovery progress not saved');
      }
      this.#isBeating = false;
    }
  }

  readonly #onShutdown = (): void => {
    this.leave('shutdown');
  };

  leave(why: LeaveReason): void {
    this.left ??= why;
    this.close();
  }

  close(): void {
    this.#needs.signal.removeEventListener('abort', this.#onShutdown);
    this.ended.abort();
  }

  async save(): Promise<void> {
    const progress = this.keeper.progress();
    const next = await this.#needs.store.save(this.#run, { progress, next: this.keeper.next });
    if (next !== 'running') this.leave(next);
    else this.#needs.publishState(this.#run, 'running', progress);
  }
}
