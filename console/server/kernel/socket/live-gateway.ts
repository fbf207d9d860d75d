import type { Server as HttpServer } from 'node:http';
import type { Log } from '#platform/log/log.ts';
import { rightsOf } from '#schemas/resource/kind.ts';
import type { ResourceKind } from '#schemas/resource/kind.ts';
import type { Position, Room } from '#schemas/socket/live.ts';
import type { WindowNotice } from '#schemas/socket/window-notice.ts';
import type { Audience } from '../access/audience.ts';
import { sameRights } from '../access/caller.ts';
import type { Caller } from '../access/caller.ts';
import { ConnectedCallers } from './connected-callers.ts';
import { cookiesOf, cutOff, openLiveServer, waitingFor } from './live-server.ts';
import type { LiveServer, LiveSocket } from './live-server.ts';
import { OccupiedRooms } from './occupied-rooms.ts';
import { resyncs } from './resync.ts';
import type { DeltaRoom, DeltaTopic } from './resync.ts';
import { nameOf } from './room-name.ts';
import { answerJoins, applyRights } from './rooms.ts';

/** Messages that wait for a browser which takes none: some seconds of deltas. It comes back and reads a snapshot. */
const MAX_WAITING = 256;

export interface Identity {
  readonly caller: Caller;
  readonly sessionHash: string;
}

export interface GatewayNeeds {
  /** Who opens a connection with these cookies, undefined when nobody is signed in. Puts off the end of no session. */
  readonly identify: (cookies: string | undefined) => Promise<Identity | undefined>;
  /** Account of each session that is not over, by its hash. */
  readonly alive: () => Promise<ReadonlyMap<string, number>>;
  /** What these accounts may do now; who is gone or locked is left out. */
  readonly callersOf: (accounts: readonly number[]) => Promise<ReadonlyMap<number, Caller>>;
  /** Where a room stands. */
  readonly position: (room: Room) => Position;
  readonly log: Log;
}

/** A delta as an audience gets it; the same value for those who get the same. */
export type Told = (audience: Audience) => unknown;

export interface LiveGateway {
  send(topic: DeltaTopic, customer: number, told: Told): void;
  /** Tells everybody in the room of a customer that a step of time is over. */
  windowClosed(notice: WindowNotice): void;
  /** Tells those who see some sites of a customer only that something of it changed since the last time. */
  tellRestricted(): void;
  /** Screens in the rooms of a customer read their snapshots again, but for those that see every alarm. */
  resync(customer: number): void;
  /** Every screen in a room of a customer reads its snapshot again. */
  readAgain(room: DeltaRoom): void;
  /** Rights or sessions changed: everybody, or this account, is looked at again; who lost a right leaves at once. */
  review(account?: number): Promise<void>;
  /** Tells those who may read resources of a kind, wherever, that some changed. */
  resourcesChanged(kind: ResourceKind): void;
  /** Tells everybody that the announcement became another. */
  announced(): void;
  /** A session ended: its connections too. */
  ended(sessionHash: string): void;
  /** Ends connections that take no messages, so that what waits for them does not grow. */
  dropStalled(): void;
  close(): Promise<void>;
}

function end(socket: LiveSocket): void {
  socket.emit('ended');
  socket.disconnect(true);
}

class Gateway implements LiveGateway {
  readonly #server: LiveServer;
  readonly #needs: GatewayNeeds;
  readonly #callers = new ConnectedCallers();
  readonly #occupied: OccupiedRooms;
  /** Who was identified before a change and connects after it would keep what he lost: he is identified again. */
  #changes = 0;
  /** Customers with news, by topic, for those who see some of their sites only. */
  readonly #news: Readonly<Record<DeltaTopic, Set<number>>> = { alert: new Set(), count: new Set() };

