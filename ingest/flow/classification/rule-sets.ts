/** Sets of rules as bits, one set behind the other in one array: rule 0 is bit 0 of the first word of a set. */
export class RuleSets {
  /** Words of 32 rules in a set. */
  readonly words: number;
  bits: Uint32Array;
  readonly #rules: number;
  readonly #known = new Map<string, number>();
  #count = 0;

  constructor(rules: number) {
    this.#rules = rules;
    this.words = Math.ceil(rules / 32);
    this.bits = new Uint32Array(this.words * 16);
  }

  /** Offset of the set of rules that say nothing about a matter, or name what `rules` holds. Equal sets share their place. */
  place(rules: ReadonlySet<number>, silent: ReadonlySet<number>): number {
    const words = new Uint32Array(this.words);
    for (let rule = 0; rule < this.#rules; rule += 1)
      if (rules.has(rule) || silent.has(rule))
        words[rule >>> 5] = (words[rule >>> 5] ?? 0) | (1 << (rule & 31));
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
}
