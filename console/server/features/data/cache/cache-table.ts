import { LRUCache } from 'lru-cache';
import type { Clock } from '#platform/clock/clock.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';

/** Part of a table that one value may take: a larger one would drive out everything else. */
const MAX_SHARE = 4;

interface TableLimits {
  readonly maxBytes: number;
  /** Values that were read longer ago are not returned. */
  readonly maxSeconds: number;
}

interface TableEntry<Value> {
  readonly value: Value;
  readonly bytes: number;
  readonly readAtMs: number;
}

/** Values by name up to a limit of bytes, the least recently used evicted first. What is larger than a quarter of all is not cached. */
export class CacheTable<Value extends object> {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #maxAgeMs: number;
  readonly #values: LRUCache<string, TableEntry<Value>>;

  constructor(clock: Pick<Clock, 'now'>, { maxBytes, maxSeconds }: TableLimits) {
    this.#clock = clock;
    this.#maxAgeMs = maxSeconds * SECOND_MS;
    this.#values = new LRUCache({
      maxSize: Math.max(1, maxBytes),
      maxEntrySize: Math.max(1, Math.floor(maxBytes / MAX_SHARE)),
      sizeCalculation: ({ bytes }) => Math.max(1, Math.ceil(bytes)),
    });
  }

  get(name: string): Value | undefined {
    const cached = this.#values.get(name);
    return cached !== undefined && this.nowMs - cached.readAtMs <= this.#maxAgeMs ? cached.value : undefined;
  }

  /** `readAtMs`: when the oldest part of it was read; now, unless it extends an earlier value. */
  set(
    name: string,
    value: Value,
    { bytes, readAtMs = this.nowMs }: { readonly bytes: number; readonly readAtMs?: number },
  ): void {
    this.#values.set(name, { value, bytes, readAtMs });
  }

  get nowMs(): number {
    return this.#clock.now().getTime();
  }
}
