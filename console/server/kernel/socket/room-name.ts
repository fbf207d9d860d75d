import { Room } from '#schemas/socket/live.ts';
import type { RoomForm } from '../access/audience.ts';

/** A room of the protocol is one Socket.IO room per form in which its deltas go out. */
export const nameOf = ({ topic, customer }: Room, form: RoomForm): string =>
  `${topic}:${String(customer)}:${form}`;

export interface NamedRoom {
  readonly room: Room;
  readonly form: RoomForm;
}

/** Undefined for the room that Socket.IO gives each connection. */
export function roomOf(name: string): NamedRoom | undefined {
  const [topic, customer, form] = name.split(':');
  const room = Room.safeParse({ topic, customer: Number(customer) });
  return room.success ? { room: room.data, form: form as RoomForm } : undefined;
}
