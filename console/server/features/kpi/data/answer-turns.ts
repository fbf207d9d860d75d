import { setImmediate } from 'node:timers/promises';
import { FairQueue } from '../../../shared/queue/fair-queue.ts';

/**
 * Turns of the event loop for plans and answers: one in each, customers in turn. Statements that calls share end for all of them at the same time,
 * and the answers of fifty pages in one turn would keep every other request waiting.
 */
export class AnswerTurns {
  readonly #queue = new FairQueue({ running: 1, runningInAll: 1 });

  /** Resolves in the next turn of a customer; rejects with the reason of the signal. */
  next(customer: number, signal: AbortSignal): Promise<void> {
    return this.#queue.run(customer, () => setImmediate(), { signal });
  }
}
