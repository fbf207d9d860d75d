import type { Server as HttpServer } from 'node:http';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import { resourceRightsOf, type ResourceKind } from '#schemas/resource/kind.ts';
import type { FlowsNotice } from '#schemas/debug/tail.ts';
import type { RealtimeReading, WatchChange, WatchedElement } from '#schemas/realtime/realtime.ts';
import type { DocumentEditors } from '#schemas/socket/editing.ts';
import type { AnnotationChange, LivePosition, Room, SessionTimes } from '#schemas/socket/live.ts';
import type { TrafficNotice } from '#schemas/flowmap/traffic-notice.ts';
import type { WindowNotice } from '#schemas/socket/window-notice.ts';
import type { Audience } from '../access/audience.ts';
import { sameRights, type Caller } from '../access/caller.ts';
import { ConnectedCallers, rightsKeyOf } from './connected-callers.ts';
import { readCurrentCallers, type CurrentCallersNeeds } from './current-callers.ts';
import {
  endEditing,
  handleEditRequests,
  reviewEditing,
  sendEditors,
  type EditWatch,
} from './edit-requests.ts';
import { handleFlowRequests, reviewFlows, sendFlows, type FlowWatch } from './flow-requests.ts';
import { handleElementRequests, reviewElements, sendToViewers, type ElementWatch } from './element-rooms.ts';
import {
  cookiesOf,
  displayTokenOf,
  terminate,
  openLiveServer,
  queuedMessages,
  type LiveServer,
  type LiveSocket,
} from './live-server.ts';
import { OccupiedRooms } from './occupied-rooms.ts';
import { resyncs, type DeltaRoom, type DeltaTopic } from './resync.ts';
import { roomName } from './room-name.ts';
import { handleRoomRequests, applyPermissions } from './rooms.ts';

/** Queued messages of a stalled browser: some seconds of deltas. It reconnects and reads a snapshot. */
const MAX_QUEUED_MESSAGES = 256;

export interface ConnectionIdentity {
  readonly caller: Caller;
  /** Of a display: the hash of its token. */
  readonly sessionHash: string;
}

/** What a connection proves its user with. */
interface ConnectionProof {
  readonly cookies: string | undefined;
  /** Token of a display, which goes before the cookies of its browser. */
  readonly token: string | undefined;
}

export interface GatewayNeeds extends CurrentCallersNeeds {
  /** The console uses https: pages of its host over http are another site. */
  readonly secure?: boolean;
  /** The caller of a connection. Undefined when not signed in. Does not extend the idle time of the session. */
  readonly identify: (credentials: ConnectionProof) => Promise<ConnectionIdentity | undefined>;
  /** Extends the idle time of a session, up to its absolute end. Undefined when it is over. */
  readonly extendSession: (sessionHash: string) => Promise<SessionTimes | undefined>;
  /** Modules that this installation offers. */
  readonly modules: ReadonlySet<string>;
  /** Stream position of a room. */
  readonly position: (room: Room) => LivePosition;
  /** Polls elements in real time. */
  readonly elements: ElementWatch;
  /** Sends decoded flows as they arrive. */
  readonly flows: FlowWatch;
  /** Notifies the editors of a document of each other. */
  readonly editing: EditWatch;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/** The delta of an audience. Audiences with equal content share one value. */
export type DeltaForAudience = (audience: Audience) => unknown;

export interface LiveGateway {
  /** Sends a delta to the room of a customer. */
  send(topic: DeltaTopic, customer: number, deltaFor: DeltaForAudience): void;
  /** Announces a closed window to the room of a customer. */
  windowClosed(notice: WindowNotice): void;
  /** Announces new rates of traffic to the room of a customer. */
  trafficChanged(notice: TrafficNotice): void;
  /** Sends a reading, or a change, to the connections that watch an element in real time. */
  toViewers(watched: WatchedElement, sent: RealtimeReading | WatchChange): void;
  /** Sends decoded flows, or their end, to the connection that watches them. */
  flowsFor(viewer: string, notice: FlowsNotice): void;
  /** Sends who edits a document to the connections that do. */
  toEditors(editors: DocumentEditors): void;
  /** Ends the editing of connections whose users may not change the document any more. */
  endEditing(resource: number, viewers: readonly string[]): void;
  /** Requests a resync from users restricted to sites of a customer that changed since the last call. */
  resyncRestricted(): void;
  /** Requests a resync from the rooms of a customer, except from users that see every alarm. */
  resync(customer: number): void;
  /** Requests a resync from every screen in a room. */
  requestResync(room: DeltaRoom): void;
  /** Reviews the connections of one account, or of all, after a change of permissions or sessions. Closed rooms are left at once. */
  review(account?: number): Promise<void>;
  /** Announces changed resources to every user who may read the kind. */
  resourcesChanged(kind: ResourceKind): void;
  /** Notifies every connection of changed KPIs, which every page names. */
  kpisChanged(): void;
  /** Announces changed annotations of a customer to the users who see the customer. */
  annotationsChanged(change: AnnotationChange): void;
  /** Announces what was written at incidents of a customer, to each user the places that they see. */
  incidentsChanged(customer: number, placesSeenBy: (caller: Caller) => readonly string[]): void;
  /** Notifies every connection of a new announcement. */
  announcementChanged(): void;
  /** Closes the connections of an ended session. */
  endSession(sessionHash: string): void;
  /** Terminates connections that accept no messages, so that their queues stay bounded. */
  dropStalled(): void;
  close(): Promise<void>;
}

function disconnect(socket: LiveSocket): void {
  socket.emit('ended');
  socket.disconnect(true);
}

class Gateway implements LiveGateway {
  readonly #server: LiveServer;
  readonly #needs: GatewayNeeds;
  readonly #callers = new ConnectedCallers();
  readonly #occupied: OccupiedRooms;
  /** Counts changes. A user identified before a change and connected after it is identified again. */
  #changes = 0;
  /** Changed customers by topic, for users restricted to some of their sites. */
  readonly #pendingResyncs: Readonly<Record<DeltaTopic, Set<number>>> = {
    alert: new Set(),
    count: new Set(),
  };

