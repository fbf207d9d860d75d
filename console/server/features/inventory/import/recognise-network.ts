import type { Transaction } from 'kysely';
import type { PlacedFault } from '#schemas/inventory/network-file-fault.ts';
import type { NetworkFile } from '#schemas/inventory/network-file.ts';
import type { Database } from '#schemas/table/postgres.ts';
import { addressOwner, takenAddress } from '../../../shared/inventory/address-owner.ts';
import { storedDevices, storedSites } from '../../../shared/inventory/element-rows.ts';
import type { NamedDevice, NamedSite } from '../../../shared/inventory/named-in-file.ts';
import {
  recognisedDevices,
  recognisedSites,
  siteSight,
  type SeesElement,
} from '../../../shared/inventory/recognised-elements.ts';
import {
  elementPath,
  pathKey,
  StoredInventory,
  type DeviceRow,
  type Recognised,
  type SiteRow,
} from '../../../shared/inventory/stored-inventory.ts';
import { elementKey } from './import-elements.ts';
import type { ImportReach } from './import-reach.ts';

type Tx = Transaction<Database>;

/**
 * What a device is that a file names, that is not stored, and whose address a stored device of the customer has: that device with another
 * name or at another site, where the file does not name it; an error; or another device with the same address.
 */
export type SameAddress = 'recognised' | 'rejected' | 'another device';

