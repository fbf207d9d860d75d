const MODULUS = 4_294_967_296;
/** A jump forward further than this is a restart of the exporter, not a loss. */
const BELIEVED = 100_000;
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

/** Follows the sequence numbers of 32 bits of one domain: NetFlow v9 counts datagrams, v5 and IPFIX count records. */
export class Sequence {
  lost = 0;
  repeated = 0;
  restarts = 0;
  #next: number | undefined;
  /** Numbers of the newest datagrams, a ring. */
  readonly #newest = new Float64Array(REMEMBERED).fill(-1);
  #place = 0;

  /** A datagram numbered `sequence` came in; the next one will be numbered `step` higher. */
  saw(sequence: number, step: number): void {
    const next = (sequence + step) % MODULUS;
    const expected = this.#next;
    if (expected === sequence || expected === undefined) this.#follow(sequence, next);
    else this.#surprise(sequence, { expected, next, step });
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

  #surprise(
    sequence: number,
    { expected, next, step }: { readonly expected: number; readonly next: number; readonly step: number },
  ): void {
    const ahead = (sequence - expected + MODULUS) % MODULUS;
    if (ahead < BELIEVED) {
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
