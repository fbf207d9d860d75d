/** Shown in place of a secret. */
const MASK = '•••';

/** A value that is never recorded: events show only whether it is set and that it changed. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  equals(other: unknown): boolean {
    return other instanceof Secret && other.#value === this.#value;
  }

  /** An empty secret is null. */
  toJSON(): string | null {
    return this.#value === '' ? null : MASK;
  }
}
