import { STEP_SIZE } from '#platform/clock/steps.ts';
import type { Steps } from '#platform/clock/steps.ts';

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
