import type { Caller } from '../access/caller.ts';

/** Who is connected: one entry per account however many connections it has, since rights and customers may be many. */
export class ConnectedCallers {
  readonly #entries = new Map<number, { caller: Caller; connections: number }>();

  /** A connection of this user begins. */
  enter(caller: Caller): void {
    const entry = this.#entries.get(caller.id);
    if (entry === undefined) this.#entries.set(caller.id, { caller, connections: 1 });
    else entry.connections += 1;
  }

  leave(account: number): void {
    const entry = this.#entries.get(account);
    if (entry === undefined) return;
    entry.connections -= 1;
    if (entry.connections === 0) this.#entries.delete(account);
  }

  get(account: number): Caller | undefined {
    return this.#entries.get(account)?.caller;
  }

  /** What he may do now. */
  renew(caller: Caller): void {
    const entry = this.#entries.get(caller.id);
    if (entry !== undefined) entry.caller = caller;
  }
}
