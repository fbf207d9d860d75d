import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { accessOf } from '#platform/inventory/snmp-access.ts';
import { NetworkFile } from '#schemas/inventory/network-file.ts';
import { addDevice, type NewDevice } from '#schemas/inventory/add-device.ts';
import { SnmpSettings } from '#schemas/inventory/snmp-access.ts';
import { networkFileRules } from '#schemas/inventory/network-file-rules.ts';
import type { PlacedFault } from '#schemas/inventory/network-file-fault.ts';
import { steppedFaults, type SteppedFault } from '#schemas/problem/input-faults.ts';
import { nameKey } from '#schemas/resource/name-key.ts';
import { publishAccessChange } from '../../../kernel/access/access-change.ts';
import type { Caller } from '../../../kernel/access/caller.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import { serve } from '../../../kernel/route/serve.ts';
import { readCredentials } from '../import/import-credentials.ts';
import { importNetwork, type ImportOptions } from '../import/import-network.ts';
import { recordBy } from '../import/record-by.ts';
import { accessInFile, deviceDocument, formFault, type DevicePlace } from './device-document.ts';
import { readDeviceInterfaces } from './read-device-interfaces.ts';
import { readDevicePlace } from './read-device-place.ts';

interface Needs {
  readonly db: Db;
  readonly bus: Bus;
  readonly secrets: SecretBox;
}

type Interfaces = Parameters<typeof deviceDocument>[2];

interface Addition {
  readonly draft: NewDevice;
  readonly place: DevicePlace;
  readonly interfaces: Interfaces;
}

const rejected = (errors: NonNullable<ProblemError['detail']['errors']>): ProblemError =>
  new ProblemError('VALIDATION', { errors });

const placed = ({ steps, code, params }: SteppedFault): PlacedFault => ({
  path: steps.map(String),
  code,
  ...(params && { params }),
});

/** Imports the document of a device; its faults are those of the form. */
async function importDevice(
  needs: Needs,
  { draft, place, interfaces }: Addition,
  options: ImportOptions,
): Promise<void> {
  const document = deviceDocument(draft, place, interfaces);
  const file = NetworkFile.safeParse(document);
  const faults = file.success ? networkFileRules(document) : steppedFaults(NetworkFile, document).map(placed);
  if (!file.success || faults.length > 0) throw rejected(faults.map(formFault));
  const outcome = await importNetwork(needs, file.data, options);
  if (!outcome.ok) throw rejected(outcome.faults.map(formFault));
}

/** The access with which the device is read; undefined: it is not polled. */
async function accessFor(
  { db, secrets }: Needs,
  access: NewDevice['access'],
): Promise<SnmpSettings | undefined> {
  const { snmp, credential } = accessInFile(access);
  if (credential === undefined) return snmp && SnmpSettings.parse(snmp);
  const stored = await db.transaction().execute((tx) => readCredentials(tx, secrets));
  const cells = stored.get(nameKey(credential))?.cells;
  return cells && accessOf(cells);
}

async function idsOf({ db }: Needs, { customer, site }: DevicePlace, { device }: NewDevice) {
  const found = await db
    .selectFrom('network_element as device')
    .innerJoin('network_element as site', 'site.id', 'device.parent_id')
    .innerJoin('customer', 'customer.id', 'device.customer_id')
    .select(['device.id as device', 'site.id as site', 'customer.id as customer'])
    .where('client_id', '=', customer.clientId)
    .where('site.name', '=', site.name)
    .where('device.name', '=', device.name)
    .where('device.kind', '=', 'device')
    .executeTakeFirstOrThrow();
  return found;
}

/** The interfaces that the form names, or those that the device has. */
async function interfacesFor(needs: Needs, { device, access }: NewDevice) {
  const named = device.interfaces.map((name) => ({ name }));
  const settings = named.length > 0 ? undefined : await accessFor(needs, access);
  if (settings === undefined) return { interfaces: named, reading: null };
  const { interfaces, ...reading } = await readDeviceInterfaces(needs, device.address, settings);
  return { interfaces: [...interfaces], reading };
}

async function add(needs: Needs, draft: NewDevice, options: ImportOptions & { readonly caller: Caller }) {
  const { caller, ...importing } = options;
  const place = await readDevicePlace(needs.db, draft, caller);
  // The device is read only for those who may add it.
  await importDevice(needs, { draft, place, interfaces: [] }, { ...importing, dryRun: true });
  const { interfaces, reading } = await interfacesFor(needs, draft);
  await importDevice(needs, { draft, place, interfaces }, importing);
  publishAccessChange(needs.bus);
  return { ...(await idsOf(needs, place, draft)), interfaces: interfaces.length, reading };
}

/** Adds devices by a form, with their customer, site and access. */
export function addDevicePlugin(app: FastifyInstance, needs: Needs): void {
  serve(app, addDevice, ({ body, caller, audit }) =>
    add(needs, body, { caller, reach: caller, record: recordBy(audit), sameAddress: 'rejected' }),
  );
}
