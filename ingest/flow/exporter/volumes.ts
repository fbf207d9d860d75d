import {
  FLOWS_NOT_ANNOUNCED,
  FLOWS_OTHER_RATES,
  FLOWS_UNKNOWN_SAMPLER,
} from '#schemas/collector/sampling.ts';

/** Reported rates per domain. A forged exporter can send any. */
const MAX_RATES = 32;
const BY_ANOTHER_SITE = 1;

/** Bytes of rows, multiplied by their sampling rate. */
export interface VolumeCounts {
  readonly bytes: number;
  /** Counted in no sum: another row of the site reports the traffic. */
  readonly duplicateBytes: number;
  /** Counted in the sums of its site only. */
  readonly otherSiteBytes: number;
  readonly quarantined: number;
  readonly quarantinedBytes: number;
  /** By sampling rate as text. */
  readonly byRate: ReadonlyMap<string, number>;
}

/** Places of the sums. A typed array: a number in a field would be allocated for every row. */
const SUM = {
  bytes: 0,
  otherSite: 1,
  duplicate: 2,
  quarantined: 3,
  quarantinedBytes: 4,
  unannounced: 5,
  rate: 6,
};
const SUMS = 7;

/** Adds up the bytes of a domain until they are reported. */
export class Volumes {
  readonly #sums = new Float64Array(SUMS);
  readonly #byRate = new Map<number, number>();
  /** Rate of `SUM.rate`: consecutive rows mostly have the same. */
  #rate = 1;

  /** Adds rows of one rate (`flows.sampling`) and one mark (`flows.duplicate`). */
  add(bytes: number, rate: number, mark = 0): void {
    const sums = this.#sums;
    sums[SUM.bytes] = (sums[SUM.bytes] ?? 0) + bytes;
    if (mark !== 0) this.addDuplicate(bytes, mark);
    if (rate !== this.#rate) this.#changeRate(rate);
    sums[SUM.rate] = (sums[SUM.rate] ?? 0) + bytes;
  }

  /** Adds bytes only to those of the mark. */
  addDuplicate(bytes: number, mark: number): void {
    const sums = this.#sums;
    const at = mark === BY_ANOTHER_SITE ? SUM.otherSite : SUM.duplicate;
    sums[at] = (sums[at] ?? 0) + bytes;
  }

  quarantine(bytes: number): void {
    this.#grow(SUM.quarantined, 1);
    this.#grow(SUM.quarantinedBytes, bytes);
  }

  /** Bytes added since the last call had the rate 1 because no sampling was announced. */
  endUnannounced(): void {
    if (this.#rate !== 1) return;
    this.#grow(SUM.unannounced, this.#take(SUM.rate));
  }

  /** Bytes added since the last call have the rates of their rows. */
  endAnnounced(): void {
    this.#changeRate(this.#rate);
  }

  /** Returns and resets the counts. */
  drain(): VolumeCounts {
    this.endAnnounced();
    const byRate = new Map([...this.#byRate].map(([rate, bytes]) => [rateName(rate), bytes] as const));
    const unannounced = this.#take(SUM.unannounced);
    if (unannounced > 0) byRate.set(FLOWS_NOT_ANNOUNCED, unannounced);
    this.#byRate.clear();
    return {
      bytes: this.#take(SUM.bytes),
      duplicateBytes: this.#take(SUM.duplicate),
      otherSiteBytes: this.#take(SUM.otherSite),
      quarantined: this.#take(SUM.quarantined),
      quarantinedBytes: this.#take(SUM.quarantinedBytes),
      byRate,
    };
  }

  #grow(at: number, by: number): void {
    this.#sums[at] = (this.#sums[at] ?? 0) + by;
  }

  #take(at: number): number {
    const sum = this.#sums[at] ?? 0;
    this.#sums[at] = 0;
    return sum;
  }

  #changeRate(rate: number): void {
    const bytes = this.#take(SUM.rate);
    if (bytes > 0) {
      const known = this.#byRate.has(this.#rate) || this.#byRate.size < MAX_RATES;
      const key = known ? this.#rate : Number.POSITIVE_INFINITY;
      this.#byRate.set(key, (this.#byRate.get(key) ?? 0) + bytes);
    }
    this.#rate = rate;
  }
}

function rateName(rate: number): string {
  if (rate === 0) return FLOWS_UNKNOWN_SAMPLER;
  return Number.isFinite(rate) ? String(rate) : FLOWS_OTHER_RATES;
}
