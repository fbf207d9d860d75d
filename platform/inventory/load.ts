import type { Kysely } from 'kysely';
import type {
  ComponentEntry,
  CustomerEntry,
  DeviceEntry,
  InterfaceEntry,
  Inventory,
  SiteEntry,
} from '#schemas/inventory/snapshot.ts';
import type { Database } from '#schemas/table/postgres.ts';
import { loadCollection } from './load-collection.ts';
import { loadTargets } from './load-targets.ts';
import { accessColumns, sealedAccessOf } from './snmp-access.ts';

type Db = Kysely<Database>;

const byId = <Entry extends { readonly id: number }>(entries: readonly Entry[]): ReadonlyMap<number, Entry> =>
  new Map(entries.map((entry) => [entry.id, entry]));

function grouped<Value>(pairs: readonly (readonly [number, Value])[]): ReadonlyMap<number, readonly Value[]> {
  const groups = new Map<number, Value[]>();
  for (const [key, value] of pairs) {
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}

async function loadCustomers(db: Db): Promise<readonly CustomerEntry[]> {
  const rows = await db
    .selectFrom('customer')
    .innerJoin('customer_profile', 'customer_profile.id', 'customer.profile_id')
    .select(['customer.id', 'client_id', 'customer.name', 'customer_profile.name as profile', 'recipient_id'])
    .orderBy('customer.id')
    .execute();
  return rows.map(({ id, client_id, name, profile, recipient_id }) => ({
    id,
    clientId: client_id,
    name,
    profile,
    recipientId: recipient_id,
  }));
}

async function loadSites(db: Db): Promise<readonly SiteEntry[]> {
  const rows = await db
    .selectFrom('network_element as element')
    .innerJoin('site', 'site.id', 'element.id')
    .select([
      'element.id',
      'customer_id',
      'name',
      'active',
      'city',
      'country',
      'latitude',
      'longitude',
      'networks',
    ])
    .orderBy('element.id')
    .execute();
  return rows.map(({ customer_id, ...site }) => ({ ...site, customer: customer_id }));
}

type InterfaceWithParents = Omit<InterfaceEntry, 'site'>;

async function loadInterfaces(db: Db): Promise<readonly InterfaceWithParents[]> {
  const rows = await db
    .selectFrom('network_element as element')
    .innerJoin('network_interface as port', 'port.id', 'element.id')
    .select(['element.id', 'customer_id', 'parent_id', 'name', 'active'])
    .select(['if_alias', 'if_index', 'bandwidth_in_bps', 'bandwidth_out_bps'])
    .orderBy('element.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    customer: row.customer_id,
    device: row.parent_id ?? 0,
    name: row.name,
    active: row.active,
    alias: row.if_alias,
    index: row.if_index,
    bandwidthInBps: row.bandwidth_in_bps,
    bandwidthOutBps: row.bandwidth_out_bps,
  }));
}

async function loadComponents(db: Db): Promise<readonly Omit<ComponentEntry, 'site'>[]> {
  const rows = await db
    .selectFrom('network_element as element')
    .innerJoin('network_component as component', 'component.id', 'element.id')
    .select(['element.id', 'customer_id', 'name', 'active'])
    .select(['device_id', 'component.kind', 'scope', 'key', 'fields'])
    .orderBy('element.id')
    .execute();
  return rows.map(({ customer_id, device_id, ...component }) => ({
    ...component,
    customer: customer_id,
    device: device_id,
  }));
}

async function loadDevices(db: Db): Promise<readonly Omit<DeviceEntry, 'exporters' | 'interfaces'>[]> {
  const rows = await db
    .selectFrom('network_element as element')
    .innerJoin('device', 'device.id', 'element.id')
    .select(['element.id', 'customer_id', 'parent_id', 'name', 'active'])
    .select(['address', 'vendor', 'model', ...accessColumns])
    .orderBy('element.id')
    .execute();
  return rows.map(({ id, customer_id, parent_id, name, active, address, vendor, model, ...agent }) => ({
    id,
    name,
    active,
    address,
    vendor,
    model,
    customer: customer_id,
    site: parent_id ?? 0,
    snmp: sealedAccessOf(agent),
  }));
}

export interface InventoryOptions {
  /** With what flows make elements of, and clusters: for those who measure or name them. */
  readonly targets?: boolean;
}

/** Reads the whole inventory in one transaction: what comes back never mixes two states. */
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
      const ports = await loadInterfaces(read);
      const components = await loadComponents(read);
      const exporters = await read
        .selectFrom('exporter')
        .select(['address', 'device_id'])
        // Of two devices with one address the older counts: it is put in last.
        .orderBy('device_id', 'desc')
        .execute();
      const collection = await loadCollection(read);
      const targets = withTargets ? { targets: await loadTargets(read) } : {};
      const siteOf = new Map(devices.map(({ id, site }) => [id, site]));
      const portsOf = grouped(ports.map(({ id, device }) => [device, id]));
      const exportersOf = grouped(exporters.map(({ address, device_id }) => [device_id, address]));
      return {
        customers: byId(customers),
        sites: byId(sites),
        devices: byId(
          devices.map((device) => ({
            ...device,
            exporters: exportersOf.get(device.id) ?? [],
            interfaces: portsOf.get(device.id) ?? [],
          })),
        ),
        interfaces: byId(ports.map((port) => ({ ...port, site: siteOf.get(port.device) ?? 0 }))),
        components: byId(components.map((one) => ({ ...one, site: siteOf.get(one.device) ?? 0 }))),
        exporters: new Map(exporters.map(({ address, device_id }) => [address, device_id])),
        collection,
        ...targets,
      };
    });
}
