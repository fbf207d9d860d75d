const MODULUS = 4_294_967_296;
/** A jump of datagrams further than this is a restart of the exporter, not a loss. */
const BELIEVED = 100_000;
/** The same for protocols that number records: a large exporter sends so many in a few seconds. */
const BELIEVED_RECORDS = 1_000_000;
/** Further than that only as far as the exporter may have come while nothing of it came in. */
const RATE_DOUBT = 2;
/** Its rate is of this long at least. */
const RATE_MS = 10_000;
/** Datagrams that may have been overtaken: their numbers are remembered, so that one that comes twice is told apart. */
const REMEMBERED = 64;
/** An exporter that starts anew counts from zero: a number so low behind a much higher one is no latecomer. */
const FIRST_NUMBERS = 1_000;

/** What an exporter's sequence numbers tell, since the last time. */
export interface SequenceCounts {
  /** Sent, and never came in. */
  readonly lost: number;
  /** Datagrams that came a second time. */
  readonly repeated: number;
  readonly restarts: number;
}

interface Surprise {
  readonly expected: number;
  readonly next: number;
  readonly step: number;
  /** Jumps forward below it are losses. */
  readonly believed: number;
}

/** Follows the sequence numbers of 32 bits of one domain: NetFlow v9 counts datagrams, v5 and IPFIX count records. */
export class Sequence {
  lost = 0;
  repeated = 0;
  restarts = 0;
  #next: number | undefined;
  /** Numbers of the newest datagrams, a ring. */
  readonly #newest = new Float64Array(REMEMBERED).fill(-1);
  #place = 0;
  #counted = 0;
  #countedFromMs = 0;
  #perMs = 0;
  #lastMs = 0;

  /**
   * A datagram numbered `sequence` came in; the next one will be numbered `step` higher. `atMs`, the time of reception, where the
   * protocol numbers records: how far a loss may reach follows from rate and silence.
   */
  saw(sequence: number, step: number, atMs?: number): void {
    const next = (sequence + step) % MODULUS;
    const expected = this.#next;
    if (expected === sequence || expected === undefined) this.#follow(sequence, next);
    else this.#surprise(sequence, { expected, next, step, believed: this.#believed(atMs) });
    if (atMs !== undefined) this.#count(step, atMs);
  }

  #believed(atMs: number | undefined): number {
    if (atMs === undefined) return BELIEVED;
    const silent = Math.max(0, atMs - this.#lastMs) * this.#perMs * RATE_DOUBT;
    return Math.min(Math.max(BELIEVED_RECORDS, silent), MODULUS / 2);
  }

  /** Follows the rate of records. */
  #count(step: number, atMs: number): void {
    this.#lastMs = atMs;
    const passedMs = atMs - this.#countedFromMs;
    if (passedMs >= RATE_MS || passedMs < 0) {
      // Silence says nothing of the rate.
      if (this.#counted > 0 && passedMs < 2 * RATE_MS) this.#perMs = this.#counted / passedMs;
      this.#counted = 0;
      this.#countedFromMs = atMs;
    }
    this.#counted += step;
  }

  /** What comes next cannot be known: the next datagram begins anew. */
  forget(): void {
    this.#next = undefined;
  }

  /** The counts since the last time. */
  take(): SequenceCounts {
    const { lost, repeated, restarts } = this;
    this.lost = 0;
    this.repeated = 0;
    this.restarts = 0;
    return { lost, repeated, restarts };
  }

  #follow(sequence: number, next: number): void {
    this.#next = next;
    this.#newest[this.#place] = sequence;
    this.#place = (this.#place + 1) % REMEMBERED;
  }

  #surprise(sequence: number, { expected, next, step, believed }: Surprise): void {
    const ahead = (sequence - expected + MODULUS) % MODULUS;
    if (ahead < believed) {
      this.lost += ahead;
      this.#follow(sequence, next);
      return;
    }
    // A datagram without data records has the number of the one behind it: no repetition of anything that counts.
    if (step > 0 && this.#newest.includes(sequence)) {
      this.repeated += 1;
      return;
    }
    const behind = MODULUS - ahead;
    if (behind < BELIEVED && !this.#isStart(sequence, behind)) {
      // Overtaken: it had been counted as lost.
      this.lost = Math.max(0, this.lost - step);
      this.#newest[this.#place] = sequence;
      this.#place = (this.#place + 1) % REMEMBERED;
      return;
    }
    this.restarts += 1;
    this.#newest.fill(-1);
    this.#follow(sequence, next);
  }

  /** A low number far behind what was expected: the exporter began anew. */
  #isStart(sequence: number, behind: number): boolean {
    return sequence < FIRST_NUMBERS && behind > FIRST_NUMBERS;
  }
}
