/** Values by name up to a limit of bytes: those that were not used for longest leave first. */
export class RecentMap<Value extends { readonly bytes: number }> {
  readonly #entries = new Map<string, Value>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(name: string): Value | undefined {
    const value = this.#entries.get(name);
    if (value === undefined) return undefined;
    this.#entries.delete(name);
    this.#entries.set(name, value);
    return value;
  }

  /** What is larger than a quarter of all is not retained: it would drive out everything else. */
  set(name: string, value: Value): void {
    this.delete(name);
    if (value.bytes > this.#maxBytes / 4) return;
    this.#entries.set(name, value);
    this.#bytes += value.bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.delete(oldest);
    }
  }

  delete(name: string): void {
    this.#bytes -= this.#entries.get(name)?.bytes ?? 0;
    this.#entries.delete(name);
  }
}
