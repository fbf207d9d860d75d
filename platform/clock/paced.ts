import { setImmediate as nextTurn } from 'node:timers/promises';

/** Items that are handled in one turn of the event loop: some milliseconds on a busy machine. */
const ITEMS_PER_TURN = 500;

/**
 * Returns a function to be called for each item of a long loop: every few hundred items it returns a promise that resolves in the next turn
 * of the event loop, else undefined. Unlike `runCooperatively` it is for loops between statements of a store, which wait anyway.
 */
export function paced(itemsPerTurn = ITEMS_PER_TURN): () => Promise<unknown> | undefined {
  let seen = 0;
  return () => {
    seen += 1;
    return seen % itemsPerTurn === 0 ? nextTurn() : undefined;
  };
}

/** Maps the items, a few hundred in each turn of the event loop. */
export async function mapPaced<From, To>(items: Iterable<From>, map: (item: From) => To): Promise<To[]> {
  const pause = paced();
  const mapped: To[] = [];
  for (const item of items) {
    mapped.push(map(item));
    const due = pause();
    if (due !== undefined) await due;
  }
  return mapped;
}
