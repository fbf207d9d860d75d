import { z } from 'zod';
import { RecordFileId } from './record.ts';

/** Bytes of a file that a collector sends at once: a few hundred flows, whose text takes a server a few milliseconds. */
export const PIECE_BYTES = 65_536;

/** A request for a piece of a file. */
export const PieceRequest = z.strictObject({
  file: RecordFileId,
  offset: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
});
export type PieceRequest = z.infer<typeof PieceRequest>;

/** A piece, and the size of the file at present. */
export interface RecordPiece {
  readonly size: number;
  readonly bytes: Uint8Array;
}

const SIZE_BYTES = 8;

/** A piece as one message: the size as a double, then the bytes. */
export function packPiece({ size, bytes }: RecordPiece): Uint8Array {
  const packed = new Uint8Array(SIZE_BYTES + bytes.length);
  new DataView(packed.buffer).setFloat64(0, size);
  packed.set(bytes, SIZE_BYTES);
  return packed;
}

/** Throws a RangeError for what is no piece. */
export function unpackPiece(packed: Uint8Array): RecordPiece {
  const size = new DataView(packed.buffer, packed.byteOffset, packed.byteLength).getFloat64(0);
  if (!Number.isSafeInteger(size) || size < 0) throw new RangeError('no piece of a file');
  return { size, bytes: packed.subarray(SIZE_BYTES) };
}
