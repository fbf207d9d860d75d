import type { Kysely } from 'kysely';
import type {
  ComponentEntry,
  CustomerEntry,
  DeviceEntry,
  InterfaceEntry,
  Inventory,
  SiteEntry,
} from '#schemas/inventory/snapshot.ts';
import { zoneOfCustomer } from '#schemas/customer/customer-zone.ts';
import type { networkElement } from '#schemas/table/inventory.ts';
import type { Database } from '#schemas/table/postgres.ts';
import type { Row } from '#schemas/table/relation.ts';
import { inPages } from './in-pages.ts';
import { loadCollection } from './load-collection.ts';
import { loadTargets } from './load-targets.ts';
import { accessColumns, sealedAccessOf } from './snmp-access.ts';

type Db = Kysely<Database>;

type Placed = ReadonlyMap<number, Pick<DeviceEntry, 'site'>>;

/** Cells of elements that users set. */
const markColumns = ['tags', 'infrastructure', 'owner'] as const;

/** Most elements have none: absent, they take no memory. */
const marksOf = ({
  tags,
  infrastructure,
  owner,
}: Pick<Row<typeof networkElement>, (typeof markColumns)[number]>): Pick<
  SiteEntry,
  'tags' | 'infrastructure' | 'owner'
> => ({
  ...(tags.length > 0 && { tags }),
  ...(infrastructure !== null && { infrastructure }),
  ...(owner !== '' && { owner }),
});

async function loadCustomers(db: Db): Promise<readonly CustomerEntry[]> {
  const rows = await db
    .selectFrom('customer')
    .innerJoin('customer_profile', 'customer_profile.id', 'customer.profile_id')
    .select(['customer.id', 'client_id', 'customer.name', 'customer_profile.name as profile', 'recipient_id'])
    .select(['explains_alarms', 'time_zone', 'country_time_zone'])
    .orderBy('customer.id')
    .execute();
  return rows.map(({ id, name, profile, ...row }) => {
    const timeZone = zoneOfCustomer({ own: row.time_zone, ofCountry: row.country_time_zone });
    return {
      id,
      clientId: row.client_id,
      name,
      profile,
      recipientId: row.recipient_id,
      explainsAlarms: row.explains_alarms,
      ...(timeZone === undefined ? {} : { timeZone }),
      ...(row.country_time_zone === null ? {} : { countryTimeZone: row.country_time_zone }),
    };
  });
}

async function loadSites(db: Db): Promise<ReadonlyMap<number, SiteEntry>> {
  const sites = new Map<number, SiteEntry>();
  const query = db
    .selectFrom('network_element as element')
    .innerJoin('site', 'site.id', 'element.id')
    .select(['element.id', 'customer_id', 'name', 'active', 'city', 'country'])
    .select(['latitude', 'longitude', 'networks', 'region', ...markColumns])
    .orderBy('element.id');
  await inPages(
    ({ after, count }) => query.where('element.id', '>', after).limit(count).execute(),
    ({ customer_id, tags, infrastructure, owner, region, ...site }) =>
      sites.set(site.id, {
        ...site,
        ...(region !== '' && { region }),
        ...marksOf({ tags, infrastructure, owner }),
        customer: customer_id,
      }),
  );
  return sites;
}

async function loadInterfaces(db: Db, devices: Placed): Promise<ReadonlyMap<number, InterfaceEntry>> {
  const ports = new Map<number, InterfaceEntry>();
  const query = db
    .selectFrom('network_element as element')
    .innerJoin('network_interface as port', 'port.id', 'element.id')
    .select(['element.id', 'customer_id', 'parent_id', 'name', 'active'])
    .select(['if_alias', 'if_index', 'bandwidth_in_bps', 'bandwidth_out_bps', 'port.fields', ...markColumns])
    .orderBy('element.id');
  await inPages(
    ({ after, count }) => query.where('element.id', '>', after).limit(count).execute(),
    (row) => {
      const device = row.parent_id ?? 0;
      ports.set(row.id, {
        id: row.id,
        customer: row.customer_id,
        device,
        name: row.name,
        active: row.active,
        alias: row.if_alias,
        index: row.if_index,
        bandwidthInBps: row.bandwidth_in_bps,
        bandwidthOutBps: row.bandwidth_out_bps,
        site: devices.get(device)?.site ?? 0,
        ...(Object.keys(row.fields).length > 0 && { fields: row.fields }),
        ...marksOf(row),
      });
    },
  );
  return ports;
}

