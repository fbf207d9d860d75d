import type { InSteps } from '#platform/clock/interruptibly.ts';

/** An interval of keys, both ends included, and the rules that it belongs to. */
export interface Interval<Key> {
  readonly first: Key;
  readonly last: Key;
  readonly rule: number;
}

/** Told of each stretch in their order: where it begins, undefined for the first, which is before all of them, and its rules. */
type Visit<Key> = (start: Key | undefined, rules: ReadonlySet<number>) => void;

/** Edges that are looked at between two steps. */
const AT_A_STEP = 1_024;

/**
 * Cuts overlapping intervals into stretches that do not overlap, each from its start to the key before the next one. `next` is
 * the key behind another one, undefined behind the last. The rules are to be read at once: the set is changed for the next
 * stretch.
 */
export function* stretchesOf<Key extends number | bigint>(
  intervals: readonly Interval<Key>[],
  next: (key: Key) => Key | undefined,
  visit: Visit<Key>,
): InSteps<void> {
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
    if (at % AT_A_STEP === 0) yield undefined;
    // A rule may name overlapping intervals: it leaves with the last of them.
    const depth = (depths.get(rule) ?? 0) + change;
    depths.set(rule, depth);
    if (depth === 0) open.delete(rule);
    else open.add(rule);
    if (edges[at + 1]?.key !== key) visit(key, open);
  }
}
