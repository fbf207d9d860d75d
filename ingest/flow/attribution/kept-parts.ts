/**
 * What is made of a part of the configuration, by what it is made of: a part that says the same in the next state is not made
 * anew. What a whole state did not ask for is forgotten.
 */
export class KeptParts<Value> {
  #kept = new Map<string, Value>();
  #asked = new Map<string, Value>();

  /** What was made of this already. */
  find(key: string): Value | undefined {
    const found = this.#asked.get(key) ?? this.#kept.get(key);
    if (found !== undefined) this.#asked.set(key, found);
    return found;
  }

  keep(key: string, made: Value): Value {
    this.#asked.set(key, made);
    return made;
  }

  /** Another state begins: from here on it is counted what is asked for. */
  begin(): void {
    this.#kept = new Map([...this.#kept, ...this.#asked]);
    this.#asked = new Map();
  }

  /** The other state has asked for everything that it needs: the rest is forgotten. */
  settle(): void {
    this.#kept.clear();
  }
}
