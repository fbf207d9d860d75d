/**
 * Rows about steps, by column: a list for each of tens of thousands of rows takes the server more time than the store needs for the
 * statement, most of it to collect them as garbage.
 */
export interface StepColumns {
  /** Number of the part of each row. */
  readonly parts: readonly number[];
  /** Ids by place in the key. */
  readonly keys: readonly (readonly number[])[];
  /** Start of the step, seconds since 1970. */
  readonly starts: readonly number[];
  /** Null: no value. */
  readonly values: readonly (readonly (number | null)[])[];
}

type Columns = Readonly<Record<string, readonly unknown[]>>;

const named = (columns: Columns, prefix: string): readonly (readonly unknown[])[] =>
  Object.entries(columns).flatMap(([name, cells]) => (name.startsWith(prefix) ? [cells] : []));

/** The ids of keys that a statement selects: `key_0`, `key_1`. */
export const keyColumns = (columns: Columns): StepColumns['keys'] =>
  named(columns, 'key_') as StepColumns['keys'];

/** The columns of a statement for values: `part`, `key_0` and so on, `at`, `value_0` and so on. */
export const stepColumns = (columns: Columns): StepColumns => ({
  parts: (columns['part'] ?? []) as readonly number[],
  keys: keyColumns(columns),
  starts: (columns['at'] ?? []) as readonly number[],
  values: named(columns, 'value_') as StepColumns['values'],
});

/** Visits the key of each row. Rows that follow each other and are of one key share its list. */
export function forEachKey(
  keys: StepColumns['keys'],
  visit: (key: readonly number[], row: number) => void,
): void {
  let last: readonly number[] | undefined;
  const count = keys[0]?.length ?? 0;
  for (let row = 0; row < count; row += 1) {
    const known = last;
    const isSame = known !== undefined && keys.every((ids, place) => ids[row] === known[place]);
    last = isSame ? known : keys.map((ids) => ids[row] ?? 0);
    visit(last, row);
  }
}
