import type { Caller } from '../access/caller.ts';

/** Connections with the same rights: those of an account, or of a display token. */
export const rightsKeyOf = ({ id, token, display }: Pick<Caller, 'id' | 'token' | 'display'>): string =>
  display === undefined ? `account ${String(id)}` : `display ${String(token)}`;

/** Callers with open connections. Each has one entry for all its connections, because permissions and customers may be large. */
export class ConnectedCallers {
  readonly #entries = new Map<string, { caller: Caller; connections: number }>();

  /** Registers a connection. */
  add(caller: Caller): void {
    const key = rightsKeyOf(caller);
    const entry = this.#entries.get(key);
    if (entry === undefined) this.#entries.set(key, { caller, connections: 1 });
    else entry.connections += 1;
  }

  remove(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    entry.connections -= 1;
    if (entry.connections === 0) this.#entries.delete(key);
  }

  get(key: string): Caller | undefined {
    return this.#entries.get(key)?.caller;
  }

  /** Replaces the permissions of a connected caller. */
  update(caller: Caller): void {
    const entry = this.#entries.get(rightsKeyOf(caller));
    if (entry !== undefined) entry.caller = caller;
  }
}
