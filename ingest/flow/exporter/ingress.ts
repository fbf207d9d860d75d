/** So long after its last ingress row an interface is taken to be watched at its input: idle lines must not forget it. */
const BELIEVED_MS = 60 * 60_000;
/** How often the memory is worth storing again, far below the time that it is believed. */
const KEEP_MS = 15 * 60_000;
/** Rows of an interface within so long tell nothing more, and need not be looked up. */
const RECENT_MS = 1_000;
/** Interfaces that are kept at hand; a power of two. */
const AT_HAND = 64;
/** More interfaces than a router has; a forged exporter names any. */
const MOST = 8_192;

/** In the place of an ifIndex, past all of them: of rows whose template does not name the interface that they came in by. */
export const UNNAMED_INPUT = 2 ** 32;

/**
 * At which interfaces an exporter reports what comes in, learned from its ingress rows. The egress row of a flow that came in
 * at one of them repeats what its ingress row said.
 */
export class Ingress {
  /** Something changed since it was stored. */
  dirty = false;
  readonly #seen = new Map<number, number>();
  #newestMs = Number.NEGATIVE_INFINITY;
  /** What was seen last of those at hand, by the end of their index. */
  readonly #indexes = new Float64Array(AT_HAND);
  readonly #times = new Float64Array(AT_HAND).fill(Number.NEGATIVE_INFINITY);
  #keptMs = Number.NEGATIVE_INFINITY;

  /** An ingress row of this ifIndex came in. */
  saw(index: number, atMs: number): void {
    const place = index % AT_HAND;
    const sinceMs = atMs - (this.#times[place] ?? 0);
    if (this.#indexes[place] === index && sinceMs >= 0 && sinceMs < RECENT_MS) return;
    this.#indexes[place] = index;
    this.#times[place] = atMs;
    this.#newestMs = atMs;
    const size = this.#seen.size;
    this.#seen.set(index, atMs);
    if (this.#seen.size === size && atMs - this.#keptMs < KEEP_MS) return;
    this.#keptMs = atMs;
    this.dirty = true;
    for (const oldest of this.#seen.keys()) {
      if (this.#seen.size <= MOST) break;
      this.#seen.delete(oldest);
    }
  }

  /**
   * An egress row that came in at this ifIndex repeats an ingress row. One of index 0 repeats none: the router itself sent what it
   * reports, and no interface took it in. Where ingress rows do not name their interface, the exporter is taken to report all of its
   * inputs; where egress rows do not, to report those that they came in by as soon as it reports any.
   */
  repeats(index: number, atMs: number): boolean {
    if (index === 0) return false;
    if (index === UNNAMED_INPUT) return atMs - this.#newestMs < BELIEVED_MS;
    return this.#isBelieved(index, atMs) || this.#isBelieved(UNNAMED_INPUT, atMs);
  }

  #isBelieved(index: number, atMs: number): boolean {
    const seenMs = this.#seen.get(index);
    return seenMs !== undefined && atMs - seenMs < BELIEVED_MS;
  }

  entries(): readonly (readonly [index: number, seenMs: number])[] {
    return [...this.#seen];
  }

  restore(entries: readonly (readonly [index: number, seenMs: number])[]): void {
    for (const [index, seenMs] of entries) {
      this.#seen.set(index, Math.max(seenMs, this.#seen.get(index) ?? 0));
      this.#newestMs = Math.max(this.#newestMs, seenMs);
    }
  }
}
