import type { Transaction } from 'kysely';
import type { FaultPath, PlacedFault } from '#schemas/inventory/network-file-fault.ts';
import type { Database } from '#schemas/table/postgres.ts';
import type { DifferenceRecorder } from './import-difference.ts';
import { reachesCustomer, type ImportReach } from './import-reach.ts';

export interface DesiredExporter {
  readonly address: string;
  readonly deviceId: number;
  readonly label: string;
  readonly path: FaultPath;
}

interface Owner {
  readonly deviceId: number;
  readonly customerId: number;
  readonly name: string;
}

interface ExporterImport {
  readonly tx: Transaction<Database>;
  readonly recorder: DifferenceRecorder;
  readonly reach: ImportReach | undefined;
}

/** Owners of the addresses by the collection sub-network of their customer, and the sub-network of each device. */
async function readOwners(tx: Transaction<Database>) {
  const devices = await tx
    .selectFrom('network_element as device')
    .innerJoin('customer', 'customer.id', 'device.customer_id')
    .where('device.kind', '=', 'device')
    .select(['device.id', 'device.name', 'customer.id as customerId'])
    .select(['customer.client_id', 'customer.recipient_id'])
    .execute();
  const byId = new Map(devices.map((device) => [device.id, device]));
  const rows = await tx.selectFrom('exporter').select(['address', 'device_id']).execute();
  const networkOf = (deviceId: number): number => byId.get(deviceId)?.recipient_id ?? 0;
  const keyOf = (address: string, deviceId: number): string => `${String(networkOf(deviceId))} ${address}`;
  const owners = new Map<string, Owner>();
  for (const { address, device_id: deviceId } of rows) {
    const device = byId.get(deviceId);
    const name = `${device?.client_id ?? ''} / ${device?.name ?? ''}`;
    owners.set(keyOf(address, deviceId), { deviceId, customerId: device?.customerId ?? 0, name });
  }
  return { owners, keyOf };
}

/** Imports exporter addresses; returns a fault for each that belongs to another device of the same collection sub-network. */
export async function importExporters(
  { tx, recorder, reach }: ExporterImport,
  desired: readonly DesiredExporter[],
): Promise<readonly PlacedFault[]> {
  const { owners, keyOf } = await readOwners(tx);
  const missing: DesiredExporter[] = [];
  const faults: PlacedFault[] = [];
  for (const exporter of desired) {
    const owner = owners.get(keyOf(exporter.address, exporter.deviceId));
    if (owner === undefined) {
      missing.push(exporter);
      recorder.added('exporter', `${exporter.label} / ${exporter.address}`, { address: exporter.address });
    } else if (owner.deviceId === exporter.deviceId) recorder.unchanged('exporter');
    else {
      const { address } = exporter;
      faults.push({
        path: exporter.path,
        ...(reachesCustomer(reach, owner.customerId)
          ? { code: 'NETWORK_EXPORTER_TAKEN', params: { address, other: owner.name } }
          : { code: 'NETWORK_EXPORTER_OF_OTHERS', params: { address } }),
      });
    }
  }
  if (missing.length > 0)
    await tx
      .insertInto('exporter')
      .values(missing.map(({ address, deviceId }) => ({ address, device_id: deviceId })))
      .execute();
  return faults;
}
