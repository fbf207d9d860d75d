import type { ImportActor } from '#schemas/table/provisioning.ts';
import { nameWithin, type NamedDevice, type NamedInFile } from './named-in-file.ts';
import {
  storedAddress,
  type Recognised,
  type StoredElement,
  type StoredInventory,
} from './stored-inventory.ts';

/** Whether the user sees the site of an element. */
export type SeesElement = (element: StoredElement) => boolean;

/** What a user sees of the customers of an import. */
export function siteSight({ sites }: Pick<ImportActor, 'sites'>): SeesElement {
  const seen = new Map(sites.map(([customer, own]) => [customer, new Set(own)]));
  const isSeen: SeesElement = (element) =>
    element.level === 'site'
      ? seen.get(element.parent?.row.id ?? 0)?.has(element.row.id) !== false
      : element.parent === undefined || isSeen(element.parent);
  return isSeen;
}

/** Those that are alone with their sign. */
function alone<Item>(items: readonly (readonly [sign: string, Item])[]): ReadonlyMap<string, Item> {
  const groups = Map.groupBy(items, ([sign]) => sign);
  return new Map(
    [...groups].flatMap(([sign, [first, ...others]]) =>
      first === undefined || others.length > 0 ? [] : [[sign, first[1]] as const],
    ),
  );
}

const signOf = (...parts: readonly string[]): string => parts.join('\u0000');

const ofLevel = (stored: StoredInventory, level: StoredElement['level']): readonly StoredElement[] =>
  [...stored.byKey.values()].filter((element) => element.level === level);

interface Pairing {
  readonly fresh: readonly NamedDevice[];
  readonly left: readonly StoredElement[];
  readonly signOfNamed: (device: NamedDevice) => string | undefined;
  readonly signOfStored: (device: StoredElement) => string | undefined;
}

/** Devices that agree in a sign that no other one has. */
function pairs({ fresh, left, signOfNamed, signOfStored }: Pairing): readonly Recognised[] {
  const signed = <Item>(items: readonly Item[], sign: (item: Item) => string | undefined) =>
    alone(
      items.flatMap((item): [string, Item][] => {
        const own = sign(item);
        return own === undefined ? [] : [[own, item]];
      }),
    );
  const stored = signed(left, signOfStored);
  return [...signed(fresh, signOfNamed)].flatMap(([sign, { key, site, name }]) => {
    const element = stored.get(sign);
    return element === undefined ? [] : [{ element, key, parent: site, name }];
  });
}

/**
 * Devices that the file names where they are not stored, while the customer has one at a place under which the file does not name it: of the
 * same name and address, it has moved; of the same address, its former name being in no line of the customer, it has been renamed.
 * A device that only has the same name is another one.
 */
export function recognisedDevices(
  { devices: named }: NamedInFile,
  stored: StoredInventory,
  reach: Pick<ImportActor, 'sites'>,
): readonly Recognised[] {
  const fresh = [...named.values()].filter(({ key }) => !stored.byKey.has(key));
  if (fresh.length === 0) return [];
  const isSeen = siteSight(reach);
  const left = ofLevel(stored, 'device').filter((device) => !named.has(device.key) && isSeen(device));
  const customerOf = (device: StoredElement): string => device.parent?.parent?.key ?? '';
  const moved = pairs({
    fresh,
    left,
    signOfNamed: ({ customer, name, address }) =>
      address === undefined ? undefined : signOf(nameWithin(customer, name), address),
    signOfStored: (device) => signOf(nameWithin(customerOf(device), device.name), storedAddress(device)),
  });
  const names = new Set([...named.values()].map(({ customer, name }) => nameWithin(customer, name)));
  const done = new Set(moved.flatMap(({ key, element }) => [key, element.key]));
  const renamed = pairs({
    fresh: fresh.filter(({ key }) => !done.has(key)),
    left: left.filter((device) => !done.has(device.key)),
    signOfNamed: ({ customer, address }) => (address === undefined ? undefined : signOf(customer, address)),
    signOfStored: (device) =>
      names.has(nameWithin(customerOf(device), device.name))
        ? undefined
        : signOf(customerOf(device), storedAddress(device)),
  });
  return [...moved, ...renamed];
}

/** A position is given with other digits by other programs: about a kilometre. */
const SAME_PLACE_DEGREES = 0.01;

interface Position {
  readonly latitude?: number | undefined;
  readonly longitude?: number | undefined;
}

const isNear = (one: number | undefined, other: number | undefined): boolean =>
  one === undefined || other === undefined || Math.abs(one - other) <= SAME_PLACE_DEGREES;
/** A position that is not given contradicts none. */
const isSamePlace = (one: Position, other: Position): boolean =>
  isNear(one.latitude, other.latitude) && isNear(one.longitude, other.longitude);

/** The sites of a file at which the stored devices of each site are now, by their addresses, else by their names. */
function sitesOfDevices(
  { devices }: NamedInFile,
  stored: StoredInventory,
): ReadonlyMap<string, ReadonlySet<string>> {
  const bySign = Map.groupBy(devices.values(), ({ customer, name, address }) =>
    address === undefined ? nameWithin(customer, name) : signOf(customer, '', address),
  );
  const places = new Map<string, Set<string>>();
  for (const device of ofLevel(stored, 'device')) {
    const site = device.parent;
    if (site?.parent === undefined) continue;
    const customer = site.parent.key;
    const signs = [signOf(customer, '', storedAddress(device)), nameWithin(customer, device.name)];
    const found = places.get(site.key) ?? new Set<string>();
    for (const { site: at } of signs.flatMap((sign) => bySign.get(sign) ?? [])) found.add(at);
    places.set(site.key, found);
  }
  return places;
}

/**
 * Sites that the file names and that are not stored, while it does not name a stored one of the customer: it has been renamed if those of its devices that the
 * file names are all at the new one, at the same place as far as it is given.
 */
export function recognisedSites(
  named: NamedInFile,
  stored: StoredInventory,
  reach: Pick<ImportActor, 'sites'>,
): readonly Recognised[] {
  const fresh = [...named.sites.values()].filter(({ key }) => !stored.byKey.has(key));
  if (fresh.length === 0) return [];
  const isSeen = siteSight(reach);
  const places = sitesOfDevices(named, stored);
  const left = ofLevel(stored, 'site').filter((site) => !named.sites.has(site.key) && isSeen(site));
  const candidates = left.flatMap((element): [string, StoredElement][] => {
    const [place, ...others] = places.get(element.key) ?? [];
    return place === undefined || others.length > 0 ? [] : [[place, element]];
  });
  const byPlace = alone(candidates);
  return fresh.flatMap((site) => {
    const element = byPlace.get(site.key);
    return element === undefined || !isSamePlace(site, element.row as Position)
      ? []
      : [{ element, key: site.key, parent: site.customer, name: site.name }];
  });
}
