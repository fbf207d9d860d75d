/** Token bucket: bounds the work an exporter may cause. */
export class TokenBucket {
  readonly #burst: number;
  readonly #perMs: number;
  #tokens: number;
  #atMs = 0;

  constructor({ atOnce, perSecond }: { readonly atOnce: number; readonly perSecond: number }) {
    this.#burst = atOnce;
    this.#perMs = perSecond / 1000;
    this.#tokens = atOnce;
  }

  /** Takes `cost` tokens at `nowMs`. Returns false if there are not enough. */
  tryTake(cost: number, nowMs: number): boolean {
    const passedMs = Math.max(0, nowMs - this.#atMs);
    this.#atMs = nowMs;
    this.#tokens = Math.min(this.#burst, this.#tokens + passedMs * this.#perMs);
    if (this.#tokens < cost) return false;
    this.#tokens -= cost;
    return true;
  }
}
