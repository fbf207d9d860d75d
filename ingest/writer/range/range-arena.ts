import type { StoredMessage } from '#platform/bus/streams.ts';
import { headerNames } from '#schemas/bus/header.ts';
import type { CheckedMessage } from '../check-message.ts';

/** Holds about eight messages of a collector. */
const BLOCK_BYTES = 4 * 1024 ** 2;
/** A message that would fill a good part of a block is not copied. */
const MAX_COPIED_BYTES = BLOCK_BYTES / 4;
/** Together as large as the largest range. */
const MAX_SPARE_BLOCKS = 16;

interface Block {
  readonly bytes: Uint8Array;
  used: number;
  /** Messages in the block that are not released. */
  liveMessages: number;
}

/** Copies the fields used later, without a reference to the original bytes. */
function withData({ seq, subject, timeMs, header }: StoredMessage, data: Uint8Array): StoredMessage {
  const values = new Map(Object.values(headerNames).map((name) => [name as string, header(name)]));
  return { seq, subject, timeMs, data, header: (name) => values.get(name) };
}

/**
 * Arena for the rows of pending ranges: large blocks that are reused. The bytes delivered by the broker client become
 * garbage at once. Held for the second or two until their range is written, they would be promoted, and V8 would mark
 * its whole heap for each 64 MiB of them: a third of the writer's CPU.
 */
export class RangeArena {
  readonly #blocks = new WeakMap<ArrayBufferLike, Block>();
  readonly #spareBlocks: Block[] = [];
  #current = this.#createBlock();

  /** Returns the message with its data copied into a block until it is released. */
  copyIn(checked: CheckedMessage): CheckedMessage {
    const { message } = checked;
    const { length } = message.data;
    if (length === 0 || length > MAX_COPIED_BYTES) return checked;
    if (this.#current.used + length > BLOCK_BYTES)
      this.#current = this.#spareBlocks.pop() ?? this.#createBlock();
    const block = this.#current;
    const data = block.bytes.subarray(block.used, block.used + length);
    data.set(message.data);
    block.used += length;
    block.liveMessages += 1;
    return { ...checked, message: withData(message, data) };
  }

  /** Frees the data of these messages. A block whose messages are never released is not reused. */
  release(messages: readonly CheckedMessage[]): void {
    for (const { message } of messages) {
      const block = this.#blocks.get(message.data.buffer);
      if (block !== undefined) this.#releaseOne(block);
    }
  }

  #releaseOne(block: Block): void {
    block.liveMessages -= 1;
    if (block.liveMessages > 0) return;
    block.used = 0;
    if (block !== this.#current && this.#spareBlocks.length < MAX_SPARE_BLOCKS) this.#spareBlocks.push(block);
  }

  #createBlock(): Block {
    const block = { bytes: new Uint8Array(BLOCK_BYTES), used: 0, liveMessages: 0 };
    this.#blocks.set(block.bytes.buffer, block);
    return block;
  }
}
