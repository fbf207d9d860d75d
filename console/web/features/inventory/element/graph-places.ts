interface GraphsNow {
  /** Graphs that have no value, as far as that is known. */
  readonly empty: ReadonlySet<string>;
  /** Whether what is below the graphs is drawn. */
  readonly isBegun: boolean;
}

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((each) => other.has(each));

/**
 * The graphs that are left out, after those that were. Without a value they make room for the next ones only until something is drawn below them:
 * what a user reads does not move up, and a graph that has a value at last is shown. Returns the same set while it is equal.
 */
export function graphsLeftOut(
  before: ReadonlySet<string>,
  { empty, isBegun }: GraphsNow,
): ReadonlySet<string> {
  const next = isBegun ? new Set([...before].filter((each) => empty.has(each))) : empty;
  return isSame(before, next) ? before : next;
}
