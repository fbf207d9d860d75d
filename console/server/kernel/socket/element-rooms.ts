import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import {
  WatchedElement,
  type RealtimeReading,
  type WatchChange,
  type WatchReply,
} from '#schemas/realtime/realtime.ts';
import type { Caller } from '../access/caller.ts';
import type { LiveServer, LiveSocket } from './live-server.ts';

/** Dialogs of one page; it shows one at a time. */
const MAX_WATCHED = 5;

/** Polls elements in real time for connections. */
export interface ElementWatch {
  /** Why the caller may not watch the element; undefined if they may. */
  rejectionOf(caller: Caller, watched: WatchedElement): ProblemCode | undefined;
  /** `viewer` watches; the element is polled once for all viewers. */
  open(watched: WatchedElement, viewer: string): Promise<WatchReply>;
  /** `viewer` watches no longer; the last one ends the polling. */
  close(element: number, viewer: string): void;
}

/** Elements have rooms of their own, next to those of topics (`room-name.ts`). */
const PREFIX = 'element';
const roomOf = ({ customer, element }: WatchedElement): string =>
  `${PREFIX}:${String(customer)}:${String(element)}`;

/** Elements that a connection watches. */
const watchedBy = (socket: LiveSocket): readonly WatchedElement[] =>
  [...socket.rooms].flatMap((name) => {
    const [prefix, customer, element] = name.split(':');
    return prefix === PREFIX ? [{ customer: Number(customer), element: Number(element) }] : [];
  });

/** Handles the requests of a connection to watch elements. Its end, or that of its rights, ends its watching. */
export function handleElementRequests(
  socket: LiveSocket,
  { watch, callerOf }: { readonly watch: ElementWatch; readonly callerOf: () => Caller | undefined },
): void {
  const open = async (request: unknown): Promise<WatchReply> => {
    const watched = WatchedElement.safeParse(request);
    if (!watched.success) return { ok: false, code: 'VALIDATION' };
    const caller = callerOf();
    if (caller === undefined) return { ok: false, code: 'UNAUTHENTICATED' };
    const code = watch.rejectionOf(caller, watched.data);
    if (code !== undefined) return { ok: false, code };
    if (watchedBy(socket).length >= MAX_WATCHED) return { ok: false, code: 'TOO_MANY_ROOMS' };
    // Readings may follow the reply at once.
    await socket.join(roomOf(watched.data));
    const reply = await watch.open(watched.data, socket.id);
    if (!reply.ok) await socket.leave(roomOf(watched.data));
    // Closed in the meantime: no other event ends it.
    if (!socket.connected) watch.close(watched.data.element, socket.id);
    return reply;
  };
  socket.on('watchElement', (request, respond) => {
    void open(request)
      .catch((): WatchReply => ({ ok: false, code: 'SERVER_PROBLEM' }))
      .then((reply) => {
        if (typeof respond === 'function') respond(reply);
      });
  });
  socket.on('unwatchElement', (request) => {
    const watched = WatchedElement.safeParse(request);
    if (!watched.success) return;
    void socket.leave(roomOf(watched.data));
    watch.close(watched.data.element, socket.id);
  });
  socket.on('disconnecting', () => {
    for (const { element } of watchedBy(socket)) watch.close(element, socket.id);
  });
}

/** Leaves elements that the caller may no longer watch. */
export function reviewElements(socket: LiveSocket, caller: Caller, watch: ElementWatch): void {
  for (const watched of watchedBy(socket)) {
    const code = watch.rejectionOf(caller, watched);
    if (code === undefined) continue;
    void socket.leave(roomOf(watched));
    watch.close(watched.element, socket.id);
    socket.emit('watched', { element: watched.element, is: 'over', code });
  }
}

/** Sends a reading, or a change, to those who watch an element; after its end they are in its room no longer. */
export function sendToViewers(
  server: LiveServer,
  watched: WatchedElement,
  sent: RealtimeReading | WatchChange,
): void {
  const room = server.to(roomOf(watched));
  if (!('is' in sent)) room.emit('reading', sent);
  else room.emit('watched', sent);
  if ('is' in sent && sent.is === 'over') server.in(roomOf(watched)).socketsLeave(roomOf(watched));
}
