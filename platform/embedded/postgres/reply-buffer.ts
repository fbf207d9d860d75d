/** Pieces of a reply up to this size are sent together. */
const BYTES = 65_536;

/**
 * Joins the pieces of a reply. PGlite returns each protocol message on its own, and a write to a socket takes longer than most
 * messages: a fifth of the CPU time of a busy session.
 */
export class ReplyBuffer {
  readonly #bytes = new Uint8Array(BYTES);
  #used = 0;

  /** Copies a piece; sends what is full. */
  add(piece: Uint8Array, send: (data: Uint8Array) => void): void {
    if (this.#used + piece.length > BYTES) this.flush(send);
    if (piece.length > BYTES) send(piece);
    else {
      this.#bytes.set(piece, this.#used);
      this.#used += piece.length;
    }
  }

  /** Sends what waits. */
  flush(send: (data: Uint8Array) => void): void {
    if (this.#used === 0) return;
    send(this.#bytes.subarray(0, this.#used));
    this.#used = 0;
  }
}