  constructor(http: HttpServer, needs: GatewayNeeds) {
    this.#server = openLiveServer(http);
    this.#needs = needs;
    this.#occupied = new OccupiedRooms(this.#server);
    const cookies = cookiesOf(this.#server);
    this.#server.use((socket, next) => {
      void this.#admit(socket, cookies(socket)).then(next);
    });
    this.#server.on('connection', (socket) => {
      answerJoins(socket, {
        callerOf: ({ data }) => this.#callers.get(data.account),
        position: needs.position,
      });
    });
  }

  windowClosed(notice: WindowNotice): void {
    this.#server
      .to(nameOf({ topic: 'window', customer: notice.customer }, 'everybody'))
      .emit('window', notice);
  }

  send(topic: DeltaTopic, customer: number, told: Told): void {
    const room = { topic, customer };
    this.#news[topic].add(customer);
    // One packet for all who get the same is encoded once.
    for (const [value, audiences] of Map.groupBy(this.#occupied.audiencesIn(room), told)) {
      const names = audiences.map((audience) => nameOf(room, audience));
      this.#server.to(names).emit(topic, value as never);
    }
  }

  tellRestricted(): void {
    for (const customer of this.#news.alert)
      this.#server
        .to(nameOf({ topic: 'alert', customer }, 'restricted'))
        .emit('alert', resyncs.alert(customer));
    for (const customer of this.#news.count)
      this.#server
        .to(nameOf({ topic: 'count', customer }, 'restricted'))
        .emit('count', resyncs.count(customer));
    this.#news.alert.clear();
    this.#news.count.clear();
  }

  resync(customer: number): void {
    this.#news.alert.add(customer);
    this.#news.count.add(customer);
    const again = resyncs.alert(customer);
    const counts = resyncs.count(customer);
    for (const audience of this.#occupied.audiencesIn({ topic: 'alert', customer }))
      if (audience !== 'privileged')
        this.#server.to(nameOf({ topic: 'alert', customer }, audience)).emit('alert', again);
    for (const audience of this.#occupied.audiencesIn({ topic: 'count', customer }))
      if (audience !== 'privileged')
        this.#server.to(nameOf({ topic: 'count', customer }, audience)).emit('count', counts);
  }

  readAgain({ topic, customer }: DeltaRoom): void {
    const again = resyncs[topic](customer);
    this.send(topic, customer, () => again);
  }

  async review(account?: number): Promise<void> {
    this.#changes += 1;
    // Taken before the tables are read: a session that begins meanwhile is not among those that are judged.
    const concerned = [...this.#sockets()].filter(
      ({ data }) => account === undefined || data.account === account,
    );
    if (concerned.length === 0) return;
    const alive = await this.#needs.alive();
    const accounts = new Set(concerned.map(({ data }) => data.account));
    const callers = await this.#needs.callersOf([...accounts]);
    const changed = new Set<number>();
    for (const caller of callers.values()) {
      const before = this.#callers.get(caller.id);
      if (before !== undefined && !sameRights(before, caller)) changed.add(caller.id);
      this.#callers.renew(caller);
    }
    for (const socket of concerned) {
      const caller = callers.get(socket.data.account);
      if (caller === undefined || alive.get(socket.data.session) !== caller.id) end(socket);
      else if (changed.has(caller.id)) applyRights(socket, caller);
    }
  }

  resourcesChanged(kind: ResourceKind): void {
    const { customer, template } = rightsOf(kind);
    for (const socket of this.#sockets()) {
      const permissions = this.#callers.get(socket.data.account)?.permissions;
      const reads = [customer?.read, template?.read].some(
        (right) => right !== undefined && permissions?.has(right) === true,
      );
      if (reads) socket.emit('resource', { kind });
    }
  }

  announced(): void {
    for (const socket of this.#sockets()) socket.emit('announcement');
  }

  ended(sessionHash: string): void {
    this.#changes += 1;
    for (const socket of this.#sockets()) if (socket.data.session === sessionHash) end(socket);
  }

  dropStalled(): void {
    for (const socket of this.#sockets()) if (waitingFor(socket) > MAX_WAITING) cutOff(socket);
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  #sockets(): Iterable<LiveSocket> {
    return this.#server.sockets.sockets.values();
  }

  async #admit(socket: LiveSocket, cookies: string | undefined): Promise<Error | undefined> {
    try {
      const identity = await this.#identify(cookies);
      if (identity === undefined) return new Error('UNAUTHENTICATED');
      // Gone meanwhile: nobody would take him out again.
      if (socket.conn.readyState !== 'open') return new Error('UNAUTHENTICATED');
      this.#enter(socket, identity);
      return undefined;
    } catch (error) {
      this.#needs.log.error({ err: error }, 'a connection could not be identified');
      return new Error('SERVER_PROBLEM');
    }
  }

  #enter(socket: LiveSocket, { caller, sessionHash }: Identity): void {
    socket.data = { account: caller.id, session: sessionHash };
    const known = this.#callers.get(caller.id);
    this.#callers.enter(caller);
    socket.conn.once('close', () => {
      this.#callers.leave(caller.id);
    });
    if (known === undefined || sameRights(known, caller)) return;
    // The notice of a change is on its way, or was lost: the user's other connections have his rights of before.
    this.review(caller.id).catch((error: unknown) => {
      this.#needs.log.warn({ err: error }, 'connections could not be looked at');
    });
  }

  async #identify(cookies: string | undefined): Promise<Identity | undefined> {
    for (;;) {
      const changes = this.#changes;
      const identity = await this.#needs.identify(cookies);
      if (changes === this.#changes) return identity;
    }
  }
}

/** Socket.IO: rooms per topic and customer, joined with the right only; deltas go out as the engine made them. */
export const openGateway = (http: HttpServer, needs: GatewayNeeds): LiveGateway => new Gateway(http, needs);
