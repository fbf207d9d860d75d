import type { DataRequest } from '#schemas/data/data-request.ts';
import type { DataRow } from '#schemas/data/data-result-size.ts';
import { passesFilter, type LineFilter } from '#schemas/data/line-filter.ts';
import { comparedKeys } from '../sql/period-parts.ts';
import { forEachKey, type StepColumns } from '../sql/step-columns.ts';
import { OTHER_KEYS } from '../sql/element-values.ts';
import { dataLimits } from '#schemas/limit/data.ts';
import { foldForSearch } from '#schemas/search/fold.ts';
import { compareNames } from '#schemas/order/name-order.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import type { PlacedSeries } from '../plan/data-plan.ts';

/** Values of a key, by series and step. */
export interface KeyedValues {
  readonly key: readonly number[];
  readonly values: (number | null)[][];
}

interface Shape {
  readonly placed: readonly PlacedSeries[];
  /** Starts of the steps; null: one value per series. */
  readonly steps: readonly number[] | null;
}

/** Places that results of a part belong to: series by part and column. */
function seriesByPart(
  placed: readonly PlacedSeries[],
): ReadonlyMap<number, readonly (readonly [number, number])[]> {
  const found = new Map<number, (readonly [number, number])[]>();
  for (const [series, { part, column }] of placed.entries())
    found.set(part, [...(found.get(part) ?? []), [series, column]]);
  return found;
}

/** Rows of a result by their keys. */
const noValues = (series: number, width: number): (number | null)[][] =>
  Array.from({ length: series }, () => Array<number | null>(width).fill(null));

class RowsByKey {
  readonly #byKey = new Map<string, KeyedValues>();
  readonly #empty: () => (number | null)[][];

  constructor(series: number, width: number) {
    this.#empty = () => noValues(series, width);
  }

  of(key: readonly number[]): KeyedValues {
    const name = key.join(' ');
    const known = this.#byKey.get(name);
    if (known !== undefined) return known;
    if (this.#byKey.size >= dataLimits.maxLines) throw new ProblemError('TOO_MUCH_DATA');
    const row = { key, values: this.#empty() };
    this.#byKey.set(name, row);
    return row;
  }

  get withValues(): readonly KeyedValues[] {
    return [...this.#byKey.values()].filter(({ values }) =>
      values.some((each) => each.some((value) => value !== null)),
    );
  }
}

/** Brings rows of a statement, all or those of some keys, into rows of a result. Throws TOO_MUCH_DATA for more than 10,000 keys. */
export function keyedValues(
  { parts, keys, starts, values }: StepColumns,
  { placed, steps }: Shape,
  only?: readonly (readonly number[])[],
): readonly KeyedValues[] {
  const places = seriesByPart(placed);
  const included = only && new Set(only.map((key) => key.join(' ')));
  const indexOf = steps && new Map(steps.map((step, index) => [step, index]));
  const found = new RowsByKey(placed.length, steps?.length ?? 1);
  let last: readonly number[] | undefined;
  let own: KeyedValues | undefined;
  const put = ({ values: lists }: KeyedValues, row: number, index: number): void => {
    for (const [series, column] of places.get(parts[row] ?? 0) ?? []) {
      const list = lists[series];
      if (list !== undefined) list[index] = values[column]?.[row] ?? null;
    }
  };
  forEachKey(keys, (key, row) => {
    if (key !== last) own = included?.has(key.join(' ')) === false ? undefined : found.of(key);
    last = key;
    const index = indexOf === null ? 0 : indexOf.get(starts[row] ?? 0);
    if (own !== undefined && index !== undefined) put(own, row, index);
  });
  return found.withValues;
}

export const isOthers = ([first]: readonly number[]): boolean => first === OTHER_KEYS;

/** The keys with the highest or lowest values of rows with one value, as `rankStatement` finds them: ties in the order of ids. */
export function rankedKeys(
  { keys, values: [values = []] }: StepColumns,
  { order, count }: { readonly order: 'highest' | 'lowest'; readonly count: number },
): readonly (readonly number[])[] {
  const sign = order === 'highest' ? -1 : 1;
  return listedKeys(keys)
    .flatMap((key, row) => {
      const value = values[row];
      return typeof value === 'number' ? [{ key, value }] : [];
    })
    .toSorted((one, other) => sign * (one.value - other.value) || comparedKeys(one.key, other.key))
    .slice(0, count)
    .map(({ key }) => key);
}

/** The key of each row. */
export function listedKeys(keys: StepColumns['keys']): readonly (readonly number[])[] {
  const found: (readonly number[])[] = [];
  forEachKey(keys, (key) => found.push(key));
  return found;
}

/** The rows and those of keys that have none, without a value. */
export function withEvery(
  rows: readonly KeyedValues[],
  keys: readonly (readonly number[])[],
  { series, width }: { readonly series: number; readonly width: number },
): readonly KeyedValues[] {
  const known = new Set(rows.map(({ key }) => key.join(' ')));
  const missing = keys.filter((key) => !known.has(key.join(' ')));
  return [...rows, ...missing.map((key) => ({ key, values: noValues(series, width) }))];
}

/** Keys in the order in which they rank or are listed, all others last. */
export function inRank(
  rows: readonly KeyedValues[],
  ranked: readonly (readonly number[])[],
): readonly KeyedValues[] {
  const place = new Map(ranked.map((key, index) => [key.join(' '), index]));
  const placeOf = ({ key }: KeyedValues): number => place.get(key.join(' ')) ?? ranked.length;
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other));
}

const nameOf = ({ key }: DataRow): string => key.map(({ name, id }) => name ?? String(id)).join(' ');

/** The last value of a series. */
const lastOf = ({ values }: DataRow, series: number): number | null =>
  values[series]?.findLast((value) => value !== null) ?? null;

/** Rows without a value are last in either order. */
function compared(one: number | null, other: number | null, sign: number): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return sign * (one - other);
}

/** A row of all others together has no name that a filter could find. */
const passesLine = (row: DataRow, filter: LineFilter): boolean =>
  'series' in filter
    ? passesFilter(filter, lastOf(row, filter.series))
    : row.key.some(
        ({ attribute, name }) =>
          attribute === filter.key && foldForSearch(name ?? '').includes(foldForSearch(filter.contains)),
      );

/** The rows that a table shows, and how many there are. */
export function shownLines(
  rows: readonly DataRow[],
  lines: DataRequest['lines'],
): { readonly rows: readonly DataRow[]; readonly rowCount: number } {
  if (lines === undefined) return { rows, rowCount: rows.length };
  const { search, filters, orderBy, order, from, count } = lines;
  const text = search.trim().toLowerCase();
  const found = rows.filter(
    (row) => nameOf(row).toLowerCase().includes(text) && filters.every((filter) => passesLine(row, filter)),
  );
  const sign = order === 'ascending' ? 1 : -1;
  const sorted = found.toSorted((one, other) =>
    orderBy === 'name'
      ? sign * compareNames(nameOf(one), nameOf(other))
      : compared(lastOf(one, orderBy), lastOf(other, orderBy), sign),
  );
  return { rows: sorted.slice(from, from + count), rowCount: found.length };
}
