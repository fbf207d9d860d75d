import type { Clock } from '#platform/clock/clock.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import { Room, topics, type JoinReply, type LivePosition } from '#schemas/socket/live.ts';
import { roomAudienceOf, type RoomAudience } from '../access/audience.ts';
import type { Caller } from '../access/caller.ts';
import type { LiveSocket } from './live-server.ts';
import { isNoticeTopic, resyncs } from './resync.ts';
import { roomName, parseRoomName } from './room-name.ts';

/** A screen joins a few rooms. Cross-customer alerting joins one per customer. */
const MAX_ROOMS = 5_000;

function rejectionOf(caller: Caller, { topic, customer }: Room): ProblemCode | undefined {
  // A display of alarms is no user who has a home page; one of dashboards follows their windows.
  if (caller.display?.documents.size === 0 && topic === 'window') return 'FORBIDDEN';
  if (caller.display !== undefined && topic === 'traffic') return 'FORBIDDEN';
  if (!caller.permissions.has(topics[topic].needs)) return 'FORBIDDEN';
  return caller.customers.has(customer) ? undefined : 'NOT_FOUND';
}

/** Notices are the same for every user. */
const audienceIn = (caller: Caller, { topic, customer }: Room): RoomAudience =>
  isNoticeTopic(topic) ? 'standard' : roomAudienceOf(caller, customer);

export interface RoomNeeds {
  /** Modules that this installation offers. */
  readonly modules: ReadonlySet<string>;
  /** The caller of a connection. Undefined when it is closed. */
  readonly callerOf: (socket: LiveSocket) => Caller | undefined;
  /** Stream position of a room. */
  readonly position: (room: Room) => LivePosition;
  readonly clock: Pick<Clock, 'now'>;
}

/** Handles join and leave requests of a connection. */
export function handleRoomRequests(
  socket: LiveSocket,
  { modules, callerOf, position, clock }: RoomNeeds,
): void {
  const join = (request: unknown): JoinReply => {
    const room = Room.safeParse(request);
    if (!room.success) return { ok: false, code: 'VALIDATION' };
    if (!modules.has(topics[room.data.topic].module)) return { ok: false, code: 'NOT_FOUND' };
    if (socket.rooms.size > MAX_ROOMS) return { ok: false, code: 'TOO_MANY_ROOMS' };
    const caller = callerOf(socket);
    if (caller === undefined) return { ok: false, code: 'UNAUTHENTICATED' };
    const code = rejectionOf(caller, room.data);
    if (code !== undefined) return { ok: false, code };
    void socket.join(roomName(room.data, audienceIn(caller, room.data)));
    return { ok: true, position: position(room.data), now: clock.now().getTime() };
  };
  socket.on('join', (request, respond) => {
    const reply = join(request);
    if (typeof respond === 'function') respond(reply);
  });
  socket.on('leave', (request) => {
    const room = Room.safeParse(request);
    if (!room.success) return;
    const { topic, customer } = room.data;
    for (const name of Array.from(socket.rooms))
      if (name.startsWith(`${topic}:${String(customer)}:`)) void socket.leave(name);
  });
}

function requestResync(socket: LiveSocket, { topic, customer }: Room): void {
  if (topic === 'alert') socket.emit('alert', resyncs.alert(customer));
  else if (topic === 'count') socket.emit('count', resyncs.count(customer));
}

/** Leaves rooms that the caller lost access to, and moves to the caller's current audience in the others. */
export function applyPermissions(socket: LiveSocket, caller: Caller): void {
  for (const name of Array.from(socket.rooms)) {
    const room = parseRoomName(name)?.room;
    if (room === undefined) continue;
    const allowed =
      rejectionOf(caller, room) === undefined ? roomName(room, audienceIn(caller, room)) : undefined;
    if (allowed === name) continue;
    void socket.leave(name);
    if (allowed === undefined) continue;
    void socket.join(allowed);
    requestResync(socket, room);
  }
  socket.emit('rights');
}
