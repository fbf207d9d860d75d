import type { Kysely, Transaction } from 'kysely';
import { mapPaced, paced } from '#platform/clock/paced.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { componentKinds } from '#schemas/inventory/component.ts';
import type { FaultPath, PlacedFault } from '#schemas/inventory/network-file-fault.ts';
import type {
  NetworkCustomer,
  NetworkDevice,
  NetworkFile,
  NetworkSite,
  NetworkThreshold,
} from '#schemas/inventory/network-file.ts';
import type { ImportDifference } from '#schemas/inventory/routes.ts';
import type { Database } from '#schemas/table/postgres.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { importAttribution } from './import-attribution.ts';
import { importComponents } from './import-components.ts';
import { importCockpits, type ThresholdColumns } from './import-cockpits.ts';
import { credentialFaults, readCredentials } from './import-credentials.ts';
import { importCustomers } from './import-customers.ts';
import { differenceRecorder, type DifferenceRecorder, type ImportedElement } from './import-difference.ts';
import { elementKey, importElements } from './import-elements.ts';
import { lockExporters } from '../../../shared/element/exporter-collision.ts';
import { importExporters } from './import-exporters.ts';
import { recogniseNetwork, writePlaces, type SameAddress } from './recognise-network.ts';
import { reachesCustomer, reachFaults, type ImportReach } from './import-reach.ts';
import { spellingFaults } from './import-spelling.ts';
import {
  deviceCells,
  deviceLevel,
  interfaceCells,
  interfaceLevel,
  siteCells,
  siteLevel,
} from './import-levels.ts';

export interface NetworkImportNeeds {
  readonly db: Kysely<Database>;
  /** Seals communities and passwords of devices. */
  readonly secrets: SecretBox;
  /** Announces the changed configuration; without it the caller does. */
  readonly bus?: Pick<Bus, 'publish' | 'flush'>;
}

/** Called at the end of the import's transaction, with the added and changed elements. */
export type RecordImport = (tx: Tx, done: ImportRecord) => Promise<void>;

export interface ImportRecord {
  readonly counts: ImportDifference['counts'];
  readonly elements: readonly ImportedElement[];
}

export type ImportOutcome =
  | { readonly ok: true; readonly difference: ImportDifference }
  | { readonly ok: false; readonly faults: readonly PlacedFault[] };

type Tx = Transaction<Database>;

interface ImportRun {
  readonly tx: Tx;
  readonly secrets: SecretBox;
  readonly recorder: DifferenceRecorder;
  /** Undefined: the installation itself imports. */
  readonly reach: ImportReach | undefined;
  readonly sameAddress: SameAddress;
}

/** An item of the file with its position and the id of its parent. */
interface ItemInFile<Item> {
  readonly item: Item;
  readonly path: FaultPath;
  readonly label: string;
  readonly customerId: number;
  readonly parentId: number | null;
}

const desiredElements = <Item extends { readonly name: string }, Detail>(
  placed: readonly ItemInFile<Item>[],
  cells: (item: Item) => Detail,
) => mapPaced(placed, ({ item, ...place }) => ({ ...place, name: item.name, detail: cells(item) }));

/** Returns the children of each item with its id as parent. */
async function below<Parent extends { readonly name: string }, Child extends { readonly name: string }>(
  parents: readonly ItemInFile<Parent>[],
  ids: ReadonlyMap<string, number>,
  { key, of }: { readonly key: string; readonly of: (parent: Parent) => readonly Child[] },
): Promise<readonly ItemInFile<Child>[]> {
  const pause = paced();
  const children: ItemInFile<Child>[] = [];
  for (const parent of parents) {
    const { customerId, parentId, path, label } = parent;
    const id = ids.get(elementKey({ customerId, parentId, name: parent.item.name })) ?? null;
    for (const [index, item] of of(parent.item).entries()) {
      const place = { path: [...path, key, index], label: `${label} / ${item.name}` };
      children.push({ item, customerId, parentId: id, ...place });
      const due = pause();
      if (due !== undefined) await due;
    }
  }
  return children;
}

function sitesInFile(
  customers: readonly NetworkCustomer[],
  ids: ReadonlyMap<string, number>,
): readonly ItemInFile<NetworkSite>[] {
  return customers.flatMap(({ clientId, sites }, index) =>
    sites.map((item, at) => ({
      item,
      customerId: ids.get(clientId) ?? 0,
      parentId: null,
      path: ['customers', index, 'sites', at],
      label: `${clientId} / ${item.name}`,
    })),
  );
}

const exportersOf = (devices: readonly ItemInFile<NetworkDevice>[], ids: ReadonlyMap<string, number>) =>
  devices.flatMap(({ item, path, label, customerId, parentId }) =>
    item.exporters.map((address, index) => ({
      address,
      label,
      deviceId: ids.get(elementKey({ customerId, parentId, name: item.name })) ?? 0,
      path: [...path, 'exporters', index],
    })),
  );

const attributionOf = (devices: readonly ItemInFile<NetworkDevice>[], ids: ReadonlyMap<string, number>) =>
  devices.flatMap(({ item, path, label, customerId, parentId }) =>
    item.attribution.map((rule, index) => ({
      rule,
      label,
      deviceId: ids.get(elementKey({ customerId, parentId, name: item.name })) ?? 0,
      path: [...path, 'attribution', index],
    })),
  );

interface Level {
  readonly name: string | undefined;
  readonly kinds: readonly string[];
}

