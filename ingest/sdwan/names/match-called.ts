import type { ManagedDevice } from '#platform/sdwan/sdwan-client.ts';
import { isDeviceCollected } from '#schemas/inventory/collected.ts';
import type { DeviceEntry, Inventory } from '#schemas/inventory/snapshot.ts';
import { customerFinder, type ManagedBy } from './managed-by.ts';

/** A device as a manager calls it: its samples, alarms and volumes carry its name or address. */
export interface CalledDevice extends Pick<ManagedDevice, 'tenant' | 'name' | 'address'> {
  /** The device of the inventory that had this name when they were last compared; null: none had. */
  readonly element: number | null;
}

/** How the inventory knows a device: under the manager's name, under another one since it was renamed, or by its address. */
interface KnownDevice {
  readonly device: DeviceEntry;
  readonly by: 'name' | 'former name' | 'address';
}

/** The devices of a manager in the inventory. Names and addresses are compared regardless of case. */
export interface DeviceMatch {
  readonly customerOf: (tenant: string) => number | undefined;
  /** Undefined: the inventory lacks the device. */
  readonly knownAs: (called: CalledDevice) => KnownDevice | undefined;
  /** The device that the manager has listed under a name or an address; undefined: none, or several. */
  readonly listed: (tenant: string, label: string) => CalledDevice | undefined;
  /** The inventory's device that a manager names or addresses. `address`: what a sample has in addition to the name; it takes precedence. */
  readonly find: (tenant: string, label: string, address?: string) => DeviceEntry | undefined;
}

export const calledPlace = (scope: string | number, label: string): string =>
  `${String(scope)}\n${label.toLowerCase()}`;

/** What managers say where an address is unknown. */
export const NO_ADDRESS: ReadonlySet<string> = new Set(['', '0.0.0.0', '::']);

const addTo = <Value>(lists: Map<string, Value[]>, place: string, value: Value): void => {
  const list = lists.get(place);
  if (list === undefined) lists.set(place, [value]);
  else list.push(value);
};

/** The devices of the inventory by customer and name or address. */
class InventoryLabels {
  readonly #inventory: Inventory;
  readonly #kind: ManagedBy['kind'];
  readonly #names = new Map<string, DeviceEntry[]>();
  readonly #addresses = new Map<string, DeviceEntry[]>();
  #tunnelled: ReadonlySet<number> | undefined;

