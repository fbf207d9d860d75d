import type { Caller } from '../access/caller.ts';

/** Callers with open connections. Each account has one entry for all its connections, because permissions and customers may be large. */
export class ConnectedCallers {
  readonly #entries = new Map<number, { caller: Caller; connections: number }>();

  /** Registers a connection. */
  add(caller: Caller): void {
    const entry = this.#entries.get(caller.id);
    if (entry === undefined) this.#entries.set(caller.id, { caller, connections: 1 });
    else entry.connections += 1;
  }

  remove(account: number): void {
    const entry = this.#entries.get(account);
    if (entry === undefined) return;
    entry.connections -= 1;
    if (entry.connections === 0) this.#entries.delete(account);
  }

  get(account: number): Caller | undefined {
    return this.#entries.get(account)?.caller;
  }

  /** Replaces the permissions of a connected user. */
  update(caller: Caller): void {
    const entry = this.#entries.get(caller.id);
    if (entry !== undefined) entry.caller = caller;
  }
}
