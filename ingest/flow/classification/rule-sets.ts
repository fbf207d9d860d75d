/** Rule sets as bitmaps, stored consecutively in one array. Rule 0 is bit 0 of the first word of a set. */
export class RuleSets {
  /** Number of 32-bit words per set. */
  readonly words: number;
  bits: Uint32Array;
  readonly #known = new Map<string, number>();
  /** Bits of the unconstrained rules: one set per attribute, reused for each of its values. */
  readonly #unconstrained = new WeakMap<ReadonlySet<number>, Uint32Array>();
  #count = 0;

  constructor(rules: number) {
    this.words = Math.ceil(rules / 32);
    this.bits = new Uint32Array(this.words * 16);
  }

  /** Returns the offset of the set with these rules plus the unconstrained ones. Equal sets share an offset. */
  offsetOf(rules: ReadonlySet<number>, unconstrained: ReadonlySet<number>): number {
    const words = this.#bitsOf(rules, this.#unconstrainedBits(unconstrained).slice());
    const key = words.join(' ');
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const at = this.#count * this.words;
    if (at + this.words > this.bits.length) {
      const larger = new Uint32Array(this.bits.length * 2);
      larger.set(this.bits);
      this.bits = larger;
    }
    this.bits.set(words, at);
    this.#known.set(key, at);
    this.#count += 1;
    return at;
  }

  #unconstrainedBits(unconstrained: ReadonlySet<number>): Uint32Array {
    const known = this.#unconstrained.get(unconstrained);
    if (known !== undefined) return known;
    const made = this.#bitsOf(unconstrained, new Uint32Array(this.words));
    this.#unconstrained.set(unconstrained, made);
    return made;
  }

  #bitsOf(rules: ReadonlySet<number>, words: Uint32Array): Uint32Array {
    for (const rule of rules) words[rule >>> 5] = (words[rule >>> 5] ?? 0) | (1 << (rule & 31));
    return words;
  }
}
