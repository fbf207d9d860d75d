import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { DatedInput } from '../plan/plan-input.ts';

interface Running {
  readonly text: Promise<string>;
  /** Of the call that it is made for. */
  readonly signal: AbortSignal;
}

interface ResultRequest {
  /** It names the rows: an element that is renamed has its new name in what is requested from then on. */
  readonly inventory: Inventory;
  /** All else that the result depends on, rights included. */
  readonly key: string;
  readonly signal: AbortSignal;
}

/**
 * Computes a result once for all callers that request it at the same time: when a window closes, all viewers of a dashboard request the
 * same. Statements are kept longer (`SharedStatements`).
 */
export class SharedResults {
  readonly #running = new WeakMap<Inventory, Map<string, Running>>();

  /** The result as JSON; `isOwn`: it was made for this request. Throws why there is none. */
  async read(
    { inventory, key, signal }: ResultRequest,
    work: () => Promise<string>,
  ): Promise<{ readonly text: string; readonly isOwn: boolean }> {
    const running = this.#running.get(inventory) ?? new Map<string, Running>();
    this.#running.set(inventory, running);
    for (;;) {
      const known = running.get(key);
      if (known === undefined) {
        const own = { text: work(), signal };
        running.set(key, own);
        const end = (): boolean => running.delete(key);
        own.text.then(end, end);
        return { text: await own.text, isOwn: true };
      }
      try {
        return { text: await known.text, isOwn: false };
      } catch (error) {
        // Made for a caller who has left: the next one that waits makes it.
        if (!known.signal.aborted) throw error;
      }
    }
  }
}

/** All that a result depends on; undefined: on the caller, or on how it was read. */
export function sharedResultKey({
  customer,
  seen,
  request,
  series,
  from,
  to,
  version,
  finalUntil,
}: DatedInput): string | undefined {
  const { id: _, ...requested } = request;
  // Custom applications may be private.
  if (request.explain || request.keys.includes('application')) return undefined;
  return JSON.stringify([
    customer,
    seen ?? null,
    requested,
    from,
    to,
    version,
    finalUntil,
    series.map(({ of: { unit, aggregation, computed, formulas } }) => [
      unit,
      aggregation,
      computed,
      formulas,
    ]),
  ]);
}
