import { layoutOf } from '#schemas/table/layout.ts';
import { samples } from '#schemas/table/samples.ts';

/** Offsets of the columns of a sample: rows are read in place, without an object per row. */
const { rowBytes, offset } = layoutOf(samples);
export const sampleBytes = rowBytes;
export const sampleOffset = offset;

const HIGH_WORD = 2 ** 32;

/** A signed 64-bit integer as a double: exact below 2^53, as every time and uptime is. */
export const int64At = (view: DataView, at: number): number =>
  view.getUint32(at, true) + view.getInt32(at + 4, true) * HIGH_WORD;

export const dataViewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
