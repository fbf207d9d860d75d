import { WatchedFlows, type FlowsNotice, type FlowsReply } from '#schemas/debug/tail.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import type { Caller } from '../access/caller.ts';
import type { LiveServer, LiveSocket } from './live-server.ts';

/** Lets connections watch decoded flows of sites; each connection watches one site at a time. */
export interface FlowWatch {
  /** Why the caller may not watch the site; undefined if they may. */
  rejectionOf(caller: Caller, site: number): ProblemCode | undefined;
  /** The site that a viewer watches. */
  siteOf(viewer: string): number | undefined;
  /** `viewer` watches these flows, and no others; returns when it ends, milliseconds since 1970. */
  open(watched: WatchedFlows, viewer: string): FlowsReply;
  close(viewer: string): void;
}

/** Handles the requests of a connection to watch flows. Its end, or that of its rights, ends its watching. */
export function handleFlowRequests(
  socket: LiveSocket,
  { watch, callerOf }: { readonly watch: FlowWatch; readonly callerOf: () => Caller | undefined },
): void {
  const open = (request: unknown): FlowsReply => {
    const watched = WatchedFlows.safeParse(request);
    if (!watched.success) return { ok: false, code: 'VALIDATION' };
    const caller = callerOf();
    if (caller === undefined) return { ok: false, code: 'UNAUTHENTICATED' };
    const code = watch.rejectionOf(caller, watched.data.site);
    return code === undefined ? watch.open(watched.data, socket.id) : { ok: false, code };
  };
  socket.on('watchFlows', (request, respond) => {
    const reply = open(request);
    if (typeof respond === 'function') respond(reply);
  });
  socket.on('unwatchFlows', () => {
    watch.close(socket.id);
  });
  socket.on('disconnecting', () => {
    watch.close(socket.id);
  });
}

/** Ends the watching of a connection whose caller may not see the site any more. */
export function reviewFlows(socket: LiveSocket, caller: Caller, watch: FlowWatch): void {
  const site = watch.siteOf(socket.id);
  const code = site === undefined ? undefined : watch.rejectionOf(caller, site);
  if (code === undefined) return;
  watch.close(socket.id);
  socket.emit('flows', { is: 'over', code });
}

/** Sends flows, or their end, to one connection. */
export function sendFlows(server: LiveServer, viewer: string, notice: FlowsNotice): void {
  server.to(viewer).emit('flows', notice);
}
