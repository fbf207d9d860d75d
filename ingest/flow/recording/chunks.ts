/** A file of a router at full load takes a few in a second. */
const CHUNK_BYTES = 1_048_576;
/** As much as a flush of a flood has; more is given back to the system. */
const MAX_SPARE = 32;

/** Memory of files that are written: used again, since new memory costs more than what is copied into it. */
const spare: Buffer[] = [];

interface Chunk {
  readonly bytes: Buffer;
  used: number;
}

/** Bytes in the order in which they were added, in chunks of one size. */
export class Chunks {
  #list: Chunk[] = [];
  bytes = 0;

  add(part: Uint8Array): void {
    this.bytes += part.length;
    for (let from = 0; from < part.length;) {
      const chunk = this.#withRoom();
      const end = Math.min(part.length, from + CHUNK_BYTES - chunk.used);
      chunk.bytes.set(from === 0 && end === part.length ? part : part.subarray(from, end), chunk.used);
      chunk.used += end - from;
      from = end;
    }
  }

  /** Passes each chunk to `write`, in order. The memory is used again afterwards, also when it fails. */
  async drain(write: (bytes: Uint8Array) => Promise<void>): Promise<void> {
    const list = this.#list;
    this.#list = [];
    this.bytes = 0;
    try {
      for (const { bytes, used } of list) await write(bytes.subarray(0, used));
    } finally {
      for (const { bytes } of list) if (spare.length < MAX_SPARE) spare.push(bytes);
    }
  }

  #withRoom(): Chunk {
    const last = this.#list.at(-1);
    if (last !== undefined && last.used < CHUNK_BYTES) return last;
    const next = { bytes: spare.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES), used: 0 };
    this.#list.push(next);
    return next;
  }
}