  constructor(inventory: Inventory, { kind, customer }: ManagedBy) {
    this.#inventory = inventory;
    this.#kind = kind;
    for (const device of inventory.devices.values()) {
      if (customer !== null && device.customer !== customer) continue;
      addTo(this.#names, calledPlace(device.customer, device.name), device);
      if (!NO_ADDRESS.has(device.address))
        addTo(this.#addresses, calledPlace(device.customer, device.address), device);
    }
  }

  /** Of several with the name the one with the address, else the one that the manager measures: one with a tunnel of it. */
  named(customer: number, name: string, address: string): DeviceEntry | undefined {
    const all = this.#names.get(calledPlace(customer, name)) ?? [];
    if (all.length < 2) return all[0];
    this.#tunnelled ??= this.#withTunnels();
    const tunnelled = this.#tunnelled;
    const rank = (one: DeviceEntry): number =>
      (one.address.toLowerCase() === address.toLowerCase() ? 4 : 0) +
      (tunnelled.has(one.id) ? 2 : 0) +
      (isDeviceCollected(this.#inventory, one) ? 1 : 0);
    return all.toSorted((one, other) => rank(other) - rank(one) || one.id - other.id)[0];
  }

  /** An address that several devices have, as behind one translated address, is none of theirs. */
  addressed(customer: number, address: string): DeviceEntry | undefined {
    const all = this.#addresses.get(calledPlace(customer, address)) ?? [];
    const collected = all.filter((one) => isDeviceCollected(this.#inventory, one));
    const [found, ...others] = collected.length === 0 ? all : collected;
    return others.length === 0 ? found : undefined;
  }

  byId(customer: number, id: number | null): DeviceEntry | undefined {
    const device = id === null ? undefined : this.#inventory.devices.get(id);
    return device?.customer === customer ? device : undefined;
  }

  #withTunnels(): ReadonlySet<number> {
    const components = [...(this.#inventory.components?.values() ?? [])];
    return new Set(
      components
        .filter(({ kind, scope }) => kind === 'tunnel' && scope === this.#kind)
        .map(({ device }) => device),
    );
  }
}

/** What each listed device is in the inventory: its own name first, then a former one, then an address that no other has. */
function knownDevices(
  list: readonly CalledDevice[],
  labels: InventoryLabels,
  customerOf: DeviceMatch['customerOf'],
): ReadonlyMap<CalledDevice, KnownDevice> {
  const known = new Map<CalledDevice, KnownDevice>();
  const taken = new Set<number>();
  const shown = new Map<string, number>();
  const owned = list.flatMap((called) => {
    const customer = customerOf(called.tenant);
    if (customer === undefined) return [];
    const place = calledPlace(customer, called.address);
    shown.set(place, (shown.get(place) ?? 0) + 1);
    return [{ called, customer, place }];
  });
  const keep = (called: CalledDevice, by: KnownDevice['by'], device: DeviceEntry | undefined): void => {
    if (device === undefined || known.has(called) || (by !== 'name' && taken.has(device.id))) return;
    known.set(called, { device, by });
    taken.add(device.id);
  };
  for (const { called, customer } of owned)
    keep(called, 'name', labels.named(customer, called.name, called.address));
  for (const { called, customer } of owned)
    keep(called, 'former name', labels.byId(customer, called.element));
  for (const { called, customer, place } of owned)
    if (shown.get(place) === 1) keep(called, 'address', labels.addressed(customer, called.address));
  return known;
}

interface ListedLabels {
  /** Null: an address of several. */
  readonly addresses: ReadonlyMap<string, CalledDevice | null>;
  /** Names before addresses. */
  readonly labels: ReadonlyMap<string, CalledDevice | null>;
}

/** The listed devices by tenant and label. */
function listedLabels(
  list: readonly CalledDevice[],
  isKnown: (called: CalledDevice) => boolean,
): ListedLabels {
  const [names, addresses] = [new Map<string, CalledDevice>(), new Map<string, CalledDevice | null>()];
  for (const called of list) {
    const name = calledPlace(called.tenant, called.name);
    const before = names.get(name);
    if (before === undefined || !isKnown(before)) names.set(name, called);
    if (NO_ADDRESS.has(called.address)) continue;
    const address = calledPlace(called.tenant, called.address);
    addresses.set(address, addresses.has(address) ? null : called);
  }
  return { addresses, labels: new Map<string, CalledDevice | null>([...addresses, ...names]) };
}

/**
 * Compares what a manager calls its devices with the inventory. The inventory's own name is certain: what has it is the device. No two
 * devices of a manager are one of the inventory by anything else. A name says nothing about the devices of another customer.
 */
export function matchCalled(
  list: readonly CalledDevice[],
  inventory: Inventory,
  manager: ManagedBy,
): DeviceMatch {
  const customerOf = customerFinder(inventory, manager);
  const labels = new InventoryLabels(inventory, manager);
  const known = knownDevices(list, labels, customerOf);
  const listed = listedLabels(list, (called) => known.has(called));
  const taken = new Set([...known.values()].map(({ device }) => device.id));

  /** One that the manager has not listed: it is newer than the list, or was never listed. */
  const unlisted = (customer: number, label: string): DeviceEntry | undefined => {
    const named = labels.named(customer, label, '');
    if (named !== undefined) return named;
    const addressed = labels.addressed(customer, label);
    return addressed === undefined || taken.has(addressed.id) ? undefined : addressed;
  };

  return {
    customerOf,
    knownAs: (called) => known.get(called),
    listed: (tenant, label) => listed.labels.get(calledPlace(tenant, label)) ?? undefined,
    find(tenant, label, address) {
      const customer = customerOf(tenant);
      if (customer === undefined || label === '') return undefined;
      const addressed =
        address === undefined ? undefined : listed.addresses.get(calledPlace(tenant, address));
      const called = addressed ?? listed.labels.get(calledPlace(tenant, label));
      if (called === undefined) return unlisted(customer, label);
      return called === null ? undefined : known.get(called)?.device;
    },
  };
}

/**
 * The devices of a manager with what is remembered of them. A device is the one that had its address, since names are changed and
 * exchanged; else the one that had its name, unless that one is still there under its address.
 */
export function rememberDevices(
  devices: readonly Pick<ManagedDevice, 'tenant' | 'name' | 'address'>[],
  before: readonly CalledDevice[],
): readonly CalledDevice[] {
  const [names, addresses] = [new Map<string, CalledDevice[]>(), new Map<string, CalledDevice[]>()];
  for (const called of before) {
    addTo(names, calledPlace(called.tenant, called.name), called);
    if (!NO_ADDRESS.has(called.address)) addTo(addresses, calledPlace(called.tenant, called.address), called);
  }
  const only = (all: readonly CalledDevice[] | undefined): CalledDevice | undefined =>
    all?.length === 1 ? all[0] : undefined;
  const shown = new Set(
    devices.flatMap(({ tenant, address }) => (NO_ADDRESS.has(address) ? [] : [calledPlace(tenant, address)])),
  );
  return devices.map(({ tenant, name, address }) => {
    const named = only(names.get(calledPlace(tenant, name)));
    const isElsewhere =
      named !== undefined && named.address !== address && shown.has(calledPlace(tenant, named.address));
    const same = only(addresses.get(calledPlace(tenant, address))) ?? (isElsewhere ? undefined : named);
    return { tenant, name, address, element: same?.element ?? null };
  });
}

/** The device of the inventory to remember a listed one by: one that has, or had, its name. */
export function rememberedElement(match: DeviceMatch, called: CalledDevice): number | null {
  const known = match.knownAs(called);
  return known === undefined || known.by === 'address' ? null : known.device.id;
}
