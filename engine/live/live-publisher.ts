import type { EngineReady } from '#schemas/alerting/alert.ts';
import { alertStatePages } from '#schemas/alerting/state-pages.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { Bus } from '#platform/bus/bus.ts';
import { packJson } from '#platform/bus/packed-json.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { runCooperatively, toCompletion, type Steps } from '#platform/clock/steps.ts';
import { AlertView, type LiveSnapshot } from './alert-view.ts';

/** Changes within this time are sent together; the last value per key wins. */
const COALESCE_MS = 50;
/**
 * Deltas above this size are compressed: those of a storm, of 200 rows and 90 kB, to a fortieth in 0.1 ms of CPU. They wait in every
 * server (`console/server/features/alerting/paced-queue.ts`).
 */
const PLAIN_DELTA_BYTES = 16 * 1_024;

/** A reply is prepared for this long before the engine does other work: nothing waits for it that is due. */
const REPLY_SLICE_MS = 5;

export interface LiveNeeds {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly partition: number;
  readonly epoch: string;
  /** Whether a customer belongs to the partition. */
  readonly belongs: (customer: number) => boolean;
  readonly signal: AbortSignal;
}

/** Publishes running alarms to screens: deltas on core NATS, and the whole state on request. */
export class LivePublisher {
  readonly #needs: LiveNeeds;
  readonly #view: AlertView;
  #sentMs = Number.NEGATIVE_INFINITY;
  #isSendScheduled = false;
  #isApplying = false;
  /** The latest update; resolves with false if it was aborted. */
  #applied: Promise<boolean> = Promise.resolve(true);

  constructor(needs: LiveNeeds) {
    this.#needs = needs;
    this.#view = new AlertView(needs.epoch, needs.belongs);
  }

  /** Starts responding to requests and notifies mirrors to resync. */
  async open(shown: LiveSnapshot): Promise<void> {
    const { bus, partition, signal } = this.#needs;
    if (!(await this.#apply(this.#view.showSteps(shown)))) return;
    // No mirror has a state of this epoch yet, so the pending deltas are part of the first one.
    this.#view.dropPending();
    bus.subscribe(
      subjects.alertState(partition),
      ({ respond }) => {
        void this.#applied.then((isComplete) => {
          if (isComplete) return this.#respondState(respond);
          return undefined;
        });
      },
      { signal },
    );
    const ready: EngineReady = { partition, epoch: this.#needs.epoch };
    bus.publish(subjects.engineReady, JSON.stringify(ready));
  }

  /** Sends the state of this moment in pages. Between them, windows are decided and deltas published. */
  async #respondState(respond: (data: Uint8Array) => void): Promise<void> {
    this.#send();
    const pages = alertStatePages(this.#view.states());
    function* respondSteps(): Steps {
      for (const page of pages) {
        respond(packJson(page, PLAIN_DELTA_BYTES));
        yield undefined;
      }
    }
    await runCooperatively(respondSteps(), { ...this.#needs, sliceMs: REPLY_SLICE_MS });
  }

  /** Updates the state after a window, and sends the deltas now, or shortly after if some were just sent. */
  async show(shown: LiveSnapshot): Promise<void> {
    if (await this.#apply(this.#view.showSteps(shown))) this.#sendSoon();
  }

  /** Updates acknowledgements and silences; nothing may change before it resolves. */
  async refreshMarks(shown: Pick<LiveSnapshot, 'running' | 'marks'>): Promise<void> {
    if (await this.#apply(this.#view.refreshMarksSteps(shown))) this.#sendSoon();
  }

  /** Whether changes wait to be published. */
  get hasPending(): boolean {
    return this.#isSendScheduled || this.#view.hasPending;
  }

  /** Runs the steps. Until then nothing is published and requests wait. Returns false if it was aborted. */
  async #apply(steps: Steps): Promise<boolean> {
    const applied = runCooperatively(toCompletion(steps), this.#needs).then((isDone) => isDone ?? false);
    this.#isApplying = true;
    this.#applied = applied;
    const isComplete = await applied;
    this.#isApplying = !isComplete;
    return isComplete;
  }

  #sendSoon(): void {
    const waitMs = this.#sentMs + COALESCE_MS - this.#needs.clock.elapsed();
    if (waitMs <= 0) this.#send();
    else this.#sendIn(waitMs);
  }

  #sendIn(waitMs: number): void {
    if (this.#isSendScheduled) return;
    const { clock, signal } = this.#needs;
    this.#isSendScheduled = true;
    void clock.wait(waitMs, signal).then(() => {
      this.#send();
    });
  }

  #send(): void {
    const { bus, clock } = this.#needs;
    this.#isSendScheduled = false;
    // Pending deltas are sent when the update is complete.
    if (this.#isApplying) return;
    this.#sentMs = clock.elapsed();
    for (const { subject, delta } of this.#view.takeMessages())
      bus.publish(subject, packJson(delta, PLAIN_DELTA_BYTES));
    // Each round has a turn of its own, however late it is: all rounds of a storm in one turn once cost the lease.
    if (this.#view.hasPending && !this.#needs.signal.aborted) this.#sendIn(0);
  }
}
