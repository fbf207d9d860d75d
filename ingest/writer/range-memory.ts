import type { StoredMessage } from '#platform/bus/streams.ts';
import { headerNames } from '#schemas/bus/header.ts';
import type { Checked } from './check-message.ts';

/** Room for eight messages of a collector. */
const BLOCK_BYTES = 4 * 1024 ** 2;
/** What stands in a block is copied; a message that would fill a good part of one stays where it is. */
const MOST_BYTES = BLOCK_BYTES / 4;
/** As many bytes as a range holds at most. */
const MOST_SPARE = 16;

interface Block {
  readonly bytes: Uint8Array;
  used: number;
  /** Messages that stand in it and are not released. */
  messages: number;
}

/** What is asked of a message later, without the bytes that it came in. */
function withData({ seq, subject, timeMs, header }: StoredMessage, data: Uint8Array): StoredMessage {
  const values = new Map(Object.values(headerNames).map((name) => [name as string, header(name)]));
  return { seq, subject, timeMs, data, header: (name) => values.get(name) };
}

/**
 * Where the rows of ranges stand until they are in the store: one behind the other in large blocks that are used again. The bytes that the
 * client of the broker brings are garbage at once. Held for a second or two, until their range is written, they would age, and V8
 * would mark its whole heap for each 64 MiB of them: a third of what the writer costs.
 */
export class RangeMemory {
  readonly #blocks = new WeakMap<ArrayBufferLike, Block>();
  readonly #spare: Block[] = [];
  #current = this.#made();

  /** The same message with its data in a block, until it is released. */
  keep(checked: Checked): Checked {
    const { message } = checked;
    const { length } = message.data;
    if (length === 0 || length > MOST_BYTES) return checked;
    if (this.#current.used + length > BLOCK_BYTES) this.#current = this.#spare.pop() ?? this.#made();
    const block = this.#current;
    const data = block.bytes.subarray(block.used, block.used + length);
    data.set(message.data);
    block.used += length;
    block.messages += 1;
    return { ...checked, message: withData(message, data) };
  }

  /** Nobody looks at the data of these messages any more. Of those that are never released, the blocks are given up. */
  release(messages: readonly Checked[]): void {
    for (const { message } of messages) {
      const block = this.#blocks.get(message.data.buffer);
      if (block !== undefined) this.#releaseOne(block);
    }
  }

  #releaseOne(block: Block): void {
    block.messages -= 1;
    if (block.messages > 0) return;
    block.used = 0;
    if (block !== this.#current && this.#spare.length < MOST_SPARE) this.#spare.push(block);
  }

  #made(): Block {
    const block = { bytes: new Uint8Array(BLOCK_BYTES), used: 0, messages: 0 };
    this.#blocks.set(block.bytes.buffer, block);
    return block;
  }
}