async function loadComponents(db: Db, devices: Placed): Promise<ReadonlyMap<number, ComponentEntry>> {
  const components = new Map<number, ComponentEntry>();
  const query = db
    .selectFrom('network_element as element')
    .innerJoin('network_component as component', 'component.id', 'element.id')
    .select(['element.id', 'customer_id', 'name', 'active'])
    .select(['device_id', 'component.kind', 'scope', 'key', 'fields', ...markColumns])
    .orderBy('element.id');
  await inPages(
    ({ after, count }) => query.where('element.id', '>', after).limit(count).execute(),
    ({ customer_id, device_id: device, tags, infrastructure, owner, ...component }) => {
      const site = devices.get(device)?.site ?? 0;
      const marks = marksOf({ tags, infrastructure, owner });
      components.set(component.id, { ...component, customer: customer_id, device, site, ...marks });
    },
  );
  return components;
}

type ListedDevice = Omit<DeviceEntry, 'exporters' | 'interfaces'> & {
  readonly exporters: string[];
  readonly interfaces: number[];
};

/** The caller adds the children. */
async function loadDevices(db: Db): Promise<ReadonlyMap<number, ListedDevice>> {
  const devices = new Map<number, ListedDevice>();
  const query = db
    .selectFrom('network_element as element')
    .innerJoin('device', 'device.id', 'element.id')
    .leftJoin('device_identity as identity', 'identity.device_id', 'element.id')
    .select(['element.id', 'customer_id', 'parent_id', 'name', 'active', 'identity.sys_name'])
    .select(['address', 'vendor', 'model', ...markColumns, ...accessColumns])
    .orderBy('element.id');
  await inPages(
    ({ after, count }) => query.where('element.id', '>', after).limit(count).execute(),
    ({ customer_id, parent_id, sys_name, tags, infrastructure, owner, ...row }) => {
      const { id, name, active, address, vendor, model, ...agent } = row;
      devices.set(id, {
        id,
        name,
        active,
        address,
        vendor,
        model,
        customer: customer_id,
        site: parent_id ?? 0,
        snmp: sealedAccessOf(agent),
        exporters: [],
        interfaces: [],
        ...(sys_name !== null && sys_name !== '' && { systemName: sys_name }),
        ...marksOf({ tags, infrastructure, owner }),
      });
    },
  );
  return devices;
}

export interface InventoryOptions {
  /** Includes flow targets and clusters, for processes that measure or name them. */
  readonly targets?: boolean;
}

/**
 * Loads the whole inventory in one transaction, so that the result never mixes two states. Pages let a process that loads a
 * large inventory do other work in between.
 */
export async function loadInventory(
  db: Db,
  { targets: withTargets = false }: InventoryOptions = {},
): Promise<Inventory> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (read) => {
      const customers = await loadCustomers(read);
      const sites = await loadSites(read);
      const devices = await loadDevices(read);
      const interfaces = await loadInterfaces(read, devices);
      const components = await loadComponents(read, devices);
      const exporters = await read
        .selectFrom('exporter')
        .select(['address', 'device_id'])
        // When two devices share an address, the older one counts: it is inserted last.
        .orderBy('device_id', 'desc')
        .execute();
      const collection = await loadCollection(read);
      const targets = withTargets ? { targets: await loadTargets(read) } : {};
      for (const { id, device } of interfaces.values()) devices.get(device)?.interfaces.push(id);
      for (const { address, device_id } of exporters) devices.get(device_id)?.exporters.push(address);
      return {
        customers: new Map(customers.map((customer) => [customer.id, customer])),
        sites,
        devices,
        interfaces,
        components,
        exporters: new Map(exporters.map(({ address, device_id }) => [address, device_id])),
        collection,
        ...targets,
      };
    });
}
