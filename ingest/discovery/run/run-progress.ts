import type { DiscoveryProgress } from '#schemas/discovery/run.ts';
import type { AddressResult } from './probe-address.ts';

/** Maximum refusing addresses listed. */
const MAX_LISTED_REJECTIONS = 100;

/** Progress of a run. */
export class RunProgress {
  readonly #addresses: number;
  readonly #rejections: Record<string, number>;
  readonly #rejected: { address: string; reason: string }[];
  #queried: number;
  #found: number;
  /** All addresses before this index are done. */
  next: number;

  constructor(addresses: number, before: DiscoveryProgress, next: number) {
    this.#addresses = addresses;
    this.#rejections = { ...before.rejections };
    this.#rejected = [...before.rejected];
    this.#found = before.found;
    // Addresses after the index are probed again.
    this.#queried = Math.min(before.queried, next);
    this.next = next;
  }

  record(address: string, requested: AddressResult): void {
    this.#queried += 1;
    if (requested.ok) {
      this.#found += 1;
      return;
    }
    const { reason } = requested;
    this.#rejections[reason] = (this.#rejections[reason] ?? 0) + 1;
    const isUnanswered = reason === 'timeout' || reason === 'unreachable';
    if (isUnanswered || this.#rejected.length >= MAX_LISTED_REJECTIONS) return;
    if (!this.#rejected.some((one) => one.address === address)) this.#rejected.push({ address, reason });
  }

  setFound(count: number): void {
    this.#found = count;
  }

  progress(): DiscoveryProgress {
    return {
      addresses: this.#addresses,
      queried: this.#queried,
      found: this.#found,
      rejections: { ...this.#rejections },
      rejected: [...this.#rejected],
    };
  }
}
