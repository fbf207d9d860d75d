import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { elementOf } from '#schemas/inventory/element-of.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import { realtimeElement } from '#schemas/realtime/polled-element.ts';
import {
  realtimeLimits,
  RealtimeReading,
  RealtimeReply,
  type RealtimeOrder,
  type WatchChange,
  type WatchedElement,
  type WatchReply,
} from '#schemas/realtime/realtime.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { seesSite } from '../../kernel/access/site-reach.ts';
import type { ElementWatch } from '../../kernel/socket/element-rooms.ts';

/** Longer than a poller takes to reply, shorter than a user waits for the dialog. */
const REPLY_MS = 1_500;

interface Needs {
  readonly bus: Pick<Bus, 'subscribe' | 'publish' | 'requestAll'>;
  readonly inventory: Pick<InventoryCache, 'current'>;
  readonly clock: Clock;
  /** Of this run of the server. */
  readonly server: string;
  readonly signal: AbortSignal;
  readonly send: (watched: WatchedElement, sent: RealtimeReading | WatchChange) => void;
}

/** An element that is polled for its viewers. */
interface Share {
  readonly watched: WatchedElement;
  readonly viewers: Set<string>;
  readonly readings: RealtimeReading[];
  /** When it ends, milliseconds since 1970. */
  readonly endsAt: number;
  /** Rejection of the pollers; undefined when one of them polls. */
  readonly started: Promise<ProblemCode | undefined>;
  /** By the monotonic clock: since when no poller polls it. */
  lostMs: number | undefined;
}

const codes = {
  'device busy': 'REALTIME_DEVICE_BUSY',
  busy: 'REALTIME_BUSY',
  elsewhere: 'REALTIME_SERVER_NOT_FOUND',
  polling: undefined,
} as const satisfies Record<RealtimeReply['is'], ProblemCode | undefined>;

/** Elements that pages watch in real time: each is polled once for all, by the poller that polls its device. */
export class RealtimeWatch implements ElementWatch {
  readonly #needs: Needs;
  readonly #shares = new Map<number, Share>();

  constructor(needs: Needs) {
    this.#needs = needs;
    const { bus, clock, signal } = needs;
    bus.subscribe(subjects.anyRealtime, ({ data }) => this.#read(data), { signal });
    clock.every(realtimeLimits.keepAliveMs, () => this.#keepAll(), signal);
  }

  rejectionOf(caller: Caller, { customer, element }: WatchedElement): ProblemCode | undefined {
    const { current } = this.#needs.inventory;
    if (caller.display !== undefined || !caller.permissions.has('DASHBOARD.read')) return 'FORBIDDEN';
    const known = elementOf(current, element);
    if (known?.customer !== customer || !caller.customers.has(customer) || !seesSite(caller, known))
      return 'NOT_FOUND';
    return realtimeElement(current, element) === undefined ? 'REALTIME_NOT_POLLED' : undefined;
  }

  async open(watched: WatchedElement, viewer: string): Promise<WatchReply> {
    const { clock, inventory } = this.#needs;
    const { element } = watched;
    const kind = realtimeElement(inventory.current, element)?.kind;
    const share = this.#shares.get(element) ?? this.#start(watched);
    if (kind === undefined || share === undefined)
      return { ok: false, code: kind === undefined ? 'REALTIME_NOT_POLLED' : 'REALTIME_BUSY' };
    share.viewers.add(viewer);
    const code = await share.started;
    if (code !== undefined) {
      this.#forget(share);
      return { ok: false, code };
    }
    const { endsAt, readings, lostMs } = share;
    const now = clock.now().getTime();
    return { ok: true, kind, endsAt, now, readings: [...readings], lost: lostMs !== undefined };
  }

  close(element: number, viewer: string): void {
    const share = this.#shares.get(element);
    if (share?.viewers.delete(viewer) === true && share.viewers.size === 0) this.#end(share);
  }

  #start(watched: WatchedElement): Share | undefined {
    if (this.#shares.size >= realtimeLimits.elements) return undefined;
    const share: Share = {
      watched,
      viewers: new Set(),
      readings: [],
      lostMs: undefined,
      endsAt: this.#needs.clock.now().getTime() + realtimeLimits.maxMs,
      started: this.#request(watched.element),
    };
    this.#shares.set(watched.element, share);
    return share;
  }

  #forget(share: Share): void {
    const { element } = share.watched;
    if (this.#shares.get(element) === share) this.#shares.delete(element);
  }

  #end(share: Share): void {
    this.#forget(share);
    this.#needs.bus.publish(subjects.realtimePoll, this.#order(share.watched.element, 'stop'));
  }

  #order(element: number, action: RealtimeOrder['action']): string {
    const order: RealtimeOrder = { element, action, server: this.#needs.server };
    return JSON.stringify(order);
  }

  /** Sends the request to every poller until one of them polls the element, or rejects it. */
  async #request(element: number): Promise<ProblemCode | undefined> {
    let is: RealtimeReply['is'] = 'elsewhere';
    let replies = 0;
    const isEnough = (data: Uint8Array): boolean => {
      const reply = RealtimeReply.parse(JSON.parse(new TextDecoder().decode(data)));
      replies += 1;
      if (reply.is !== 'elsewhere') ({ is } = reply);
      return is !== 'elsewhere' || replies >= reply.pollers;
    };
    try {
      const options = { isEnough, timeoutMs: REPLY_MS };
      await this.#needs.bus.requestAll(subjects.realtimePoll, this.#order(element, 'keep'), options);
      return codes[is];
    } catch {
      return 'REALTIME_SERVER_LIST_EMPTY';
    }
  }

  async #keepAll(): Promise<void> {
    await Promise.all([...this.#shares.values()].map((share) => this.#keep(share)));
  }

  async #keep(share: Share): Promise<void> {
    const { clock } = this.#needs;
    if ((await share.started) !== undefined) return;
    if (clock.now().getTime() >= share.endsAt) {
      this.#over(share, null);
      return;
    }
    const code = await this.#request(share.watched.element);
    if (this.#shares.get(share.watched.element) === share) this.#note(share, code);
  }

  /** After the loss of its poller another one takes over within seconds. */
  #note(share: Share, code: ProblemCode | undefined): void {
    const nowMs = this.#needs.clock.elapsed();
    if (code === undefined) share.lostMs = undefined;
    else if (code !== 'REALTIME_SERVER_NOT_FOUND' && code !== 'REALTIME_SERVER_LIST_EMPTY')
      this.#over(share, code);
    else if (share.lostMs === undefined) {
      share.lostMs = nowMs;
      this.#needs.send(share.watched, { element: share.watched.element, is: 'lost' });
    } else if (nowMs - share.lostMs >= realtimeLimits.lostMs) this.#over(share, code);
  }

  #over(share: Share, code: ProblemCode | null): void {
    this.#end(share);
    this.#needs.send(share.watched, { element: share.watched.element, is: 'over', code });
  }

  #read(data: Uint8Array): void {
    const reading = RealtimeReading.parse(JSON.parse(new TextDecoder().decode(data)));
    const share = this.#shares.get(reading.element);
    // A poller that has lost the device may send one more.
    if (share === undefined || reading.at <= (share.readings.at(-1)?.at ?? 0)) return;
    share.readings.push(reading);
    this.#needs.send(share.watched, reading);
  }
}
