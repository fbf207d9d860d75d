import type { DiscoveryProgress } from '#schemas/discovery/run.ts';
import type { AddressResult } from './probe-address.ts';

/** Maximum refusing addresses listed. */
const MAX_LISTED_REFUSALS = 100;

/** Progress of a run. */
export class RunProgress {
  readonly #addresses: number;
  readonly #refusals: Record<string, number>;
  readonly #refused: { address: string; reason: string }[];
  #asked: number;
  #found: number;
  /** All addresses before this index are done. */
  next: number;

  constructor(addresses: number, before: DiscoveryProgress, next: number) {
    this.#addresses = addresses;
    this.#refusals = { ...before.refusals };
    this.#refused = [...before.refused];
    this.#found = before.found;
    // Addresses after the index are probed again.
    this.#asked = Math.min(before.asked, next);
    this.next = next;
  }

  record(address: string, asked: AddressResult): void {
    this.#asked += 1;
    if (asked.ok) {
      this.#found += 1;
      return;
    }
    const { reason } = asked;
    this.#refusals[reason] = (this.#refusals[reason] ?? 0) + 1;
    const isUnanswered = reason === 'timeout' || reason === 'unreachable';
    if (isUnanswered || this.#refused.length >= MAX_LISTED_REFUSALS) return;
    if (!this.#refused.some((one) => one.address === address)) this.#refused.push({ address, reason });
  }

  setFound(count: number): void {
    this.#found = count;
  }

  get refused(): ReadonlySet<string> {
    return new Set(this.#refused.map(({ address }) => address));
  }

  progress(): DiscoveryProgress {
    return {
      addresses: this.#addresses,
      asked: this.#asked,
      found: this.#found,
      refusals: { ...this.#refusals },
      refused: [...this.#refused],
    };
  }
}
