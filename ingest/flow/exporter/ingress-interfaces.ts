/**
 * How long after its last ingress row an interface counts as monitored at its input: an idle line must not lose the
 * state.
 */
const TRUSTED_MS = 60 * 60_000;
/** Save interval, far below the trust time. */
const SAVE_INTERVAL_MS = 15 * 60_000;
/** Rows of an interface within this time need no update. */
const RECENT_MS = 1_000;
/** Direct-mapped cache in front of the map. A power of two. */
const CACHE_SLOTS = 64;
/** More than any router has. A forged exporter can name any. */
const MAX_INTERFACES = 8_192;

const NO_INTERFACE = -1;

/** Pseudo ifIndex beyond all real ones, for rows whose template does not carry the input interface. */
export const UNNAMED_INPUT = 2 ** 32;

/**
 * Interfaces at which an exporter reports ingress traffic, learned from its ingress rows. An egress row of a flow that
 * entered at one of them is a duplicate of the ingress row.
 */
export class IngressInterfaces {
  /** Changed since the last save. */
  dirty = false;
  readonly #seen = new Map<number, number>();
  /** The named interfaces with the two newest ingress rows, for `hasOther`. */
  #newest = NO_INTERFACE;
  #newestMs = Number.NEGATIVE_INFINITY;
  #secondMs = Number.NEGATIVE_INFINITY;
  /** Cached last-seen times by the low bits of the ifIndex. */
  readonly #cachedIndexes = new Float64Array(CACHE_SLOTS);
  readonly #cachedTimes = new Float64Array(CACHE_SLOTS).fill(Number.NEGATIVE_INFINITY);
  #savedMs = Number.NEGATIVE_INFINITY;

  /** Records an ingress row of this ifIndex. */
  observe(index: number, atMs: number): void {
    const slot = index % CACHE_SLOTS;
    const sinceMs = atMs - (this.#cachedTimes[slot] ?? 0);
    if (this.#cachedIndexes[slot] === index && sinceMs >= 0 && sinceMs < RECENT_MS) return;
    this.#cachedIndexes[slot] = index;
    this.#cachedTimes[slot] = atMs;
    this.#rank(index, atMs);
    const size = this.#seen.size;
    this.#seen.set(index, atMs);
    if (this.#seen.size === size && atMs - this.#savedMs < SAVE_INTERVAL_MS) return;
    this.#savedMs = atMs;
    this.dirty = true;
    for (const oldest of this.#seen.keys()) {
      if (this.#seen.size <= MAX_INTERFACES) break;
      this.#seen.delete(oldest);
    }
  }

  /**
   * Whether an egress row with this input ifIndex duplicates an ingress row. Index 0 never does: the router originated
   * the packets itself. If ingress rows carry no interface, the exporter is assumed to monitor all inputs.
   */
  isDuplicate(index: number, atMs: number): boolean {
    if (index === 0) return false;
    return this.#isMonitored(index, atMs) || this.#isMonitored(UNNAMED_INPUT, atMs);
  }

  /**
   * Whether an egress row without input interface could repeat an ingress row: one of another interface than its output.
   * A flow does not leave where it entered, so that a single monitored interface repeats nothing. Ingress rows without
   * an interface prove nothing: a wireless controller sends both directions of its clients so.
   */
  hasOther(output: number, atMs: number): boolean {
    const otherMs = this.#newest === output || output === 0 ? this.#secondMs : this.#newestMs;
    return atMs - otherMs < TRUSTED_MS;
  }

  /** Keeps the times of the newest interface and of the newest other one. */
  #rank(index: number, atMs: number): void {
    if (index === UNNAMED_INPUT || index === 0) return;
    if (index === this.#newest) this.#newestMs = Math.max(this.#newestMs, atMs);
    else if (atMs < this.#newestMs) this.#secondMs = Math.max(this.#secondMs, atMs);
    else {
      this.#secondMs = this.#newestMs;
      this.#newest = index;
      this.#newestMs = atMs;
    }
  }

  /** Interfaces may have other indexes from now on. */
  clear(): void {
    this.#seen.clear();
    this.#cachedTimes.fill(Number.NEGATIVE_INFINITY);
    this.#newest = NO_INTERFACE;
    this.#newestMs = Number.NEGATIVE_INFINITY;
    this.#secondMs = Number.NEGATIVE_INFINITY;
    this.dirty = true;
  }

  #isMonitored(index: number, atMs: number): boolean {
    const seenMs = this.#seen.get(index);
    return seenMs !== undefined && atMs - seenMs < TRUSTED_MS;
  }

  entries(): readonly (readonly [index: number, seenMs: number])[] {
    return [...this.#seen];
  }

  restore(entries: readonly (readonly [index: number, seenMs: number])[]): void {
    for (const [index, seenMs] of entries) {
      this.#seen.set(index, Math.max(seenMs, this.#seen.get(index) ?? 0));
      this.#rank(index, seenMs);
    }
  }
}
