import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import { subjects } from '#schemas/bus/subject.ts';
import {
  tailLimits,
  TailFlows,
  type FlowsNotice,
  type FlowsReply,
  type TailOrder,
  type WatchedFlows,
} from '#schemas/debug/tail.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { seesSite } from '../../kernel/access/site-reach.ts';
import type { FlowWatch } from '../../kernel/socket/flow-requests.ts';

interface Needs {
  readonly bus: Pick<Bus, 'subscribe' | 'publish'>;
  readonly inventory: Pick<InventoryCache, 'current'>;
  readonly clock: Clock;
  readonly ids: { uuid(): string };
  /** Modules that this installation offers. */
  readonly modules: ReadonlySet<string>;
  readonly signal: AbortSignal;
  readonly send: (viewer: string, notice: FlowsNotice) => void;
}

interface WatchedTail {
  readonly id: string;
  readonly viewer: string;
  readonly watched: WatchedFlows;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
}

/** Decoded flows of sites for the pages that watch them: collectors send them while this server orders them. */
export class SiteFlowWatch implements FlowWatch {
  readonly #needs: Needs;
  readonly #byViewer = new Map<string, WatchedTail>();
  readonly #byId = new Map<string, WatchedTail>();

  constructor(needs: Needs) {
    this.#needs = needs;
    const { bus, clock, signal } = needs;
    bus.subscribe(subjects.tailFlows, ({ data }) => this.#pass(data), { signal });
    clock.every(tailLimits.keepAliveMs, () => this.#renewAll(), signal);
  }

  rejectionOf(caller: Caller, site: number): ProblemCode | undefined {
    if (caller.display !== undefined || !caller.permissions.has('SUPPORT.DEBUG.read')) return 'FORBIDDEN';
    const known = this.#needs.inventory.current.sites.get(site);
    const isVisible =
      this.#needs.modules.has('debug') &&
      known !== undefined &&
      caller.customers.has(known.customer) &&
      seesSite(caller, { customer: known.customer, site });
    return isVisible ? undefined : 'NOT_FOUND';
  }

  siteOf(viewer: string): number | undefined {
    return this.#byViewer.get(viewer)?.watched.site;
  }

  open(watched: WatchedFlows, viewer: string): FlowsReply {
    this.close(viewer);
    if (this.#byId.size >= tailLimits.tails) return { ok: false, code: 'DEBUG_TAIL_BUSY' };
    const { clock, ids } = this.#needs;
    const now = clock.now().getTime();
    const tail = { id: ids.uuid(), viewer, watched, endsAt: now + tailLimits.maxMs };
    this.#byViewer.set(viewer, tail);
    this.#byId.set(tail.id, tail);
    this.#order(tail, 'renew');
    return { ok: true, endsAt: tail.endsAt, now };
  }

  close(viewer: string): void {
    const tail = this.#byViewer.get(viewer);
    if (tail === undefined) return;
    this.#byViewer.delete(viewer);
    this.#byId.delete(tail.id);
    this.#order(tail, 'stop');
  }

  #order({ id, watched }: WatchedTail, action: TailOrder['action']): void {
    const order: TailOrder = { tail: id, ...watched, action };
    this.#needs.bus.publish(subjects.tailOrder, JSON.stringify(order));
  }

  #renewAll(): void {
    const now = this.#needs.clock.now().getTime();
    for (const tail of Array.from(this.#byId.values()))
      if (now < tail.endsAt) this.#order(tail, 'renew');
      else {
        this.close(tail.viewer);
        this.#needs.send(tail.viewer, { is: 'over', code: null });
      }
  }

  #pass(data: Uint8Array): void {
    const { tail: id, flows, skipped } = TailFlows.parse(JSON.parse(new TextDecoder().decode(data)));
    // Those of another server, or of a page that was closed in the meantime.
    const tail = this.#byId.get(id);
    if (tail !== undefined) this.#needs.send(tail.viewer, { is: 'flows', flows, skipped });
  }
}
