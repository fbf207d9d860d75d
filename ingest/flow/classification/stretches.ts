/** An interval of keys, both ends included, and the rules that it belongs to. */
export interface Interval<Key> {
  readonly first: Key;
  readonly last: Key;
  readonly rule: number;
}

/** Sorted keys at which the set of rules changes, and for each stretch the rules of it. */
export interface Stretches<Key> {
  /** Stretch `n` goes from here to the key before the next start. */
  readonly starts: readonly Key[];
  /** Rules of each stretch; one more than starts: the first is before all of them. */
  readonly rules: readonly ReadonlySet<number>[];
}

/**
 * Cuts overlapping intervals into stretches that do not overlap. `next` is the key behind another one, undefined behind the
 * last.
 */
export function stretchesOf<Key extends number | bigint>(
  intervals: readonly Interval<Key>[],
  next: (key: Key) => Key | undefined,
): Stretches<Key> {
  const edges = intervals.flatMap(({ first, last, rule }) => {
    const behind = next(last);
    const enter = { key: first, rule, change: 1 };
    return behind === undefined ? [enter] : [enter, { key: behind, rule, change: -1 }];
  });
  const sorted = edges.toSorted((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)));
  const starts: Key[] = [];
  const rules: ReadonlySet<number>[] = [new Set()];
  const open = new Map<number, number>();
  for (const [at, { key, rule, change }] of sorted.entries()) {
    // A rule may name overlapping intervals: it leaves with the last of them.
    const depth = (open.get(rule) ?? 0) + change;
    if (depth === 0) open.delete(rule);
    else open.set(rule, depth);
    if (sorted[at + 1]?.key === key) continue;
    starts.push(key);
    rules.push(new Set(open.keys()));
  }
  return { starts, rules };
}
