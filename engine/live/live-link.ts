import { subjects } from '#schemas/bus/subject.ts';
import type { Bus } from '#platform/bus/bus.ts';
import { packJson } from '#platform/bus/packed-json.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { interruptibly, isWhole } from '#platform/clock/interruptibly.ts';
import type { Steps } from '../partition/steps.ts';
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
  #lastMs = Number.NEGATIVE_INFINITY;
  #due = false;
  #isTaking = false;
  #taken: Promise<boolean> = Promise.resolve(true);

  constructor(needs: LiveNeeds) {
    this.#needs = needs;
    this.#board = new AlertBoard(needs.epoch, needs.belongs);
  }

  /** From now on requests are answered; mirrors are told to ask. */
  async open(shown: Shown): Promise<void> {
    const { bus, partition, signal } = this.#needs;
    if (!(await this.#take(this.#board.show(shown)))) return;
    // Nobody has a state of this epoch yet: what there is comes with the first.
    while (this.#board.isBehind) this.#board.takeMessages();
    bus.subscribe(
      subjects.alertState(partition),
      ({ respond }) => {
        void this.#taken.then((isWhole) => {
          if (!isWhole) return;
          this.#send();
          respond(packJson(this.#board.states()));
        });
      },
      { signal },
    );
    bus.publish(subjects.engineReady, JSON.stringify({ partition, epoch: this.#needs.epoch }));
  }

  /** Takes the state after a window, and sends the deltas now or, when some were sent just before, a moment later. */
  async show(shown: Shown): Promise<void> {
    if (await this.#take(this.#board.show(shown))) this.#sendSoon();
  }

  /** Takes what people did meanwhile; nothing may change before it resolves. */
  async remark(shown: Pick<Shown, 'running' | 'marks'>): Promise<void> {
    if (await this.#take(this.#board.remark(shown))) this.#sendSoon();
  }

  /** Changes wait to be told. */
  get isBehind(): boolean {
    return this.#due || this.#board.isBehind;
  }

  /** While it goes on nothing is told and nobody is answered; false when it was told to end. */
  async #take(steps: Steps): Promise<boolean> {
    const taking = interruptibly(isWhole(steps), this.#needs).then((isDone) => isDone ?? false);
    this.#isTaking = true;
    this.#taken = taking;
    const isTaken = await taking;
    this.#isTaking = !isTaken;
    return isTaken;
  }

  #sendSoon(): void {
    const { clock, signal } = this.#needs;
    const restMs = this.#lastMs + COALESCE_MS - clock.elapsed();
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
    // What waits is sent when the board has all of it.
    if (this.#isTaking) return;
    this.#lastMs = clock.elapsed();
    for (const { subject, delta } of this.#board.takeMessages()) bus.publish(subject, JSON.stringify(delta));
    if (this.#board.isBehind && !this.#needs.signal.aborted) this.#sendSoon();
  }
}
