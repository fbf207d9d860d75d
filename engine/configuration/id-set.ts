const PAGE = 4_096;

/**
 * A set of ids from one sequence: pages of flags grow gradually, where a Set of a million rehashes in one
 * piece.
 */
export class IdSet {
  readonly #pages = new Map<number, Uint8Array>();

  add(id: number): void {
    const number = Math.floor(id / PAGE);
    let page = this.#pages.get(number);
    if (page === undefined) {
      page = new Uint8Array(PAGE);
      this.#pages.set(number, page);
    }
    page[id % PAGE] = 1;
  }

  has(id: number): boolean {
    return this.#pages.get(Math.floor(id / PAGE))?.[id % PAGE] === 1;
  }
}
