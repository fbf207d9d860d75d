import type { Room } from '#schemas/socket/live.ts';
import type { Audience } from '../access/audience.ts';
import type { LiveServer } from './live-server.ts';
import { parseRoomName } from './room-name.ts';

const keyOf = ({ topic, customer }: Room): string => `${topic}:${String(customer)}`;
const noAudience: ReadonlySet<Audience> = new Set();

/** Audiences with listeners by room, so that deltas without listeners are not built. Restricted users receive no deltas. */
export class OccupiedRooms {
  readonly #audiences = new Map<string, Set<Audience>>();

  constructor({ sockets: { adapter } }: LiveServer) {
    // Events of every Socket.IO adapter: https://socket.io/docs/v4/rooms/#room-events
    adapter.on('create-room', (name: string) => this.#open(name));
    adapter.on('delete-room', (name: string) => this.#close(name));
  }

  audiencesIn(room: Room): ReadonlySet<Audience> {
    return this.#audiences.get(keyOf(room)) ?? noAudience;
  }

  #open(name: string): void {
    const named = parseRoomName(name);
    if (named === undefined || named.audience === 'restricted') return;
    const key = keyOf(named.room);
    const known = this.#audiences.get(key);
    if (known === undefined) this.#audiences.set(key, new Set([named.audience]));
    else known.add(named.audience);
  }

  #close(name: string): void {
    const named = parseRoomName(name);
    const known = named && this.#audiences.get(keyOf(named.room));
    if (named === undefined || known === undefined || named.audience === 'restricted') return;
    known.delete(named.audience);
    if (known.size === 0) this.#audiences.delete(keyOf(named.room));
  }
}
