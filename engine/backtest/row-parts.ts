/** Reads fixed-width rows from a body that arrives in parts: a part may end within a row. */
export class RowParts {
  readonly #width: number;
  #rest: Uint8Array = new Uint8Array();

  constructor(width: number) {
    this.#width = width;
  }

  read(part: Uint8Array, visit: (view: DataView, row: number) => void): void {
    const bytes = this.#rest.length === 0 ? part : Buffer.concat([this.#rest, part]);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const whole = bytes.length - (bytes.length % this.#width);
    for (let row = 0; row < whole; row += this.#width) visit(view, row);
    this.#rest = bytes.slice(whole);
  }

  /** Throws a RangeError if the body ended within a row. */
  end(): void {
    if (this.#rest.length > 0) throw new RangeError('response ends within a row');
  }
}
