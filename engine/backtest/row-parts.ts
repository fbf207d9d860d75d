/** Reads fixed-width rows from a body that arrives in parts: a part may end within a row. */
export class RowParts {
  readonly #width: number;
  #remaining: Uint8Array = new Uint8Array();

  constructor(width: number) {
    this.#width = width;
  }

  read(part: Uint8Array, visit: (view: DataView, row: number) => void): void {
    const bytes = this.#remaining.length === 0 ? part : Buffer.concat([this.#remaining, part]);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const endOfRows = bytes.length - (bytes.length % this.#width);
    for (let row = 0; row < endOfRows; row += this.#width) visit(view, row);
    this.#remaining = bytes.slice(endOfRows);
  }

  /** Throws a RangeError if the body ended within a row. */
  end(): void {
    if (this.#remaining.length > 0) throw new RangeError('response ends within a row');
  }
}
