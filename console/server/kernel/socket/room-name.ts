import { Room } from '#schemas/socket/live.ts';
import type { RoomAudience } from '../access/audience.ts';

/** A room of the protocol is one Socket.IO room per audience. */
export const roomName = ({ topic, customer }: Room, audience: RoomAudience): string =>
  `${topic}:${String(customer)}:${audience}`;

export interface NamedRoom {
  readonly room: Room;
  readonly audience: RoomAudience;
}

/** Undefined for the room that Socket.IO creates per connection. */
export function parseRoomName(name: string): NamedRoom | undefined {
  const [topic, customer, audience] = name.split(':');
  const room = Room.safeParse({ topic, customer: Number(customer) });
  return room.success ? { room: room.data, audience: audience as RoomAudience } : undefined;
}
