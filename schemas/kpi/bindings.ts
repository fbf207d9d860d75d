/** Adds a value to the parameters of a statement and returns its place in the SQL. */
export type Bind = (name: string, type: string, value: unknown) => string;

/** Parameters of a statement: parts of it that bind the same value share one. */
export class Bindings {
  readonly params: Record<string, unknown> = {};
  readonly #texts = new Map<string, string>();

  readonly bind: Bind = (name, type, value) => {
    const text = JSON.stringify(value);
    for (let number = 1; ; number += 1) {
      const own = number === 1 ? name : `${name}_${String(number)}`;
      const known = this.#texts.get(own);
      if (known !== undefined && known !== text) continue;
      this.#texts.set(own, text);
      this.params[own] = value;
      return `{${own}:${type}}`;
    }
  };
}
