import type { Room } from '#schemas/socket/live.ts';
import type { Audience } from '../access/audience.ts';
import type { LiveServer } from './live-server.ts';
import { roomOf } from './room-name.ts';

const keyOf = ({ topic, customer }: Room): string => `${topic}:${String(customer)}`;
const nobody: ReadonlySet<Audience> = new Set();

/** Which audiences somebody listens in, by room of the protocol: a form that nobody hears is not made. The restricted get none. */
export class OccupiedRooms {
  readonly #audiences = new Map<string, Set<Audience>>();

  constructor({ sockets: { adapter } }: LiveServer) {
    // Said by every adapter of Socket.IO: https://socket.io/docs/v4/rooms/#room-events
    adapter.on('create-room', (name: string) => this.#begin(name));
    adapter.on('delete-room', (name: string) => this.#end(name));
  }

  audiencesIn(room: Room): ReadonlySet<Audience> {
    return this.#audiences.get(keyOf(room)) ?? nobody;
  }

  #begin(name: string): void {
    const named = roomOf(name);
    if (named === undefined || named.form === 'restricted') return;
    const key = keyOf(named.room);
    const known = this.#audiences.get(key);
    if (known === undefined) this.#audiences.set(key, new Set([named.form]));
    else known.add(named.form);
  }

  #end(name: string): void {
    const named = roomOf(name);
    const known = named && this.#audiences.get(keyOf(named.room));
    if (named === undefined || known === undefined || named.form === 'restricted') return;
    known.delete(named.form);
    if (known.size === 0) this.#audiences.delete(keyOf(named.room));
  }
}
