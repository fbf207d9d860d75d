import { sampleBytes, sampleOffset, int64At } from '../measure/sample-row.ts';

/**
 * Cells that order two rows of the same millisecond, most significant first: a total order independent of
 * arrival.
 */
const tieWords = [
  sampleOffset.value + 4,
  sampleOffset.value,
  sampleOffset.discontinuity,
  sampleOffset.uptime + 4,
  sampleOffset.uptime,
] as const;

/** Order of two rows of the same time: by element, counter, then the remaining cells. */
function compareTies(view: DataView, a: number, b: number): number {
  const element =
    view.getUint32(a + sampleOffset.element, true) - view.getUint32(b + sampleOffset.element, true);
  if (element !== 0) return element;
  const counter =
    view.getUint16(a + sampleOffset.counter, true) - view.getUint16(b + sampleOffset.counter, true);
  if (counter !== 0) return counter;
  for (const word of tieWords) {
    const difference = view.getUint32(a + word, true) - view.getUint32(b + word, true);
    if (difference !== 0) return difference;
  }
  return 0;
}

function isOrdered(view: DataView, length: number): boolean {
  let previous = int64At(view, sampleOffset.at);
  for (let row = sampleBytes; row < length; row += sampleBytes) {
    const at = int64At(view, row + sampleOffset.at);
    if (at < previous || (at === previous && compareTies(view, row - sampleBytes, row) > 0)) return false;
    previous = at;
  }
  return true;
}

/** Counting sort by millisecond: one pass over the rows, one over the milliseconds of the slice. */
function byTime(
  view: DataView,
  length: number,
  slice: { readonly start: number; readonly lengthMs: number },
) {
  const ends = new Uint32Array(slice.lengthMs + 1);
  for (let row = 0; row < length; row += sampleBytes) {
    const index = int64At(view, row + sampleOffset.at) - slice.start + 1;
    ends[index] = (ends[index] ?? 0) + 1;
  }
  for (let index = 1; index < ends.length; index += 1)
    ends[index] = (ends[index] ?? 0) + (ends[index - 1] ?? 0);
  const order = new Uint32Array(length / sampleBytes);
  for (let row = 0; row < length; row += sampleBytes) {
    const index = int64At(view, row + sampleOffset.at) - slice.start;
    const place = ends[index] ?? 0;
    order[place] = row;
    ends[index] = place + 1;
  }
  return { order, ends };
}

/**
 * Returns the byte offsets of the rows of a slice by time, element and counter, or undefined if they are
 * already in order, which is usual. The order depends on the rows only, never on their arrival.
 */
export function orderOf(
  view: DataView,
  length: number,
  slice: { readonly start: number; readonly lengthMs: number },
): Uint32Array | undefined {
  if (isOrdered(view, length)) return undefined;
  const { order, ends } = byTime(view, length, slice);
  let start = 0;
  for (const end of ends.subarray(0, slice.lengthMs)) {
    if (end - start > 1) order.subarray(start, end).sort((a, b) => compareTies(view, a, b));
    start = end;
  }
  return order;
}
