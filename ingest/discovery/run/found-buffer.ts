import type { FoundDevice } from '#schemas/discovery/found.ts';

/**
 * Stores found devices in few statements: those that arrive during a statement go into the next one. However slow the store is, a run
 * uses one connection for them.
 */
export class FoundBuffer {
  readonly #save: (found: readonly FoundDevice[]) => Promise<void>;
  #waiting: FoundDevice[] = [];
  /** The statement under way; never rejects. */
  #current: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(save: (found: readonly FoundDevice[]) => Promise<void>) {
    this.#save = save;
  }

  /** Resolves when the device is stored. Rejects when its statement fails. */
  add(found: FoundDevice): Promise<void> {
    this.#waiting.push(found);
    this.#next ??= this.#current.then(() => this.#flush());
    return this.#next;
  }

  #flush(): Promise<void> {
    const saving = this.#save(this.#waiting);
    this.#waiting = [];
    this.#next = undefined;
    this.#current = saving.catch(() => undefined);
    return saving;
  }
}
