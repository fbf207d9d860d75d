import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { severities, type Severity } from '#schemas/alerting/severity.ts';
import { deviceOf } from '#schemas/inventory/element-of.ts';
import type { InventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import { liveKinds, liveStateOf, type InventoryLive } from '#schemas/inventory/list/live.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { Listed } from '../list/listed-elements.ts';
import type { Newest, NewestByElement } from './newest-measures.ts';

/** Alarms of an element and its parts. */
interface AlarmFacts {
  readonly count: number;
  /** Of those that are not silenced. */
  readonly worst: Severity | undefined;
}

export type AlarmsByElement = ReadonlyMap<number, AlarmFacts>;

const worse = (one: Severity | undefined, other: Severity): Severity =>
  one === undefined || severities.indexOf(other) < severities.indexOf(one) ? other : one;

/** Alarms by the element of a list whose alarm they are: of a site all at it, of a device those of its parts as well. */
export function alarmsByElement(
  inventory: Inventory,
  kind: InventoryKind,
  alarms: Iterable<Pick<AlarmRow, 'element' | 'site' | 'severity' | 'silenced'>>,
): AlarmsByElement {
  const found = new Map<number, AlarmFacts>();
  for (const { element, site, severity, silenced } of alarms) {
    const own = kind === 'device' ? deviceOf(inventory, element) : element;
    const id = kind === 'site' ? site : own;
    const { count = 0, worst } = found.get(id) ?? {};
    found.set(id, {
      count: count + 1,
      worst: silenced === undefined ? worse(worst, severity) : worst,
    });
  }
  return found;
}

type Load = Pick<InventoryLive, 'in' | 'out'>;

/** The worst load at the newest time at which any access has one. */
class WorstLoad {
  value: number | null = null;
  #at = 0;

  take(value: number | null, at: number): void {
    if (value === null || at < this.#at) return;
    this.value = at > this.#at || this.value === null ? value : Math.max(this.value, value);
    this.#at = at;
  }
}

/** The load of sites or devices from that of their accesses. */
export function loadOfAccesses(
  { interfaces }: Pick<Inventory, 'interfaces'>,
  { kind, accesses }: { readonly kind: 'site' | 'device'; readonly accesses: Iterable<number> },
  newest: NewestByElement,
): ReadonlyMap<number, Load> {
  const found = new Map<number, { readonly in: WorstLoad; readonly out: WorstLoad }>();
  for (const id of accesses) {
    const [port, values] = [interfaces.get(id), newest.get(id)];
    if (port === undefined || values === undefined) continue;
    const own = found.get(port[kind]) ?? { in: new WorstLoad(), out: new WorstLoad() };
    own.in.take(values.in, values.inAt);
    own.out.take(values.out, values.outAt);
    found.set(port[kind], own);
  }
  return new Map([...found].map(([id, load]) => [id, { in: load.in.value, out: load.out.value }]));
}

interface Known {
  readonly inventory: Inventory;
  readonly kind: InventoryKind;
  /** Undefined: not known, or not for the caller. */
  readonly alarms: AlarmsByElement | undefined;
  readonly newest: NewestByElement | undefined;
  /** Of sites and devices. */
  readonly load: ReturnType<typeof loadOfAccesses> | undefined;
  /** By device, milliseconds since 1970. */
  readonly seen: ReadonlyMap<number, number>;
}

const isOff = ({ sites, devices }: Inventory, { active, site, device }: Listed): boolean =>
  !active || sites.get(site)?.active === false || devices.get(device ?? 0)?.active === false;

/** What is newest of the elements of a list. */
export class LiveFacts {
  readonly #known: Known;
  readonly #made = new Map<number, InventoryLive>();

  constructor(known: Known) {
    this.#known = known;
  }

  #loadOf(id: number, own: Newest | undefined): Load {
    const { load } = this.#known;
    return (load === undefined ? own : load.get(id)) ?? { in: null, out: null };
  }

  #stateOf(element: Listed, own: Newest | undefined, load: Load): InventoryLive['state'] {
    const { inventory, kind, alarms, newest } = this.#known;
    const live = liveKinds[kind];
    const isJudged = newest !== undefined && live !== undefined;
    return liveStateOf({
      worst: alarms?.get(element.id)?.worst,
      isOff: isOff(inventory, element),
      up: live?.up === undefined ? undefined : own?.up,
      isMeasured: !isJudged || [own?.up, load.in, load.out].some((value) => typeof value === 'number'),
    });
  }

  /** The same for an element each time: lists are sorted and filtered by it again and again. */
  of(element: Listed): InventoryLive {
    const known = this.#made.get(element.id);
    if (known !== undefined) return known;
    const live = this.#make(element);
    this.#made.set(element.id, live);
    return live;
  }

  #make(element: Listed): InventoryLive {
    const { alarms, newest, seen } = this.#known;
    const { id, device = 0 } = element;
    const own = newest?.get(id);
    const load = this.#loadOf(id, own);
    return {
      state: this.#stateOf(element, own, load),
      alarms: alarms === undefined ? null : (alarms.get(id)?.count ?? 0),
      in: load.in,
      out: load.out,
      // 0: never.
      seen: seen.get(device) || null,
    };
  }
}
