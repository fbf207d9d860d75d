import { STEP_SIZE, type Steps } from '#platform/clock/steps.ts';
import type { InventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import { infrastructureOf } from '#schemas/inventory/list/infrastructure.ts';
import { devicePropertiesOf } from '#server/shared/context/device-properties.ts';
import { contractOf, hasContract } from '#schemas/inventory/contract.ts';
import type { QosColour } from '#schemas/qos/qos-class.ts';
import type { Inventory, SiteEntry } from '#schemas/inventory/snapshot.ts';

/** The class of service of an element. */
export interface ListedClass {
  readonly name: string;
  readonly colour: QosColour;
  /** In the matching order of the customer, from 0. */
  readonly position: number;
}

/** An element as lists filter and sort it. */
export interface Listed {
  readonly id: number;
  readonly customer: number;
  readonly name: string;
  readonly active: boolean;
  /** Its site; the site itself. */
  readonly site: number;
  /** Its device; a device itself. */
  readonly device: number | undefined;
  readonly properties: Readonly<Record<string, string>>;
  /** Of a class element: what it maps to. */
  readonly classOfService?: ListedClass;
}

/** What users set, as texts. */
function marksOf(
  { tags = [], infrastructure: chosen, owner = '' }: Pick<SiteEntry, 'tags' | 'infrastructure' | 'owner'>,
  of: Omit<Parameters<typeof infrastructureOf>[0], 'chosen'>,
) {
  return { infrastructure: infrastructureOf({ ...of, chosen }) ?? '', owner, tags: tags.join(', ') };
}

const numberText = (value: number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value);

function* listedSites({ sites }: Inventory): Generator<Listed> {
  for (const { id, customer, active, name, city, country, networks, ...place } of sites.values()) {
    const position = { latitude: String(place.latitude), longitude: String(place.longitude) };
    const { region = '' } = place;
    const properties = {
      name,
      city,
      country,
      region,
      networks: networks.join(', '),
      ...position,
      ...marksOf(place, { kind: 'site' }),
    };
    yield { id, customer, active, name, site: id, device: undefined, properties };
  }
}

function* listedDevices({ sites, devices }: Inventory): Generator<Listed> {
  for (const { id, customer, active, name, site, snmp, exporters, ...device } of devices.values()) {
    const properties = {
      ...devicePropertiesOf({ ...device, name, snmp }),
      site: sites.get(site)?.name ?? '',
      snmp: snmp?.version ?? '',
      exporters: exporters.join(', '),
      ...marksOf(device, { kind: 'device' }),
    };
    yield { id, customer, active, name, site, device: id, properties };
  }
}

function* listedInterfaces({ sites, devices, interfaces }: Inventory): Generator<Listed> {
  for (const { id, customer, active, name, site, device, alias, ...port } of interfaces.values()) {
    const properties = {
      name,
      device: devices.get(device)?.name ?? '',
      site: sites.get(site)?.name ?? '',
      alias,
      index: numberText(port.index),
      bandwidthIn: numberText(contractOf(port).inBps),
      bandwidthOut: numberText(contractOf(port).outBps),
      ...marksOf(port, { kind: 'interface', hasContract: hasContract(port) }),
    };
    yield { id, customer, active, name, site, device, properties };
  }
}

function* listedComponents(
  { sites, devices, components }: Inventory,
  kind: InventoryKind,
): Generator<Listed> {
  for (const { id, customer, active, name, site, device, kind: own, ...of } of components?.values() ?? []) {
    if (own !== kind) continue;
    const places = { device: devices.get(device)?.name ?? '', site: sites.get(site)?.name ?? '' };
    const marks = marksOf(of, { kind, source: of.scope });
    const properties = { ...of.fields, name, ...places, source: of.scope, key: of.key, ...marks };
    yield { id, customer, active, name, site, device, properties };
  }
}

function* listedTargets({ sites, targets }: Inventory, kind: InventoryKind): Generator<Listed> {
  for (const { id, customer, active, name, site, kind: own } of targets?.flows.values() ?? [])
    if (own === kind) {
      const source = kind === 'class' ? { source: 'flow' } : {};
      const properties = { name, site: sites.get(site)?.name ?? '', ...source };
      yield { id, customer, active, name, site, device: undefined, properties };
    }
}

/** The elements of a kind of all customers, by id within their source. */
function* listedOf(inventory: Inventory, kind: InventoryKind): Generator<Listed> {
  if (kind === 'site') yield* listedSites(inventory);
  else if (kind === 'device') yield* listedDevices(inventory);
  else if (kind === 'interface') yield* listedInterfaces(inventory);
  else if (kind === 'application' || kind === 'conversation') yield* listedTargets(inventory, kind);
  else yield* listedComponents(inventory, kind);
  // Classes of service that flows of a site are summed by.
  if (kind === 'class') yield* listedTargets(inventory, kind);
}

/** The elements of a kind by customer. */
export function* listByCustomer(
  inventory: Inventory,
  kind: InventoryKind,
): Steps<ReadonlyMap<number, readonly Listed[]>> {
  const found = new Map<number, Listed[]>();
  let seen = 0;
  for (const element of listedOf(inventory, kind)) {
    const own = found.get(element.customer);
    if (own === undefined) found.set(element.customer, [element]);
    else own.push(element);
    seen += 1;
    if (seen % STEP_SIZE === 0) yield;
  }
  return found;
}
