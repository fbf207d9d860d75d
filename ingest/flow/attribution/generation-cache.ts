/**
 * Caches values by the configuration they are built from. An entry that one whole generation did not use is dropped.
 */
export class GenerationCache<Value> {
  #previous = new Map<string, Value>();
  #current = new Map<string, Value>();

  /** Returns the cached value and marks it as used. */
  get(key: string): Value | undefined {
    const found = this.#current.get(key) ?? this.#previous.get(key);
    if (found !== undefined) this.#current.set(key, found);
    return found;
  }

  set(key: string, made: Value): Value {
    this.#current.set(key, made);
    return made;
  }

  /** Starts a generation: from here on, usage is tracked. */
  beginGeneration(): void {
    this.#previous = new Map([...this.#previous, ...this.#current]);
    this.#current = new Map();
  }

  /** Ends the generation: drops entries that were not used. */
  commit(): void {
    this.#previous.clear();
  }
}
