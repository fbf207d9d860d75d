import { Pace } from './pace.ts';

/** All names of an exporter together: several times what the largest router sends, about 16 MiB of the longest ones. */
const MOST_HELD = 65_536;
/** A table of applications, attributes and interfaces at once, and a device that names things anew afterwards. */
const PACE = { atOnce: 32_768, perSecond: 1_024 };

/** What the tables of names of one exporter may hold together, and how fast they may change. */
export class NameBudget {
  readonly #nowMs: () => number;
  readonly #pace = new Pace(PACE);
  #held = 0;

  constructor(nowMs: () => number = () => 0) {
    this.#nowMs = nowMs;
  }

  /** So many names may change now. */
  mayChange(names = 1): boolean {
    return this.#pace.take(names, this.#nowMs());
  }

  /** Room for so many more names; false when there is none. */
  hold(names = 1): boolean {
    if (this.#held + names > MOST_HELD) return false;
    this.#held += names;
    return true;
  }

  giveBack(names = 1): void {
    this.#held -= names;
  }
}
