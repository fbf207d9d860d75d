const MODULUS = 4_294_967_296;
/** A larger gap of datagrams is a restart of the exporter, not a loss. */
const MAX_DATAGRAM_GAP = 100_000;
/** The same for protocols that number records: a large exporter sends this many in a few seconds. */
const MAX_RECORD_GAP = 1_000_000;
/** A larger gap must be plausible by rate and idle time, with this tolerance. */
const RATE_TOLERANCE = 2;
/** Minimum window of the rate measurement. */
const RATE_WINDOW_MS = 10_000;
/** Recent sequence numbers that are remembered to distinguish duplicates from reordered datagrams. */
const RECENT_DATAGRAMS = 64;
/**
 * A restarted exporter counts from zero: a number this low far behind the expected one is a restart, not reordering.
 */
const MAX_RESTART_NUMBER = 1_000;

/** Counters since the last call. */
export interface SequenceCounts {
  /** Sent but not received. */
  readonly lost: number;
  /** Duplicate datagrams. */
  readonly duplicates: number;
  readonly restarts: number;
}

interface Gap {
  readonly expected: number;
  readonly next: number;
  readonly step: number;
  /** Larger forward gaps are restarts. */
  readonly maxGap: number;
}

/** Tracks the 32-bit sequence numbers of one domain: NetFlow v9 numbers datagrams, v5 and IPFIX number records. */
export class Sequence {
  lost = 0;
  duplicates = 0;
  restarts = 0;
  #next: number | undefined;
  /** Ring of recent sequence numbers. */
  readonly #recent = new Float64Array(RECENT_DATAGRAMS).fill(-1);
  #place = 0;
  #counted = 0;
  #countedFromMs = 0;
  #perMs = 0;
  #lastMs = 0;

  /**
   * Records a datagram with this sequence number; the next one is expected `step` higher. `atMs`, the time of
   * reception, is set for protocols that number records: rate and idle time bound a plausible loss.
   */
  record(sequence: number, step: number, atMs?: number): void {
    const next = (sequence + step) % MODULUS;
    const expected = this.#next;
    if (expected === sequence || expected === undefined) this.#advance(sequence, next);
    else this.#handleGap(sequence, { expected, next, step, maxGap: this.#maxGap(atMs) });
    if (atMs !== undefined) this.#measureRate(step, atMs);
  }

  #maxGap(atMs: number | undefined): number {
    if (atMs === undefined) return MAX_DATAGRAM_GAP;
    const idleRecords = Math.max(0, atMs - this.#lastMs) * this.#perMs * RATE_TOLERANCE;
    return Math.min(Math.max(MAX_RECORD_GAP, idleRecords), MODULUS / 2);
  }

  /** Measures the rate of records. */
  #measureRate(step: number, atMs: number): void {
    this.#lastMs = atMs;
    const passedMs = atMs - this.#countedFromMs;
    if (passedMs >= RATE_WINDOW_MS || passedMs < 0) {
      // Idle time does not count towards the rate.
      if (this.#counted > 0 && passedMs < 2 * RATE_WINDOW_MS) this.#perMs = this.#counted / passedMs;
      this.#counted = 0;
      this.#countedFromMs = atMs;
    }
    this.#counted += step;
  }

  /** The next sequence number is unknown: the next datagram starts over. */
  reset(): void {
    this.#next = undefined;
  }

  /** The exporter has restarted by its header: the next datagram starts over. */
  restart(): void {
    this.restarts += 1;
    this.#recent.fill(-1);
    this.reset();
  }

  /** Returns and resets the counters. */
  drain(): SequenceCounts {
    const { lost, duplicates, restarts } = this;
    this.lost = 0;
    this.duplicates = 0;
    this.restarts = 0;
    return { lost, duplicates, restarts };
  }

  #advance(sequence: number, next: number): void {
    this.#next = next;
    this.#recent[this.#place] = sequence;
    this.#place = (this.#place + 1) % RECENT_DATAGRAMS;
  }

  #handleGap(sequence: number, { expected, next, step, maxGap }: Gap): void {
    const ahead = (sequence - expected + MODULUS) % MODULUS;
    if (ahead < maxGap) {
      this.lost += ahead;
      this.#advance(sequence, next);
      return;
    }
    // A datagram without data records shares its number with the next one and is no duplicate.
    if (step > 0 && this.#recent.includes(sequence)) {
      this.duplicates += 1;
      return;
    }
    const behind = MODULUS - ahead;
    if (behind < MAX_DATAGRAM_GAP && !this.#isRestart(sequence, behind)) {
      // Reordered: it was counted as lost.
      this.lost = Math.max(0, this.lost - step);
      this.#recent[this.#place] = sequence;
      this.#place = (this.#place + 1) % RECENT_DATAGRAMS;
      return;
    }
    this.restarts += 1;
    this.#recent.fill(-1);
    this.#advance(sequence, next);
  }

  /** A low number far behind the expected one: the exporter restarted. */
  #isRestart(sequence: number, behind: number): boolean {
    return sequence < MAX_RESTART_NUMBER && behind > MAX_RESTART_NUMBER;
  }
}
