import type { DiscoveryProgress } from '#schemas/discovery/run.ts';
import type { Asked } from './ask-address.ts';

/** Refusing addresses that are listed. */
const MOST_REFUSED = 100;

/** How far a run is. */
export class ProgressKeeper {
  readonly #addresses: number;
  readonly #refusals: Record<string, number>;
  readonly #refused: { address: string; reason: string }[];
  #asked: number;
  #found: number;
  /** Addresses before this place are done with. */
  next: number;

  constructor(addresses: number, before: DiscoveryProgress, next: number) {
    this.#addresses = addresses;
    this.#refusals = { ...before.refusals };
    this.#refused = [...before.refused];
    this.#found = before.found;
    // Those beyond the place are asked again.
    this.#asked = Math.min(before.asked, next);
    this.next = next;
  }

  note(address: string, asked: Asked): void {
    this.#asked += 1;
    if (asked.ok) {
      this.#found += 1;
      return;
    }
    const { reason } = asked;
    this.#refusals[reason] = (this.#refusals[reason] ?? 0) + 1;
    const isSilence = reason === 'timeout' || reason === 'unreachable';
    if (isSilence || this.#refused.length >= MOST_REFUSED) return;
    if (!this.#refused.some((one) => one.address === address)) this.#refused.push({ address, reason });
  }

  foundExactly(count: number): void {
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
