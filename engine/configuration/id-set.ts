const PAGE = 4_096;

/** Ids that come from one sequence: pages of plain flags grow by bits, where a Set of a million is made anew in one piece. */
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
