import type { Socket } from 'socket.io-client';
import type {
  AlertDelta,
  AnnotationChange,
  ClientEvents,
  CountDelta,
  IncidentChange,
  LivePosition,
  ResourceChange,
  Room,
  ServerEvents,
  SessionTimes,
  Topic,
} from '#schemas/socket/live.ts';
import type { FlowsNotice, FlowsReply, WatchedFlows } from '#schemas/debug/tail.ts';
import type { DocumentEditors, EditedDocument, EditReply } from '#schemas/socket/editing.ts';
import type { RealtimeReading, WatchChange, WatchedElement, WatchReply } from '#schemas/realtime/realtime.ts';
import type { TrafficNotice } from '#schemas/flowmap/traffic-notice.ts';
import type { WindowNotice } from '#schemas/socket/window-notice.ts';
import { displayToken } from '../api/display-token.ts';
import { basePath } from '#web/lib/base-path.ts';
import { browserNow, setServerTime } from '#web/lib/clock.ts';
import { createStore } from '#web/lib/store.ts';
import type { LiveState } from '#web/ui/freshness/freshness.ts';

export interface Deltas {
  readonly alert: AlertDelta;
  readonly count: CountDelta;
  readonly window: WindowNotice;
  readonly traffic: TrafficNotice;
}

/** Callbacks of a screen that watches a room. */
export interface Watcher<T extends Topic> {
  delta(delta: Deltas[T]): void;
  /** The room was joined or rejoined, with the server's position. */
  joined(position: LivePosition): void;
}

type AnyWatcher = { readonly [T in Topic]: Watcher<T> }[Topic];
type LiveSocket = Socket<ServerEvents, ClientEvents>;

interface Events {
  /** Connected; `again` after a disconnection. */
  readonly connected: (again: boolean) => void;
  readonly rights: () => void;
  readonly ended: () => void;
  readonly resource: (change: ResourceChange) => void;
  readonly kpis: () => void;
  readonly annotation: (change: AnnotationChange) => void;
  readonly incident: (change: IncidentChange) => void;
  readonly announcement: () => void;
}

/** Origin of the server when it is not the page's, for code outside a page. */
interface Server {
  readonly host?: string;
  readonly extraHeaders?: Record<string, string>;
}

/** Connection error without a session: it ended before the connection started. */
const notSignedIn = 'UNAUTHENTICATED';

const triesAgainMs = 2_000;

export const liveState = createStore<LiveState>('connecting');

/** Whether live data comes over HTTP, because something on the way blocks WebSockets. */
export const isPolling = createStore(false);

/** Callbacks of a screen that watches an element in real time. */
export interface ElementWatcher {
  opened(reply: WatchReply): void;
  reading(reading: RealtimeReading): void;
  changed(change: WatchChange): void;
  /** The connection is lost; the element is watched again with the next one. */
  disconnected(): void;
}
const elements = new Map<ElementWatcher, WatchedElement>();

/** Callbacks of a screen that watches decoded flows. */
export interface FlowsWatcher {
  opened(reply: FlowsReply): void;
  notice(notice: FlowsNotice): void;
  /** The connection is lost; the flows are watched again with the next one. */
  disconnected(): void;
}
/** A page watches the flows of one site. */
let watchedFlows: { readonly request: WatchedFlows; readonly watcher: FlowsWatcher } | undefined;

/** Callbacks of a screen that edits a document. */
interface EditorsWatcher {
  opened(reply: EditReply): void;
  editors(editors: DocumentEditors): void;
  /** The connection is lost; the document is edited again with the next one. */
  disconnected(): void;
}
/** A page edits one document. */
let edited: { document: EditedDocument; readonly watcher: EditorsWatcher } | undefined;

const rooms = new Map<string, { readonly room: Room; readonly watchers: Set<AnyWatcher> }>();
const roomKey = (room: Room): string => `${room.topic}:${String(room.customer)}`;
let socket: LiveSocket | undefined;

function join(room: Room): void {
  if (socket?.connected !== true) return;
  const sent = browserNow();
  socket.emit('join', room, (reply) => {
    if (!reply.ok) return;
    setServerTime(reply.now, sent);
    for (const watcher of rooms.get(roomKey(room))?.watchers ?? []) watcher.joined(reply.position);
  });
}

function watch(watcher: ElementWatcher, watched: WatchedElement): void {
  if (socket?.connected !== true) return;
  socket.emit('watchElement', watched, (reply) => elements.has(watcher) && watcher.opened(reply));
}

function openFlows(): void {
  if (socket?.connected !== true || watchedFlows === undefined) return;
  const { request, watcher } = watchedFlows;
  socket.emit('watchFlows', request, (reply) => watchedFlows?.watcher === watcher && watcher.opened(reply));
}

function openEditing(): void {
  if (socket?.connected !== true || edited === undefined) return;
  const opened = edited;
  socket.emit('edit', opened.document, (reply) => {
    if (edited !== opened) return;
    // The page started then, however often it connects.
    if (reply.ok) opened.document = { ...opened.document, since: reply.since };
    opened.watcher.opened(reply);
  });
}

function toElement(element: number, notify: (watcher: ElementWatcher) => void): void {
  for (const [watcher, watched] of elements) if (watched.element === element) notify(watcher);
}