  constructor(http: HttpServer, needs: GatewayNeeds) {
    this.#server = openLiveServer(http, { secure: needs.secure === true });
    this.#needs = needs;
    this.#occupied = new OccupiedRooms(this.#server);
    const cookies = cookiesOf(this.#server);
    this.#server.use((socket, next) => {
      const credentials = { cookies: cookies(socket), token: displayTokenOf(socket) };
      void this.#admit(socket, credentials).then(next);
    });
    this.#server.on('connection', (socket) => {
      handleRoomRequests(socket, {
        callerOf: ({ data }) => this.#callers.get(data.rights),
        modules: needs.modules,
        position: needs.position,
        clock: needs.clock,
      });
      handleElementRequests(socket, {
        watch: needs.elements,
        callerOf: () => this.#callers.get(socket.data.rights),
      });
      handleFlowRequests(socket, {
        watch: needs.flows,
        callerOf: () => this.#callers.get(socket.data.rights),
      });
      handleEditRequests(socket, {
        watch: needs.editing,
        callerOf: () => this.#callers.get(socket.data.rights),
      });
      socket.on('watching', (respond) => void this.#extend(socket, respond));
    });
  }

  windowClosed(notice: WindowNotice): void {
    this.#server
      .to(roomName({ topic: 'window', customer: notice.customer }, 'standard'))
      .emit('window', notice);
  }

  trafficChanged(notice: TrafficNotice): void {
    this.#server
      .to(roomName({ topic: 'traffic', customer: notice.customer }, 'standard'))
      .emit('traffic', notice);
  }

  toViewers(watched: WatchedElement, sent: RealtimeReading | WatchChange): void {
    sendToViewers(this.#server, watched, sent);
  }

  flowsFor(viewer: string, notice: FlowsNotice): void {
    sendFlows(this.#server, viewer, notice);
  }

  toEditors(editors: DocumentEditors): void {
    sendEditors(this.#server, editors);
  }

  endEditing(resource: number, viewers: readonly string[]): void {
    endEditing(this.#server, resource, viewers);
  }

  send(topic: DeltaTopic, customer: number, deltaFor: DeltaForAudience): void {
    const room = { topic, customer };
    this.#pendingResyncs[topic].add(customer);
    // Equal content is encoded once, in one packet.
    for (const [value, audiences] of Map.groupBy(this.#occupied.audiencesIn(room), deltaFor)) {
      const names = audiences.map((audience) => roomName(room, audience));
      this.#server.to(names).emit(topic, value as never);
    }
  }

  resyncRestricted(): void {
    for (const customer of this.#pendingResyncs.alert)
      this.#server
        .to(roomName({ topic: 'alert', customer }, 'restricted'))
        .emit('alert', resyncs.alert(customer));
    for (const customer of this.#pendingResyncs.count)
      this.#server
        .to(roomName({ topic: 'count', customer }, 'restricted'))
        .emit('count', resyncs.count(customer));
    this.#pendingResyncs.alert.clear();
    this.#pendingResyncs.count.clear();
  }

  resync(customer: number): void {
    this.#pendingResyncs.alert.add(customer);
    this.#pendingResyncs.count.add(customer);
    const alerts = resyncs.alert(customer);
    const counts = resyncs.count(customer);
    for (const audience of this.#occupied.audiencesIn({ topic: 'alert', customer }))
      if (audience !== 'privileged')
        this.#server.to(roomName({ topic: 'alert', customer }, audience)).emit('alert', alerts);
    for (const audience of this.#occupied.audiencesIn({ topic: 'count', customer }))
      if (audience !== 'privileged')
        this.#server.to(roomName({ topic: 'count', customer }, audience)).emit('count', counts);
  }

  requestResync({ topic, customer }: DeltaRoom): void {
    const delta = resyncs[topic](customer);
    this.send(topic, customer, () => delta);
  }

  async review(account?: number): Promise<void> {
    this.#changes += 1;
    // Collected before the tables are read: connections of sessions opened after that are not reviewed.
    const reviewed = [...this.#sockets()].filter(
      ({ data }) => account === undefined || data.account === account,
    );
    if (reviewed.length === 0) return;
    const current = await readCurrentCallers(this.#needs, reviewed);
    const changed = new Set<string>();
    for (const caller of new Set(current.values())) {
      const key = rightsKeyOf(caller);
      const before = this.#callers.get(key);
      if (before !== undefined && !sameRights(before, caller)) changed.add(key);
      this.#callers.update(caller);
    }
    const editing: Promise<void>[] = [];
    for (const socket of reviewed) {
      const caller = current.get(socket);
      if (caller === undefined) disconnect(socket);
      else if (changed.has(socket.data.rights)) {
        applyPermissions(socket, caller);
        reviewElements(socket, caller, this.#needs.elements);
        reviewFlows(socket, caller, this.#needs.flows);
        editing.push(reviewEditing(socket, caller, this.#needs.editing));
      }
    }
    await Promise.all(editing);
  }

  resourcesChanged(kind: ResourceKind): void {
    const { customer, template } = resourceRightsOf(kind);
    for (const socket of this.#sockets()) {
      const permissions = this.#callers.get(socket.data.rights)?.permissions;
      const reads = [customer?.read, template?.read].some(
        (right) => right !== undefined && permissions?.has(right) === true,
      );
      if (reads) socket.emit('resource', { kind });
    }
  }

  kpisChanged(): void {
    for (const socket of this.#sockets()) socket.emit('kpis');
  }

  annotationsChanged(change: AnnotationChange): void {
    for (const socket of this.#sockets())
      if (this.#callers.get(socket.data.rights)?.customers.has(change.customer) === true)
        socket.emit('annotation', change);
  }

  incidentsChanged(customer: number, placesSeenBy: (caller: Caller) => readonly string[]): void {
    for (const socket of this.#sockets()) {
      const caller = this.#callers.get(socket.data.rights);
      const places = caller === undefined ? [] : placesSeenBy(caller);
      if (places.length > 0) socket.emit('incident', { customer, places: [...places] });
    }
  }

  announcementChanged(): void {
    for (const socket of this.#sockets()) socket.emit('announcement');
  }

  endSession(sessionHash: string): void {
    this.#changes += 1;
    for (const socket of this.#sockets()) if (socket.data.session === sessionHash) disconnect(socket);
  }

  dropStalled(): void {
    for (const socket of this.#sockets()) if (queuedMessages(socket) > MAX_QUEUED_MESSAGES) terminate(socket);
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  async #extend({ data }: LiveSocket, respond: unknown): Promise<void> {
    try {
      const times = await this.#needs.extendSession(data.session);
      if (typeof respond === 'function') respond(times ?? null);
    } catch (error) {
      // The page reports again in a few minutes.
      this.#needs.log.warn({ err: error }, 'session extension failed');
    }
  }

  #sockets(): Iterable<LiveSocket> {
    return this.#server.sockets.sockets.values();
  }

  async #admit(socket: LiveSocket, credentials: ConnectionProof): Promise<Error | undefined> {
    try {
      const identity = await this.#identify(credentials);
      if (identity === undefined) return new Error('UNAUTHENTICATED');
      // Closed during the identification: no close event would remove the caller.
      if (socket.conn.readyState !== 'open') return new Error('UNAUTHENTICATED');
      this.#add(socket, identity);
      return undefined;
    } catch (error) {
      this.#needs.log.error({ err: error }, 'connection identification failed');
      return new Error('SERVER_PROBLEM');
    }
  }

  #add(socket: LiveSocket, { caller, sessionHash }: ConnectionIdentity): void {
    const rights = rightsKeyOf(caller);
    const display = caller.display !== undefined;
    socket.data = { account: caller.id, session: sessionHash, rights, display };
    const known = this.#callers.get(rights);
    this.#callers.add(caller);
    socket.conn.once('close', () => {
      this.#callers.remove(rights);
    });
    if (known === undefined || sameRights(known, caller)) return;
    // The announcement of a change is delayed or lost: other connections of the user still have the previous permissions.
    this.review(caller.id).catch((error: unknown) => {
      this.#needs.log.warn({ err: error }, 'connection review failed');
    });
  }

  async #identify(credentials: ConnectionProof): Promise<ConnectionIdentity | undefined> {
    for (;;) {
      const changes = this.#changes;
      const identity = await this.#needs.identify(credentials);
      if (changes === this.#changes) return identity;
    }
  }
}

/** Opens the Socket.IO gateway. Rooms are per topic and customer, and joining requires the permission of the topic. */
export const openGateway = (http: HttpServer, needs: GatewayNeeds): LiveGateway => new Gateway(http, needs);
