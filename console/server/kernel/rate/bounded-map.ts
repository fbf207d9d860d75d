/** A map that never holds more than `most` entries: what was set longest ago goes first. */
export class BoundedMap<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  set(key: Key, value: Value): void {
    // Taken out first, so that the order of the map is that of the last use.
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#most) return;
    const oldest = this.#entries.keys().next();
    if (oldest.done !== true) this.#entries.delete(oldest.value);
  }

  /** As they are now; taking some out meanwhile does no harm. */
  entries(): readonly (readonly [Key, Value])[] {
    return [...this.#entries];
  }

  clear(): void {
    this.#entries.clear();
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }
}
