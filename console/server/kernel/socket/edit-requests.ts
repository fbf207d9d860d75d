import { EditedDocument, type DocumentEditors, type EditReply } from '#schemas/socket/editing.ts';
import type { Caller } from '../access/caller.ts';
import type { LiveServer, LiveSocket } from './live-server.ts';

/** Notifies the editors of a document of each other; a connection edits one document at a time. */
export interface EditWatch {
  /** `viewer` edits the document from now on, if the caller may change it, and no other one. */
  open(document: EditedDocument, viewer: string, caller: Caller): Promise<EditReply>;
  close(viewer: string): void;
  /** Who edits with `viewer`, if the caller, whose rights changed, may still change the document. */
  review(viewer: string, caller: Caller): Promise<DocumentEditors | undefined>;
}

/** Documents have rooms of their own, apart from those of topics (`room-name.ts`): of the pages that edit them. */
const PREFIX = 'editing:';
const roomOf = (resource: number): string => `${PREFIX}${String(resource)}`;

function leaveRooms(socket: LiveSocket): void {
  for (const name of Array.from(socket.rooms)) if (name.startsWith(PREFIX)) void socket.leave(name);
}

interface EditNeeds {
  readonly watch: EditWatch;
  readonly callerOf: () => Caller | undefined;
}

/** Handles the requests of a connection to edit documents. Its end, or that of its rights, ends its editing. */
export function handleEditRequests(socket: LiveSocket, { watch, callerOf }: EditNeeds): void {
  const open = async (request: unknown): Promise<EditReply> => {
    const document = EditedDocument.safeParse(request);
    if (!document.success) return { ok: false, code: 'VALIDATION' };
    leaveRooms(socket);
    let reply: EditReply;
    let caller: Caller | undefined;
    // Rights that change while they are checked are checked again: their review found no one who edits.
    do {
      caller = callerOf();
      if (caller === undefined) return { ok: false, code: 'UNAUTHENTICATED' };
      reply = await watch.open(document.data, socket.id, caller);
    } while (reply.ok && callerOf() !== caller && socket.connected);
    // Closed in the meantime: no other event ends it.
    if (!socket.connected) watch.close(socket.id);
    else if (reply.ok) await socket.join(roomOf(reply.resource));
    return reply;
  };
  socket.on('edit', (request, respond) => {
    void open(request)
      .catch((): EditReply => ({ ok: false, code: 'SERVER_PROBLEM' }))
      .then((reply) => {
        if (typeof respond === 'function') respond(reply);
      });
  });
  socket.on('unedit', () => {
    leaveRooms(socket);
    watch.close(socket.id);
  });
  socket.on('disconnecting', () => {
    watch.close(socket.id);
  });
}

/** Names no one to a connection whose rights changed until it is known that its user may still change the document. */
export async function reviewEditing(socket: LiveSocket, caller: Caller, watch: EditWatch): Promise<void> {
  leaveRooms(socket);
  const editors = await watch.review(socket.id, caller);
  if (editors === undefined || !socket.connected) return;
  await socket.join(roomOf(editors.resource));
  socket.emit('editors', editors);
}

/** Sends who edits a document to those who do. */
export function sendEditors(server: LiveServer, editors: DocumentEditors): void {
  server.to(roomOf(editors.resource)).emit('editors', editors);
}

/** Ends the editing of connections, which are notified no more. */
export function endEditing(server: LiveServer, resource: number, viewers: readonly string[]): void {
  for (const viewer of viewers) {
    const socket = server.sockets.sockets.get(viewer);
    if (socket === undefined) continue;
    leaveRooms(socket);
    socket.emit('editors', { resource, editors: [], count: 0 });
  }
}
