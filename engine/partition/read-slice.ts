import type { SeriesState } from './series-state.ts';
import { sampleBytes, sampleOffset, dataViewOf } from '../measure/sample-row.ts';
import type { Slice } from './slice-buffer.ts';
import { orderOf } from './slice-order.ts';

/** Adds the samples of a slice in time order and returns how many belong to no known element or counter. */
export function readSlice(
  { bytes, length, start }: Slice,
  { index, series, program }: SeriesState,
  lengthMs: number,
): number {
  const { sourceById, columnById } = program.counters;
  const view = dataViewOf(bytes.subarray(0, length));
  const order = orderOf(view, length, { start, lengthMs });
  const place = { slot: 0, column: 0 };
  let unknown = 0;
  for (let count = 0, next = 0; next < length; next += sampleBytes, count += 1) {
    const row = order === undefined ? next : (order[count] as number);
    const found = index.find(view.getUint32(row + sampleOffset.element, true));
    const counter = view.getUint16(row + sampleOffset.counter, true);
    const source = found % series.length;
    if (found < 0 || sourceById[counter] !== source) {
      unknown += 1;
      continue;
    }
    place.slot = (found - source) / series.length;
    place.column = columnById[counter] as number;
    series[source]?.add(place, view, row);
  }
  return unknown;
}
