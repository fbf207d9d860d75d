/** So much at once, and so much more with each second: what an exporter may make this process do. */
export class Pace {
  readonly #most: number;
  readonly #perMs: number;
  #left: number;
  #atMs = 0;

  constructor({ atOnce, perSecond }: { readonly atOnce: number; readonly perSecond: number }) {
    this.#most = atOnce;
    this.#perMs = perSecond / 1000;
    this.#left = atOnce;
  }

  /** Takes `cost` at `nowMs`; false when so much is not left. */
  take(cost: number, nowMs: number): boolean {
    const passedMs = Math.max(0, nowMs - this.#atMs);
    this.#atMs = nowMs;
    this.#left = Math.min(this.#most, this.#left + passedMs * this.#perMs);
    if (this.#left < cost) return false;
    this.#left -= cost;
    return true;
  }
}
