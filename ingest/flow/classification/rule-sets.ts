/** Sets of rules as bits, one set behind the other in one array: rule 0 is bit 0 of the first word of a set. */
export class RuleSets {
  /** Words of 32 rules in a set. */
  readonly words: number;
  bits: Uint32Array;
  readonly #known = new Map<string, number>();
  /** Bits of the sets of silent rules: a kind has one, and asks with it for each of its values. */
  readonly #silent = new WeakMap<ReadonlySet<number>, Uint32Array>();
  #count = 0;

  constructor(rules: number) {
    this.words = Math.ceil(rules / 32);
    this.bits = new Uint32Array(this.words * 16);
  }

  /** Offset of the set of rules that say nothing about a matter, or name what `rules` holds. Equal sets share their place. */
  place(rules: ReadonlySet<number>, silent: ReadonlySet<number>): number {
    const words = this.#bitsOf(rules, this.#silentBits(silent).slice());
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

  #silentBits(silent: ReadonlySet<number>): Uint32Array {
    const known = this.#silent.get(silent);
    if (known !== undefined) return known;
    const made = this.#bitsOf(silent, new Uint32Array(this.words));
    this.#silent.set(silent, made);
    return made;
  }

  #bitsOf(rules: ReadonlySet<number>, words: Uint32Array): Uint32Array {
    for (const rule of rules) words[rule >>> 5] = (words[rule >>> 5] ?? 0) | (1 << (rule & 31));
    return words;
  }
}
