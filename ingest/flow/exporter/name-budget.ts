import { TokenBucket } from './token-bucket.ts';

/** Several times what the largest router sends; about 16 MiB of the longest names. */
const MAX_NAMES = 65_536;
/** The burst covers full tables of applications, attributes and interfaces; the rate covers later renaming. */
const CHANGE_LIMIT = { atOnce: 32_768, perSecond: 1_024 };

/** Bounds the names an exporter may hold across its tables, and how fast they may change. */
export class NameBudget {
  readonly #nowMs: () => number;
  readonly #limiter = new TokenBucket(CHANGE_LIMIT);
  #held = 0;

  constructor(nowMs: () => number = () => 0) {
    this.#nowMs = nowMs;
  }

  /** Time of the newest datagram, milliseconds since 1970. */
  get nowMs(): number {
    return this.#nowMs();
  }

  /** Whether this many names may change now. */
  tryChange(names = 1): boolean {
    return this.#limiter.tryTake(names, this.#nowMs());
  }

  /** Reserves room for more names. Returns false if there is none. */
  reserve(names = 1): boolean {
    if (this.#held + names > MAX_NAMES) return false;
    this.#held += names;
    return true;
  }

  release(names = 1): void {
    this.#held -= names;
  }
}
