import { STEP_SIZE, type Steps } from '#platform/clock/steps.ts';

interface Keyed<Value> {
  readonly value: Value;
  readonly key: string;
}

const compare = (one: Keyed<unknown>, other: Keyed<unknown>): number =>
  one.key < other.key ? -1 : one.key > other.key ? 1 : 0;

function* merge<Value>(one: readonly Keyed<Value>[], other: readonly Keyed<Value>[]): Steps<Keyed<Value>[]> {
  const merged: Keyed<Value>[] = [];
  let [left, right] = [0, 0];
  while (left < one.length || right < other.length) {
    const [mine, theirs] = [one[left], other[right]];
    if (theirs === undefined || (mine !== undefined && compare(mine, theirs) <= 0)) {
      merged.push(mine as Keyed<Value>);
      left += 1;
    } else {
      merged.push(theirs);
      right += 1;
    }
    if (merged.length % STEP_SIZE === 0) yield;
  }
  return merged;
}

/** Sorts by text; values with equal keys keep their order. A sort of a hundred thousand texts at once would take too long. */
export function* sortInSteps<Value>(
  values: readonly Value[],
  keyOf: (value: Value) => string,
): Steps<readonly Value[]> {
  let runs: Keyed<Value>[][] = [];
  for (let from = 0; from < values.length; from += STEP_SIZE) {
    const run = values.slice(from, from + STEP_SIZE).map((value) => ({ value, key: keyOf(value) }));
    runs.push(run.sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const next: Keyed<Value>[][] = [];
    for (let index = 0; index < runs.length; index += 2)
      next.push(yield* merge(runs[index] ?? [], runs[index + 1] ?? []));
    runs = next;
  }
  return (runs[0] ?? []).map(({ value }) => value);
}

const DIGITS = 12;

/** Sorts `Gi0/2` before `Gi0/10`, and 10.0.0.9 before 10.0.0.10. */
export const naturalKey = (folded: string): string =>
  folded.replaceAll(/\d+/g, (digits) => digits.padStart(DIGITS, '0'));

/** Where a key belongs among sorted values: behind those of the same key that `isBefore` names. */
function placeIn<Value>(
  sorted: readonly Value[],
  key: string,
  { keyOf, isBefore }: { keyOf: (value: Value) => string; isBefore: (value: Value) => boolean },
): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const value = sorted[middle] as Value;
    const own = keyOf(value);
    if (own < key || (own === key && isBefore(value))) from = middle + 1;
    else to = middle;
  }
  return from;
}

/**
 * Adds a few places to sorted ones, both in the order of their keys and with equal keys in ascending order. Computes keys only where the
 * added ones are looked for.
 */
export function* insertInSteps(
  sorted: readonly number[],
  added: readonly number[],
  keyOf: (place: number) => string,
): Steps<readonly number[]> {
  const inOrder = yield* sortInSteps(
    added.toSorted((one, other) => one - other),
    keyOf,
  );
  const merged: number[] = [];
  let taken = 0;
  for (const place of inOrder) {
    const end = placeIn(sorted, keyOf(place), { keyOf, isBefore: (other) => other < place });
    for (; taken < end; taken += 1) merged.push(sorted[taken] ?? 0);
    merged.push(place);
    if (merged.length % STEP_SIZE === 0) yield;
  }
  yield;
  for (; taken < sorted.length; taken += 1) merged.push(sorted[taken] ?? 0);
  return merged;
}
