import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import { Room, topics } from '#schemas/socket/live.ts';
import type { JoinReply, Position } from '#schemas/socket/live.ts';
import { formOf } from '../access/audience.ts';
import type { RoomForm } from '../access/audience.ts';
import type { Caller } from '../access/caller.ts';
import type { LiveSocket } from './live-server.ts';
import { resyncs } from './resync.ts';
import { nameOf, roomOf } from './room-name.ts';

/** A screen follows a few rooms; the alerting across customers one per customer. */
const MAX_ROOMS = 5_000;

function refusal(caller: Caller, { topic, customer }: Room): ProblemCode | undefined {
  if (!caller.permissions.has(topics[topic].needs)) return 'FORBIDDEN';
  return caller.customers.has(customer) ? undefined : 'NOT_FOUND';
}

/** That a step of time is over is the same to everybody. */
const formIn = (caller: Caller, { topic, customer }: Room): RoomForm =>
  topic === 'window' ? 'everybody' : formOf(caller, customer);

export interface RoomNeeds {
  /** What the user of a connection may do, undefined when it is over. */
  readonly callerOf: (socket: LiveSocket) => Caller | undefined;
  /** Where a room stands. */
  readonly position: (room: Room) => Position;
}

/** Lets a connection into the rooms that are open to its user. */
export function answerJoins(socket: LiveSocket, { callerOf, position }: RoomNeeds): void {
  const enter = (asked: unknown): JoinReply => {
    const room = Room.safeParse(asked);
    if (!room.success) return { ok: false, code: 'VALIDATION' };
    if (socket.rooms.size > MAX_ROOMS) return { ok: false, code: 'TOO_MANY_ROOMS' };
    const caller = callerOf(socket);
    if (caller === undefined) return { ok: false, code: 'UNAUTHENTICATED' };
    const code = refusal(caller, room.data);
    if (code !== undefined) return { ok: false, code };
    void socket.join(nameOf(room.data, formIn(caller, room.data)));
    return { ok: true, position: position(room.data) };
  };
  socket.on('join', (asked, answer) => {
    const reply = enter(asked);
    if (typeof answer === 'function') answer(reply);
  });
  socket.on('leave', (asked) => {
    const room = Room.safeParse(asked);
    if (!room.success) return;
    const { topic, customer } = room.data;
    for (const name of [...socket.rooms])
      if (name.startsWith(`${topic}:${String(customer)}:`)) void socket.leave(name);
  });
}

function tellAgain(socket: LiveSocket, { topic, customer }: Room): void {
  if (topic === 'alert') socket.emit('alert', resyncs.alert(customer));
  else if (topic === 'count') socket.emit('count', resyncs.count(customer));
}

/** Leaves the rooms that are closed now, and moves to the form of the others that is this caller's now. */
export function applyRights(socket: LiveSocket, caller: Caller): void {
  for (const name of [...socket.rooms]) {
    const room = roomOf(name)?.room;
    if (room === undefined) continue;
    const allowed = refusal(caller, room) === undefined ? nameOf(room, formIn(caller, room)) : undefined;
    if (allowed === name) continue;
    void socket.leave(name);
    if (allowed === undefined) continue;
    void socket.join(allowed);
    tellAgain(socket, room);
  }
  socket.emit('rights');
}
