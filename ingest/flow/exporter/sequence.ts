const MODULUS = 4_294_967_296;
/** A jump further than this is a restart of the exporter, not a loss. */
const BELIEVED = 100_000;

/** Counts what an exporter sent and never came in, by its sequence numbers of 32 bits. */
export class Sequence {
  lost = 0;
  #next: number | undefined;

  /** A datagram numbered `sequence` came in; the next one will be numbered `step` higher. */
  saw(sequence: number, step: number): void {
    const next = (sequence + step) % MODULUS;
    const expected = this.#next;
    if (expected === undefined) {
      this.#next = next;
      return;
    }
    const gap = (sequence - expected + MODULUS) % MODULUS;
    if (gap < BELIEVED) {
      this.lost += gap;
      this.#next = next;
      return;
    }
    const late = MODULUS - gap;
    // A datagram that was overtaken: it had been counted as lost.
    if (late < BELIEVED) this.lost = Math.max(0, this.lost - step);
    else this.#next = next;
  }

  /** What comes next cannot be known: the next datagram begins anew. */
  forget(): void {
    this.#next = undefined;
  }
}
