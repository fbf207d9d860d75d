/** What is shown of a secret. */
const MASK = '•••';

/** A value that no event tells: only whether there is one, and that it became another. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  equals(other: unknown): boolean {
    return other instanceof Secret && other.#value === this.#value;
  }

  /** The empty secret is none. */
  toJSON(): string | null {
    return this.#value === '' ? null : MASK;
  }
}
