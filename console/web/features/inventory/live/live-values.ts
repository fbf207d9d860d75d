/** Newest values of elements. `undefined`: not known yet. */
export type LiveFigures = readonly (number | null)[] | undefined;

interface LiveNeeds {
  /** Reads the values of elements; those without any are left out. */
  readonly read: (ids: readonly number[]) => Promise<ReadonlyMap<number, LiveFigures>>;
  /** Runs once after rows have come into view. */
  readonly defer: (run: () => void) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Elements of a call. */
const MAX_IDS = 200;
/** Values are read again after this time, while they are shown. */
const FRESH_MS = 60_000;

interface Known {
  readonly at: number;
  readonly values: LiveFigures;
}

/** Values of the rows that are in view, read together: a list of 100,000 rows requests a screen of them. */
export class LiveValues {
  readonly #needs: LiveNeeds;
  readonly #shown = new Map<number, number>();
  readonly #known = new Map<number, Known>();
  readonly #listeners = new Set<() => void>();
  readonly #requested = new Set<number>();
  #isPlanned = false;
  #minute: number | undefined;

  constructor(needs: LiveNeeds) {
    this.#needs = needs;
  }

  valuesOf(id: number): LiveFigures {
    return this.#known.get(id)?.values;
  }

  /** Shows the row of an element, until it is released. */
  show(id: number, listener: () => void): () => void {
    this.#listeners.add(listener);
    this.#shown.set(id, (this.#shown.get(id) ?? 0) + 1);
    this.refresh();
    return () => {
      this.#listeners.delete(listener);
      const left = (this.#shown.get(id) ?? 1) - 1;
      if (left === 0) this.#shown.delete(id);
      else this.#shown.set(id, left);
    };
  }

  /** Reads what is shown and not fresh. */
  refresh(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    this.#needs.defer(() => {
      this.#isPlanned = false;
      void this.#read();
    });
  }

  /** Reads again what is shown, once in each minute. */
  tick(minute: number): void {
    if (minute === this.#minute) return;
    this.#minute = minute;
    this.refresh();
  }

  #due(): readonly number[] {
    const oldest = this.#needs.now() - FRESH_MS;
    return [...this.#shown.keys()].filter(
      (id) => !this.#requested.has(id) && (this.#known.get(id)?.at ?? Number.NEGATIVE_INFINITY) <= oldest,
    );
  }

  async #read(): Promise<void> {
    const ids = this.#due().slice(0, MAX_IDS);
    if (ids.length === 0) return;
    for (const id of ids) this.#requested.add(id);
    // A list without these values is a list: the columns stay empty, and are read with the next rows or minute.
    const found = await this.#needs.read(ids).catch(() => undefined);
    for (const id of ids) this.#requested.delete(id);
    if (found !== undefined) this.#take(ids, found);
  }

  #take(ids: readonly number[], found: ReadonlyMap<number, LiveFigures>): void {
    const at = this.#needs.now();
    for (const id of ids) this.#known.set(id, { at, values: found.get(id) ?? [] });
    for (const listener of this.#listeners) listener();
    if (this.#due().length > 0) this.refresh();
  }
}
