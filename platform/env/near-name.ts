/** Steps that change one name into another: a letter more, less, other, or two exchanged (optimal string alignment). */
function distance(one: string, other: string): number {
  const rows = Array.from({ length: one.length + 1 }, (_, at) => [at]);
  for (let to = 0; to <= other.length; to += 1) (rows[0] ?? [])[to] = to;
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= one.length; row += 1)
    for (let column = 1; column <= other.length; column += 1) {
      const isEqual = one[row - 1] === other[column - 1];
      const isExchanged = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      (rows[row] ?? [])[column] = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isEqual ? 0 : 1),
        isExchanged ? at(row - 2, column - 2) + 1 : Infinity,
      );
    }
  return at(one.length, other.length);
}

/** A name of at most this length is too short to be recognised with two faults. */
const SHORT = 7;

/** The known name that an unknown one was meant to be, if one is near: `PULIC_URL` is `PUBLIC_URL`. */
export function nearName(unknown: string, known: Iterable<string>): string | undefined {
  const most = unknown.length <= SHORT ? 1 : 2;
  const [nearest] = [...known]
    .map((name) => ({ name, steps: distance(unknown.toUpperCase(), name) }))
    .filter(({ steps }) => steps <= most)
    .toSorted((first, second) => first.steps - second.steps);
  return nearest?.name;
}
