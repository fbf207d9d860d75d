import { forEachIndex, type Steps } from '#platform/clock/steps.ts';
import { liveStates, type InventoryLive, type LiveColumn } from '#schemas/inventory/list/live.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';

/** Loads differ by thousandths of a percent. */
const LOAD_PARTS = 1_000;
/** More elements than any list has; with keys of 31 bits an integer that a number holds. */
const PLACES = 2 ** 21;
const MAX_KEY = 2 ** 31;

const loadKey = (percent: number | null): number => (percent === null ? 0 : 1 + percent * LOAD_PARTS);

const keys: Readonly<Record<LiveColumn, (live: InventoryLive) => number>> = {
  state: ({ state }) => liveStates.indexOf(state),
  alarms: ({ alarms }) => alarms ?? 0,
  in: (live) => loadKey(live.in),
  out: (live) => loadKey(live.out),
  seen: ({ seen }) => (seen ?? 0) / SECOND_MS,
};

/** Sorts places by a live column; equal ones stay in their order. What is not known comes before 0. */
export function* orderByLive(
  places: readonly number[],
  column: LiveColumn,
  liveAt: (place: number) => InventoryLive | undefined,
): Steps<readonly number[]> {
  // Sorted as numbers without a comparison: a hundred thousand take milliseconds.
  const sorted = new Float64Array(places.length);
  yield* forEachIndex(places.length, (index) => {
    const live = liveAt(places[index] ?? 0);
    const key = live === undefined ? 0 : Math.min(MAX_KEY, Math.max(0, Math.round(keys[column](live))));
    sorted[index] = key * PLACES + index;
  });
  sorted.sort();
  yield;
  return Array.from(sorted, (key) => places[key % PLACES] ?? 0);
}
