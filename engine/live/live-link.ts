import { subjects } from '#schemas/bus/subject.ts';
import type { Bus } from '#platform/bus/bus.ts';
import { packJson } from '#platform/bus/packed-json.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { AlertBoard } from './alert-board.ts';
import type { Shown } from './alert-board.ts';

/** Changes within this time go out together; the last value of a key wins. */
const COALESCE_MS = 50;

export interface LiveNeeds {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly partition: number;
  readonly epoch: string;
  readonly belongs: (customer: number) => boolean;
  readonly signal: AbortSignal;
}

/** Tells open screens: deltas on core NATS, and the whole state to whoever asks. */
export class LiveLink {
  readonly #needs: LiveNeeds;
  readonly #board: AlertBoard;
  #lastMs = 0;
  #due = false;

  constructor(needs: LiveNeeds) {
    this.#needs = needs;
    this.#board = new AlertBoard(needs.epoch, needs.belongs);
  }

  /** From now on requests are answered; mirrors are told to ask. */
  open(shown: Shown): void {
    const { bus, partition, signal } = this.#needs;
    this.#board.show(shown);
    // Nobody has a state of this epoch yet: what there is comes with the first.
    while (this.#board.isBehind) this.#board.takeMessages();
    bus.subscribe(
      subjects.alertState(partition),
      ({ respond }) => {
        this.#send();
        respond(packJson(this.#board.states()));
      },
      { signal },
    );
    bus.publish(subjects.engineReady, JSON.stringify({ partition, epoch: this.#needs.epoch }));
  }

  /** Takes the state after a window, and sends the deltas now or, when some were sent just before, a moment later. */
  show(shown: Shown): void {
    this.#board.show(shown);
    this.#sendSoon();
  }

  /** Takes what people did meanwhile. */
  remark(shown: Pick<Shown, 'running' | 'marks'>): void {
    this.#board.remark(shown);
    this.#sendSoon();
  }

  /** Changes wait to be told. */
  get isBehind(): boolean {
    return this.#due || this.#board.isBehind;
  }

  #sendSoon(): void {
    const { clock, signal } = this.#needs;
    const restMs = this.#lastMs + COALESCE_MS - clock.now().getTime();
    if (restMs <= 0) this.#send();
    else if (!this.#due) {
      this.#due = true;
      void clock.wait(restMs, signal).then(() => {
        this.#send();
      });
    }
  }

  #send(): void {
    const { bus, clock } = this.#needs;
    this.#due = false;
    this.#lastMs = clock.now().getTime();
    for (const { subject, delta } of this.#board.takeMessages()) bus.publish(subject, JSON.stringify(delta));
    if (this.#board.isBehind && !this.#needs.signal.aborted) this.#sendSoon();
  }
}
