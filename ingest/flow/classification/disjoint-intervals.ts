import type { Steps } from '#platform/clock/steps.ts';

/** An interval of keys, both ends inclusive, with its rule. */
export interface RuleInterval<Key> {
  readonly first: Key;
  readonly last: Key;
  readonly rule: number;
}

/** Called for each interval in order, with its start (undefined for the one before all others) and its rules. */
type Visit<Key> = (start: Key | undefined, rules: ReadonlySet<number>) => void;

/** Edges processed per step. */
const EDGES_PER_STEP = 1_024;

/**
 * Splits overlapping intervals into disjoint ones, each up to the key before the next start. `next` returns the
 * following key, undefined after the last. `visit` must not retain the rule set: it is reused for the next interval.
 */
export function* disjointIntervals<Key extends number | bigint>(
  intervals: readonly RuleInterval<Key>[],
  next: (key: Key) => Key | undefined,
  visit: Visit<Key>,
): Steps {
  const edges = intervals.flatMap(({ first, last, rule }) => {
    const behind = next(last);
    const enter = { key: first, rule, change: 1 };
    return behind === undefined ? [enter] : [enter, { key: behind, rule, change: -1 }];
  });
  yield undefined;
  edges.sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)));
  visit(undefined, new Set());
  const depths = new Map<number, number>();
  const open = new Set<number>();
  for (const [at, { key, rule, change }] of edges.entries()) {
    if (at % EDGES_PER_STEP === 0) yield undefined;
    // A rule may list overlapping intervals: it ends with the last of them.
    const depth = (depths.get(rule) ?? 0) + change;
    depths.set(rule, depth);
    if (depth === 0) open.delete(rule);
    else open.add(rule);
    if (edges[at + 1]?.key !== key) visit(key, open);
  }
}