/** Names from the site down, with the acceptable kinds: a tunnel often has the name of its interface. */
const levelsOf = ({ site, device, interface: port, component }: NetworkThreshold): readonly Level[] => [
  { name: site, kinds: ['site'] },
  { name: device, kinds: ['device'] },
  port === undefined ? { name: component, kinds: componentKinds } : { name: port, kinds: ['interface'] },
];

/** Finds the element of a threshold, level by level from the customer down. */
const targetFinder =
  (tx: Tx, customers: ReadonlyMap<string, number>) =>
  async (threshold: NetworkThreshold): Promise<ThresholdColumns | undefined> => {
    const customerId = customers.get(threshold.customer);
    if (customerId === undefined) return undefined;
    let parentId: number | null = null;
    for (const { name, kinds } of levelsOf(threshold)) {
      if (name === undefined) break;
      const found: { id: number } | undefined = await tx
        .selectFrom('network_element')
        .select('id')
        .where('customer_id', '=', customerId)
        .where('name', '=', name)
        .where('parent_id', 'is not distinct from', parentId)
        .where('kind', 'in', kinds)
        .orderBy('id')
        .executeTakeFirst();
      if (found === undefined) return undefined;
      parentId = found.id;
    }
    return parentId === null
      ? { customer_id: customerId, element_id: null }
      : { customer_id: null, element_id: parentId };
  };

async function importAll(run: ImportRun, file: NetworkFile): Promise<readonly PlacedFault[]> {
  const { tx, recorder, reach } = run;
  await lockExporters(tx);
  const places = await recogniseNetwork(tx, file, run);
  await writePlaces(tx, places.sites);
  const rejected = reach === undefined ? [] : await reachFaults(tx, file, reach);
  if (rejected.length > 0) return rejected;
  const unusable = [...(await spellingFaults(tx, file)), ...places.faults];
  if (unusable.length > 0) return unusable;
  const every = await importCustomers(tx, file.customers, recorder);
  const customers = new Map([...every].filter(([, id]) => reachesCustomer(reach, id)));
  const sites = sitesInFile(file.customers, customers);
  const described = await desiredElements(sites, siteCells);
  const siteIds = await importElements({ ...run, placed: places.sites }, siteLevel, described);
  await writePlaces(tx, places.devices, siteIds);
  const devices = await below(sites, siteIds, { key: 'devices', of: (site) => site.devices });
  const credentials = await readCredentials(tx, run.secrets);
  const unknown = credentialFaults(devices, credentials, reach);
  const deviceIds = await importElements(
    { ...run, placed: places.devices },
    deviceLevel(run.secrets),
    await desiredElements(devices, deviceCells(credentials)),
  );
  const ports = await below(devices, deviceIds, { key: 'interfaces', of: (device) => device.interfaces });
  await importElements(run, interfaceLevel, await desiredElements(ports, interfaceCells));
  const components = await below(devices, deviceIds, {
    key: 'components',
    of: (device) => device.components,
  });
  const componentFaults = await importComponents(run, components);
  const exporterFaults = await importExporters(run, exportersOf(devices, deviceIds));
  const attributionFaults = await importAttribution({ ...run, customers }, attributionOf(devices, deviceIds));
  const findTarget = targetFinder(tx, customers);
  return [
    ...unknown,
    ...exporterFaults,
    ...attributionFaults,
    ...componentFaults,
    ...(await importCockpits({ ...run, findTarget }, file.cockpits)),
  ];
}

export interface ImportOptions {
  readonly dryRun?: boolean;
  readonly record?: RecordImport | undefined;
  /** Scope of the importing user; by default the installation itself imports. */
  readonly reach?: ImportReach;
  /** By default recognised. */
  readonly sameAddress?: SameAddress;
}

/** Thrown to roll back a transaction that still returns a result. */
class RollbackError extends Error {
  readonly faults: readonly PlacedFault[];

  constructor(faults: readonly PlacedFault[]) {
    super('rolled back on purpose');
    this.faults = faults;
  }
}

/**
 * Imports a network file into the inventory in one transaction: adds missing elements, renames and moves those that it recognises,
 * updates different ones, and removes nothing. Importing the same file again changes nothing. A dry run returns the difference and rolls back.
 * Faults need the inventory (an address or exporter of another device, a threshold of an unknown element) or concern parts that the caller
 * may not import: nothing is changed then.
 */
export async function importNetwork(
  { db, bus, secrets }: NetworkImportNeeds,
  file: NetworkFile,
  { dryRun = false, record, reach, sameAddress = 'recognised' }: ImportOptions = {},
): Promise<ImportOutcome> {
  // Belongs to the successful attempt: a transaction that lost against a concurrent one restarts from the beginning.
  let recorder = differenceRecorder();
  try {
    await db.transaction().execute(async (tx) => {
      recorder = differenceRecorder();
      const faults = await importAll({ tx, recorder, secrets, reach, sameAddress }, file);
      if (dryRun || faults.length > 0) throw new RollbackError(faults);
      await record?.(tx, { counts: recorder.difference().counts, elements: recorder.elements() });
    });
  } catch (error) {
    if (!(error instanceof RollbackError)) throw error;
    return error.faults.length > 0
      ? { ok: false, faults: error.faults }
      : { ok: true, difference: recorder.difference() };
  }
  bus?.publish(subjects.config('inventory'), '{}');
  bus?.publish(subjects.config('cockpit'), '{}');
  await bus?.flush();
  return { ok: true, difference: recorder.difference() };
}
