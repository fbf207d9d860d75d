import { Room } from '#schemas/socket/live.ts';
import type { Audience } from '../access/audience.ts';

/** A room of the protocol is one Socket.IO room per audience, as each gets a form of its own. */
export const nameOf = ({ topic, customer }: Room, audience: Audience): string =>
  `${topic}:${String(customer)}:${audience}`;

export interface NamedRoom {
  readonly room: Room;
  readonly audience: Audience;
}

/** Undefined for the room that Socket.IO gives each connection. */
export function roomOf(name: string): NamedRoom | undefined {
  const [topic, customer, audience] = name.split(':');
  const room = Room.safeParse({ topic, customer: Number(customer) });
  return room.success ? { room: room.data, audience: audience as Audience } : undefined;
}
