import type { Clock } from '#platform/clock/clock.ts';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { InventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import { accessesOf } from '#schemas/inventory/wan-access.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import type { Caller } from '../../../kernel/access/caller.ts';
import type { Listed } from '../list/listed-elements.ts';
import { alarmsByElement, LiveFacts, loadOfAccesses, type AlarmsByElement } from './live-facts.ts';
import { readNewest, type NewestByElement } from './newest-measures.ts';

export interface LiveReaderNeeds {
  readonly clickhouse: Pick<ClickHouse, 'rowBinary'>;
  readonly clock: Clock;
  readonly inventory: Pick<InventoryCache, 'current'>;
  /** The running alarms of a customer that a caller sees. Throws until they are known. */
  readonly alarms: (caller: Caller, customer: number) => Iterable<AlarmRow>;
  /** Which alarms a caller sees: equal for callers who see the same ones, and another one as soon as that changes. */
  readonly visible: (caller: Caller) => string;
  /** When devices responded last, milliseconds since 1970. Throws if no poller replies. */
  readonly seen: () => Promise<ReadonlyMap<number, number>>;
}

interface ListOf {
  readonly kind: InventoryKind;
  readonly customers: readonly number[];
}

/** Reads what is newest of the elements of a list; of all of them without `elements`. */
export type ReadLive = (list: ListOf, elements?: readonly Listed[]) => Promise<LiveFacts>;

interface CachedRead<Value> {
  readonly at: number;
  readonly value: Promise<Value>;
}

/** Newer values are read again after this time; until they have come, those before are shown, if they are not too old. */
const FRESH_MS = MINUTE_MS / 2;
const USABLE_MS = 5 * MINUTE_MS;
const MAX_LISTS = 8;

const noDevices: ReadonlyMap<number, number> = new Map();

/** What is newest of the elements of lists: those of all of a list are read for all readers together. */
export class LiveReader {
  readonly #needs: LiveReaderNeeds;
  readonly #lists = new Map<string, CachedRead<NewestByElement>>();
  readonly #facts = new Map<string, CachedRead<LiveFacts>>();
  #seen: CachedRead<ReadonlyMap<number, number>> | undefined;

  constructor(needs: LiveReaderNeeds) {
    this.#needs = needs;
  }

  /** As far as the caller may see it. */
  for(caller: Caller): ReadLive {
    return (list, elements) => {
      const isRestricted = list.customers.some((customer) => caller.sites.has(customer));
      if (elements !== undefined || isRestricted) return this.#read(caller, list, elements);
      return this.#shared(caller, list);
    };
  }

  /** Of a list as far as it is sorted and filtered: for all readers who see the same, for half a minute. */
  #shared(caller: Caller, list: ListOf): Promise<LiveFacts> {
    const { kind, customers } = list;
    const sees = ['ALERT.read' as const, 'DASHBOARD.read' as const].map((right) =>
      caller.permissions.has(right),
    );
    // By the alarms themselves: counts are never shared on when an alarm has become invisible.
    const visible = caller.permissions.has('ALERT.read') ? this.#needs.visible(caller) : '';
    const key = `${kind} ${customers.join()} ${sees.join()} ${visible}`;
    const now = this.#needs.clock.now().getTime();
    const before = this.#facts.get(key);
    if (before !== undefined && now - before.at < FRESH_MS) return before.value;
    const value = this.#read(caller, list, undefined);
    this.#facts.delete(key);
    const [oldest] = this.#facts.keys();
    if (this.#facts.size >= MAX_LISTS && oldest !== undefined) this.#facts.delete(oldest);
    this.#facts.set(key, { at: now, value });
    return value;
  }

  async #read(caller: Caller, list: ListOf, elements: readonly Listed[] | undefined): Promise<LiveFacts> {
    const { inventory } = this.#needs;
    const [newest, seen] = await Promise.all([this.#newest(caller, list, elements), this.#seenDevices()]);
    const { current } = inventory;
    const { kind, customers } = list;
    const load = (read: NewestByElement, of: 'site' | 'device') => {
      // Of few elements nothing but their accesses were read.
      const accesses =
        elements === undefined ? customers.flatMap((customer) => accessesOf(current, customer)) : read.keys();
      return loadOfAccesses(current, { kind: of, accesses }, read);
    };
    return new LiveFacts({
      inventory: current,
      kind,
      alarms: this.#alarms(caller, list),
      newest,
      load: newest !== undefined && (kind === 'site' || kind === 'device') ? load(newest, kind) : undefined,
      seen,
    });
  }

  #alarms(caller: Caller, { kind, customers }: ListOf): AlarmsByElement | undefined {
    if (!caller.permissions.has('ALERT.read')) return undefined;
    const { alarms, inventory } = this.#needs;
    try {
      const all = customers.flatMap((customer) => [...alarms(caller, customer)]);
      return alarmsByElement(inventory.current, kind, all);
    } catch {
      // Until the engines have sent theirs, a list without alarms is a list.
      return undefined;
    }
  }

  async #newest(
    caller: Caller,
    { kind, customers }: ListOf,
    elements: readonly Listed[] | undefined,
  ): Promise<NewestByElement | undefined> {
    if (!caller.permissions.has('DASHBOARD.read')) return undefined;
    const read =
      elements === undefined
        ? this.#ofAll({ kind, customers })
        : readNewest(this.#needs, { kind, customers, elements: this.#measured(kind, elements) });
    return read.catch(() => undefined);
  }

  /** The elements that are measured: with those of a site or device its accesses. */
  #measured(kind: InventoryKind, elements: readonly Listed[]): readonly number[] {
    const own = elements.map(({ id }) => id);
    if (kind !== 'site' && kind !== 'device') return own;
    const { current } = this.#needs.inventory;
    const parents = new Set(own);
    const customers = new Set(elements.map(({ customer }) => customer));
    const ports = [...customers]
      .flatMap((customer) => accessesOf(current, customer))
      .filter((id) => parents.has(current.interfaces.get(id)?.[kind] ?? 0));
    return [...own, ...ports];
  }

  #ofAll(list: ListOf): Promise<NewestByElement> {
    const key = `${list.kind} ${list.customers.join()}`;
    const before = this.#lists.get(key);
    const now = this.#needs.clock.now().getTime();
    const age = before === undefined ? Number.POSITIVE_INFINITY : now - before.at;
    if (before !== undefined && age < FRESH_MS) return before.value;
    const value = readNewest(this.#needs, { ...list, elements: undefined });
    this.#lists.delete(key);
    const [oldest] = this.#lists.keys();
    if (this.#lists.size >= MAX_LISTS && oldest !== undefined) this.#lists.delete(oldest);
    this.#lists.set(key, { at: now, value });
    value.catch(() => this.#lists.delete(key));
    return before !== undefined && age < USABLE_MS ? before.value : value;
  }

  #seenDevices(): Promise<ReadonlyMap<number, number>> {
    const now = this.#needs.clock.now().getTime();
    if (this.#seen === undefined || now - this.#seen.at >= FRESH_MS)
      this.#seen = { at: now, value: this.#needs.seen().catch(() => noDevices) };
    return this.#seen.value;
  }
}
