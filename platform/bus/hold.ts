import { z } from 'zod';
import { systemClock } from '../clock/system-clock.ts';

/** Longest time for which one request holds work: an interrupted backup must not stop the product. */
export const HOLD_MS = 20_000;

export const HoldRequest = z.strictObject({
  /** Of the backup: each has its own. */
  id: z.string().min(1),
  action: z.enum(['hold', 'prolong', 'release']),
});
export type HoldRequest = z.infer<typeof HoldRequest>;

export const HoldReply = z.strictObject({
  process: z.string(),
  /** No work has run since the first request of this id. */
  isHeld: z.boolean(),
});

interface Holding {
  readonly id: string;
  readonly ended: AbortController;
  untilMs: number;
}

/**
 * Keeps work that moves the stores forward together from starting, while a backup reads them: rows of a range with their journal,
 * state of the engine with what it refers to. Work that runs is waited for.
 */
export class Hold {
  #running = 0;
  #holding: Holding | undefined;
  #idle: PromiseWithResolvers<void> | undefined;

  /** Runs the work as soon as nothing holds it. */
  async during<Value>(work: () => Promise<Value>): Promise<Value> {
    while (this.#holding !== undefined) await systemClock.wait(HOLD_MS, this.#holding.ended.signal);
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#idle?.resolve();
    }
  }

  /** Starts a hold; resolves when no work runs. Replaces that of a backup that was interrupted. */
  async hold(id: string): Promise<void> {
    const before = this.#holding;
    const holding = { id, ended: new AbortController(), untilMs: systemClock.elapsed() + HOLD_MS };
    this.#holding = holding;
    before?.ended.abort();
    void this.#expire(holding);
    if (this.#running === 0) return;
    this.#idle ??= Promise.withResolvers();
    await this.#idle.promise;
    this.#idle = undefined;
  }

  /** Prolongs the hold. Returns whether it lasted until now. */
  prolong(id: string): boolean {
    if (this.#holding?.id !== id) return false;
    this.#holding.untilMs = systemClock.elapsed() + HOLD_MS;
    return true;
  }

  /** Ends the hold. Returns whether it lasted until now. */
  release(id: string): boolean {
    const holding = this.#holding;
    if (holding?.id !== id) return false;
    this.#holding = undefined;
    holding.ended.abort();
    return true;
  }

  /** Ends any hold. */
  end(): void {
    if (this.#holding !== undefined) this.release(this.#holding.id);
  }

  async #expire(holding: Holding): Promise<void> {
    while (!holding.ended.signal.aborted) {
      const leftMs = holding.untilMs - systemClock.elapsed();
      if (leftMs <= 0) this.release(holding.id);
      else await systemClock.wait(leftMs, holding.ended.signal);
    }
  }
}