function deliver<T extends Topic>(topic: T, delta: Deltas[T]): void {
  const watchers = rooms.get(roomKey({ topic, customer: delta.customer }))?.watchers ?? [];
  for (const watcher of watchers) (watcher as Watcher<T>).delta(delta);
}

function retryLater(opened: LiveSocket): void {
  setTimeout(() => socket === opened && !opened.active && opened.connect(), triesAgainMs);
}

/** Reports that the page is watched; the reply states when its session ends, null when it has. Nothing while disconnected. */
export function reportWatching(response: (times: SessionTimes | null) => void): void {
  if (socket?.connected === true) socket.emit('watching', response);
}

/** Connects at once with the session that has just started. */
export function reconnect(): void {
  if (socket?.connected === false) socket.connect();
}

/** Opens the one connection of this page; loaded on demand, so that the sign-in page goes without. */
export async function openConnection(events: Events, server: Server = {}): Promise<void> {
  if (socket !== undefined) return;
  const { io } = await import('socket.io-client');
  const options = {
    path: `${basePath()}/socket.io`,
    // Long polling where WebSockets are blocked; it turns into a WebSocket once one can be opened.
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    auth: { token: displayToken() },
    reconnectionDelay: 500,
    reconnectionDelayMax: 5_000,
    ...(server.extraHeaders === undefined ? {} : { extraHeaders: server.extraHeaders }),
  };
  const opened: LiveSocket = server.host === undefined ? io(options) : io(server.host, options);
  socket = opened;
  let again = false;
  opened.on('connect', () => {
    liveState.set('live');
    const { engine } = opened.io;
    const note = () => isPolling.set(engine.transport.name === 'polling');
    note();
    engine.on('upgrade', note);
    for (const { room } of rooms.values()) join(room);
    for (const [watcher, watched] of elements) watch(watcher, watched);
    openFlows();
    openEditing();
    events.connected(again);
    again = true;
  });
  opened.on('disconnect', (reason) => {
    liveState.set('offline');
    for (const watcher of elements.keys()) watcher.disconnected();
    watchedFlows?.watcher.disconnected();
    edited?.watcher.disconnected();
    // Of an ended session; another one may have started.
    if (reason === 'io server disconnect') retryLater(opened);
  });
  opened.on('connect_error', ({ message }) => {
    liveState.set('offline');
    // Socket.IO retries when the server is unreachable, but never when it rejects the connection.
    if (opened.active) return;
    if (message === notSignedIn) events.ended();
    else retryLater(opened);
  });
  opened.on('alert', (delta) => deliver('alert', delta));
  opened.on('count', (delta) => deliver('count', delta));
  opened.on('window', (notice) => deliver('window', notice));
  opened.on('traffic', (notice) => deliver('traffic', notice));
  opened.on('reading', (reading) => toElement(reading.element, (watcher) => watcher.reading(reading)));
  opened.on('watched', (change) => toElement(change.element, (watcher) => watcher.changed(change)));
  opened.on('flows', (notice) => watchedFlows?.watcher.notice(notice));
  opened.on('editors', (editors) => {
    if (edited?.document.resource === editors.resource) edited.watcher.editors(editors);
  });
  opened.on('rights', events.rights);
  opened.on('ended', events.ended);
  opened.on('resource', events.resource);
  opened.on('kpis', events.kpis);
  opened.on('annotation', events.annotation);
  opened.on('incident', events.incident);
  opened.on('announcement', events.announcement);
}

export function closeConnection(): void {
  socket?.disconnect();
  socket = undefined;
  liveState.set('connecting');
}

/** Watches a room. It is joined with the first watcher and left with the last. */
export function watchRoom<T extends Topic>(
  room: Room & { readonly topic: T },
  watcher: Watcher<T>,
): () => void {
  const key = roomKey(room);
  const entry = rooms.get(key) ?? { room, watchers: new Set<AnyWatcher>() };
  rooms.set(key, entry);
  entry.watchers.add(watcher as AnyWatcher);
  join(room);
  return () => {
    entry.watchers.delete(watcher as AnyWatcher);
    if (entry.watchers.size > 0) return;
    rooms.delete(key);
    socket?.emit('leave', room);
  };
}

/** Watches an element in real time until the returned function is called; a call after its end starts again. */
export function watchElement(watched: WatchedElement, watcher: ElementWatcher): () => void {
  elements.set(watcher, watched);
  watch(watcher, watched);
  return () => {
    elements.delete(watcher);
    // Another watcher of this page keeps it.
    if (![...elements.values()].some(({ element }) => element === watched.element))
      socket?.emit('unwatchElement', watched);
  };
}

/** Watches decoded flows until the returned function is called; those watched before are watched no longer. */
export function watchFlows(request: WatchedFlows, watcher: FlowsWatcher): () => void {
  watchedFlows = { request, watcher };
  openFlows();
  return () => {
    if (watchedFlows?.watcher !== watcher) return;
    watchedFlows = undefined;
    socket?.emit('unwatchFlows');
  };
}

/** Names this page to the other editors of a document, and them to this page, until the returned function is called. */
export function editDocument(document: EditedDocument, watcher: EditorsWatcher): () => void {
  edited = { document, watcher };
  openEditing();
  return () => {
    if (edited?.watcher !== watcher) return;
    edited = undefined;
    socket?.emit('unedit');
  };
}
