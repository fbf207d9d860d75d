import { layoutOf } from '#schemas/table/layout.ts';
import { samples } from '#schemas/table/samples.ts';

/** Where the cells of a sample stand in its bytes: rows are read in place, no object is made of them. */
const { rowBytes, offset } = layoutOf(samples);
export const sampleBytes = rowBytes;
export const sampleOffset = offset;

const HIGH_WORD = 2 ** 32;

/** A 64-bit whole number as a double: exact below 2^53, which every time and uptime is. */
export const wholeAt = (view: DataView, at: number): number =>
  view.getUint32(at, true) + view.getInt32(at + 4, true) * HIGH_WORD;

export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