/** The place and name that a stored element gets by a file. */
export interface NewPlace {
  readonly id: number;
  readonly name: string;
  /** Path before. */
  readonly former: string;
  readonly customerId: number;
  /** Name of the site of a device; undefined for a site. */
  readonly site: string | undefined;
  readonly fields: readonly ('name' | 'site')[];
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** Stored elements that a file names otherwise or elsewhere, and its addresses that other devices retain. */
export interface RecognisedNetwork {
  readonly sites: readonly NewPlace[];
  readonly devices: readonly NewPlace[];
  readonly faults: readonly PlacedFault[];
}

interface DeviceInFile extends NamedDevice {
  readonly address: string;
  readonly path: PlacedFault['path'];
}

const customerKey = (clientId: string): string => pathKey('customer', '', clientId);

const sitesOf = ({ customers }: NetworkFile): readonly NamedSite[] =>
  customers.flatMap(({ clientId, sites }) =>
    sites.map(({ name, latitude, longitude }) => {
      const customer = customerKey(clientId);
      return { key: pathKey('site', customer, name), customer, name, latitude, longitude };
    }),
  );

const devicesOf = ({ customers }: NetworkFile): readonly DeviceInFile[] =>
  customers.flatMap(({ clientId, sites }, at) => {
    const customer = customerKey(clientId);
    return sites.flatMap(({ name: siteName, devices }, place) => {
      const site = pathKey('site', customer, siteName);
      return devices.map(({ name, address }, index) => ({
        key: pathKey('device', site, name),
        site,
        customer,
        name,
        address,
        path: ['customers', at, 'sites', place, 'devices', index],
      }));
    });
  });

async function rowsOf<Row>(pages: AsyncIterable<readonly Row[]>): Promise<readonly Row[]> {
  const all: Row[] = [];
  for await (const rows of pages) all.push(...rows);
  return all;
}

/** The sites and devices of the customers of a file. */
async function readStored(tx: Tx, { customers }: NetworkFile): Promise<StoredInventory> {
  const clientIds = customers.map(({ clientId }) => clientId);
  const customer = await tx
    .selectFrom('customer')
    .select(['id', 'client_id', 'name', 'profile_id', 'recipient_id', 'time_zone'])
    .where((eb) => eb('client_id', '=', eb.fn.any(eb.val(clientIds))))
    .execute();
  const ids = customer.map(({ id }) => id);
  const site: readonly SiteRow[] = ids.length === 0 ? [] : await rowsOf(storedSites(tx, ids));
  const device: readonly DeviceRow[] = ids.length === 0 ? [] : await rowsOf(storedDevices(tx, ids));
  return new StoredInventory({
    customer,
    site,
    device,
    interface: [],
    exporter: [],
    credential: [],
    profile: [],
  });
}

/** The place of an element in the file, of whose sites the names are given by their keys. */
function newPlace(
  { element, key, parent, name }: Recognised,
  inventory: StoredInventory,
  siteNames: ReadonlyMap<string, string>,
): NewPlace {
  const movedFrom = inventory.byKey.get(key)?.movedFrom;
  const site = siteNames.get(parent);
  const isRenamed = element.name !== name;
  return {
    id: element.row.id,
    customerId: (element.row as SiteRow | DeviceRow).customer_id,
    name,
    site,
    former: elementPath(element),
    fields: [...(isRenamed ? (['name'] as const) : []), ...(movedFrom ? (['site'] as const) : [])],
    before: { ...(isRenamed && { name: element.name }), ...(movedFrom && { site: movedFrom.name }) },
    after: { ...(isRenamed && { name }), ...(movedFrom && { site: site ?? '' }) },
  };
}

/** The addresses of the file that belong to stored devices which it does not name, or names with the same address. */
function takenFaults(
  devices: ReadonlyMap<string, DeviceInFile>,
  inventory: StoredInventory,
  sees: SeesElement,
): readonly PlacedFault[] {
  return [...devices.values()].flatMap(({ key, customer, address, path }) => {
    const owner = addressOwner(
      inventory,
      { customer, address, stored: inventory.byKey.get(key) },
      (device) => (devices.get(device.key)?.address ?? address) === address,
    );
    return owner === undefined ? [] : [{ path: [...path, 'address'], ...takenAddress(address, owner, sees) }];
  });
}

const byKey = <Named extends { readonly key: string }>(named: readonly Named[]): ReadonlyMap<string, Named> =>
  new Map(named.map((one) => [one.key, one]));

/** Compares the sites and devices of a file with the stored ones of its customers, as imports of tables do (`docs/52-imports.md`). */
export async function recogniseNetwork(
  tx: Tx,
  file: NetworkFile,
  { reach, sameAddress }: { readonly reach: ImportReach | undefined; readonly sameAddress: SameAddress },
): Promise<RecognisedNetwork> {
  if (sameAddress === 'another device') return { sites: [], devices: [], faults: [] };
  const inventory = await readStored(tx, file);
  const [sites, devices] = [byKey(sitesOf(file)), byKey(devicesOf(file))];
  const scope = { sites: [...(reach?.sites ?? [])].map(([customer, own]) => [customer, [...own]] as const) };
  const names = new Map([...sites.values()].map(({ key, name }) => [key, name]));
  const placed = (recognised: readonly Recognised[]): readonly NewPlace[] => {
    inventory.place(recognised);
    return recognised.map((one) => newPlace(one, inventory, names));
  };
  const recognises = sameAddress === 'recognised';
  const named = { sites, devices };
  const newSites = recognises ? placed(recognisedSites(named, inventory, scope)) : [];
  const newDevices = recognises ? placed(recognisedDevices(named, inventory, scope)) : [];
  return {
    sites: newSites,
    devices: newDevices,
    faults: takenFaults(devices, inventory, siteSight(scope)),
  };
}

/** Writes the new names of elements and, by the ids of sites, the sites of devices: their parts and history stay with their numbers. */
export async function writePlaces(
  tx: Tx,
  places: readonly NewPlace[],
  sites: ReadonlyMap<string, number> = new Map(),
): Promise<void> {
  for (const { id, customerId, name, site } of places) {
    const parent =
      site === undefined ? undefined : sites.get(elementKey({ customerId, parentId: null, name: site }));
    await tx
      .updateTable('network_element')
      .set({ name, ...(parent !== undefined && { parent_id: parent }) })
      .where('id', '=', id)
      .execute();
  }
}
