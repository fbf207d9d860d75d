import type { Transaction } from 'kysely';
import type { FaultPath, PlacedFault } from '#schemas/inventory/network-file-fault.ts';
import type { Database } from '#schemas/table/postgres.ts';
import type { DifferenceRecorder } from './import-difference.ts';

export interface WantedExporter {
  readonly address: string;
  readonly deviceId: number;
  readonly label: string;
  readonly path: FaultPath;
}

interface Owner {
  readonly deviceId: number;
  readonly name: string;
}

async function owners(tx: Transaction<Database>): Promise<ReadonlyMap<string, Owner>> {
  const rows = await tx
    .selectFrom('exporter')
    .innerJoin('network_element as device', 'device.id', 'exporter.device_id')
    .innerJoin('customer', 'customer.id', 'device.customer_id')
    .select(['exporter.address', 'exporter.device_id', 'device.name', 'customer.client_id'])
    .execute();
  return new Map(
    rows.map((row) => [row.address, { deviceId: row.device_id, name: `${row.client_id} / ${row.name}` }]),
  );
}

/** Brings the exporter addresses in; answers a fault for each that belongs to another device of the inventory already. */
export async function importExporters(
  tx: Transaction<Database>,
  wanted: readonly WantedExporter[],
  recorder: DifferenceRecorder,
): Promise<readonly PlacedFault[]> {
  const present = await owners(tx);
  const missing: WantedExporter[] = [];
  const faults: PlacedFault[] = [];
  for (const want of wanted) {
    const owner = present.get(want.address);
    if (owner === undefined) {
      missing.push(want);
      recorder.added('exporter', `${want.label} / ${want.address}`);
    } else if (owner.deviceId === want.deviceId) recorder.unchanged('exporter');
    else
      faults.push({ path: want.path, message: `exporter ${want.address} already belongs to ${owner.name}` });
  }
  if (missing.length > 0)
    await tx
      .insertInto('exporter')
      .values(missing.map(({ address, deviceId }) => ({ address, device_id: deviceId })))
      .execute();
  return faults;
}
