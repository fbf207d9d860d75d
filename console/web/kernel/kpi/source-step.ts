type Values = readonly (number | null)[];

/** Values of a line as it is drawn: a gap is null, undefined a step that the source does not measure, over which the line continues. */
export type JoinedValues = readonly (number | null | undefined)[];

/** Steps of a chart for which a value stands: `from`, at which it is, up to `to`, which is exclusive. */
export interface Cover {
  readonly from: number;
  readonly to: number;
}

/** A longer distance, as a multiple of the step of a source, is a gap. */
const MOST_STEPS = 1.5;
/** Distances of one length in a row that are the step of a source, where other values of its series are closer. */
const REGULAR = 6;

/** A value and the next one, by their places. */
interface Neighbours {
  readonly from: number;
  readonly to: number;
}

const distanceOf = ({ from, to }: Neighbours): number => to - from;

function neighboursIn(values: Values): readonly Neighbours[] {
  const found: Neighbours[] = [];
  let from: number | undefined;
  for (const [place, value] of values.entries()) {
    if (value === null) continue;
    if (from !== undefined) found.push({ from, to: place });
    from = place;
  }
  return found;
}

/** Parts of a series whose distances are about equal. */
function regularParts(all: readonly Neighbours[]): readonly (readonly Neighbours[])[] {
  const parts: Neighbours[][] = [];
  let [least, most] = [0, 0];
  for (const each of all) {
    const distance = distanceOf(each);
    [least, most] = [Math.min(least, distance), Math.max(most, distance)];
    const part = parts.at(-1);
    if (part !== undefined && most <= MOST_STEPS * least) part.push(each);
    else {
      parts.push([each]);
      [least, most] = [distance, distance];
    }
  }
  return parts;
}

/**
 * Neighbours that the step of their source separates, at most. The step is the least distance in the series, if it occurs more than once,
 * and that of a part in which it is regular: windows of 30 minutes and of 5 follow each other where the source was changed.
 */
function joinedIn(values: Values): readonly Neighbours[] {
  const all = neighboursIn(values);
  const least = all.reduce((low, each) => Math.min(low, distanceOf(each)), Number.POSITIVE_INFINITY);
  const isNear = (each: Neighbours): boolean => distanceOf(each) <= MOST_STEPS * least;
  const isStep = least === 1 || all.filter(isNear).length > 1;
  return regularParts(all).flatMap((part) =>
    part.length >= REGULAR ? part : part.filter((each) => isStep && isNear(each)),
  );
}

/** Values that a line connects up to the step of their source: what is further apart is a gap. */
export function joinedValues(values: Values): JoinedValues {
  const drawn: (number | null | undefined)[] = [...values];
  for (const { from, to } of joinedIn(values)) drawn.fill(undefined, from + 1, to);
  return drawn;
}

/** As `joinedValues`, with the values on the line. */
export function interpolatedValues(values: Values): Values {
  const drawn = [...values];
  for (const { from, to } of joinedIn(values)) {
    const [first, last] = [values[from] ?? 0, values[to] ?? 0];
    for (let place = from + 1; place < to; place += 1)
      drawn[place] = first + ((last - first) * (place - from)) / (to - from);
  }
  return drawn;
}

/** By step of the chart what covers it; undefined in a gap. The last value before a gap stands for as long as the one before it. */
export function coversOf(values: Values): readonly (Cover | undefined)[] {
  const distances = new Map<number, number>();
  for (const { from, to } of joinedIn(values)) {
    distances.set(from, to - from);
    distances.set(to, to - from);
  }
  const covers = Array<Cover | undefined>(values.length).fill(undefined);
  for (const [from, value] of values.entries())
    if (value !== null) {
      const to = Math.min(values.length, from + (distances.get(from) ?? 1));
      const cover = { from, to };
      for (let place = from; place < to; place += 1) covers[place] = cover;
    }
  return covers;
}

/** By step of the chart the value that stands for it; null in a gap. */
export const heldValues = (values: Values): Values =>
  coversOf(values).map((cover) => (cover === undefined ? null : (values[cover.from] ?? null)));

/** Places of values that no line reaches. */
export function lonePlaces(values: JoinedValues): number[] {
  const lone: number[] = [];
  let before: number | null = null;
  for (const [place, value] of values.entries()) {
    if (value === undefined) continue;
    if (value !== null && before === null && values[place + 1] === null) lone.push(place);
    if (value !== null && before === null && place === values.length - 1) lone.push(place);
    before = value;
  }
  return lone;
}
