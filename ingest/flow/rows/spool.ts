import { frameMargin } from '#platform/bus/frame.ts';
import type { RowsMessage } from './rows-message.ts';

/** Memory for rows that wait for their streams. */
const MAX_SPOOL_BYTES = 128 * 1024 ** 2;
/** A message that fills less of its buffer is copied out of it. */
const MIN_FILL = 1 / 2;

/** Returns the message in a buffer of its size; rows of a quiet partition would otherwise hold a buffer for thousands. */
function compacted(message: RowsMessage): RowsMessage {
  const { bytes, release, inPlace } = message;
  if (release === undefined || bytes.length >= bytes.buffer.byteLength * MIN_FILL) return message;
  const { before, behind } = inPlace === true ? frameMargin : { before: 0, behind: 0 };
  const own = new Uint8Array(before + bytes.length + behind);
  own.set(bytes, before);
  release();
  const { release: _, ...spooled } = message;
  return { ...spooled, bytes: own.subarray(before, before + bytes.length) };
}

/** Rows in memory that the streams have not stored, of all streams of a collector together. */
export class Spool {
  readonly #maxBytes: number;
  #heldBytes = 0;

  constructor(maxBytes = MAX_SPOOL_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /**
   * Takes a message, or returns undefined when there is no room for its buffer. The taken message replaces the given one, which is
   * released; it is given back with `free`.
   */
  take(message: RowsMessage): RowsMessage | undefined {
    const spooled = compacted(message);
    const { byteLength } = spooled.bytes.buffer;
    if (this.#heldBytes + byteLength > this.#maxBytes) {
      spooled.release?.();
      return undefined;
    }
    this.#heldBytes += byteLength;
    return spooled;
  }

  free({ bytes, release }: RowsMessage): void {
    this.#heldBytes -= bytes.buffer.byteLength;
    release?.();
  }
}
