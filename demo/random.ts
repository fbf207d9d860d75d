/** Deterministic randomness: the same seed and position give the same number, in any order of calls. */

const mix = (hash: number, word: number): number => {
  let mixed = Math.imul(hash ^ word, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
};

/** 32 random bits at a position under a seed (the finaliser of MurmurHash3, applied per word). */
export function bitsAt(seed: number, ...position: readonly number[]): number {
  let hash = mix(0x9e3779b9, seed);
  for (const word of position) hash = mix(hash + 0x6d2b79f5, word);
  return hash >>> 0;
}

/** A number in [0, 1). */
export const unitAt = (seed: number, ...position: readonly number[]): number =>
  bitsAt(seed, ...position) / 2 ** 32;

/** A sequential generator, for building things in order (Mulberry32). */
export interface RandomSequence {
  /** In [0, 1). */
  unit(): number;
  /** In [low, high). */
  between(low: number, high: number): number;
  /** Whole, in [low, high]. */
  integer(low: number, high: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  /** A name, drawn in proportion to its weight. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name;
}

export function randomSequence(seed: number): RandomSequence {
  let state = seed >>> 0;
  const unit = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number): number => low + unit() * (high - low);
  return {
    unit,
    between,
    integer: (low, high) => Math.floor(between(low, high + 1)),
    pick: (items) => items[Math.floor(unit() * items.length)] ?? items[0],
    weighted(weights) {
      const entries = Object.entries<number>(weights) as [keyof typeof weights, number][];
      let left = unit() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [name, weight] of entries) {
        left -= weight;
        if (left < 0) return name;
      }
      return entries[0]?.[0] as keyof typeof weights;
    },
  };
}
