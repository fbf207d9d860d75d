import { isIP } from 'node:net';
import { counters } from '#schemas/counter/catalogue.ts';
import { isDeviceCollected } from '#schemas/inventory/collected.ts';
import { managedDevices } from '#schemas/inventory/managed-devices.ts';
import type { ComponentEntry, DeviceEntry, Inventory } from '#schemas/inventory/snapshot.ts';
import type { SdwanKind } from '#schemas/sdwan/kind.ts';
import type { samples } from '#schemas/table/samples.ts';
import type { RowOf } from '#schemas/table/table.ts';
import { addressBytes } from '../attribution/address.ts';
import type { StatsRow } from './stats-rows.ts';

type SampleRow = RowOf<typeof samples.columns>;

const keyOf = (device: number, address: Uint8Array): string =>
  `${String(device)} ${Buffer.from(address).toString('hex')}`;

/** Collector elements by device and exporter address. */
const collectorElements = ({
  components,
}: Pick<Inventory, 'components'>): ReadonlyMap<string, ComponentEntry> =>
  new Map(
    [...(components?.values() ?? [])]
      .filter(
        ({ kind, scope, active, key }) => kind === 'collector' && scope === 'flow' && active && isIP(key) > 0,
      )
      .map((component) => [keyOf(component.device, addressBytes(component.key)), component]),
  );

interface Sent {
  lost: bigint;
  received: bigint;
  lastMs: number;
}

/** Sums the domains of each exporter. */
function sumByExporter(rows: readonly StatsRow[]): ReadonlyMap<string, Sent> {
  const byKey = new Map<string, Sent>();
  for (const { exporter, address, lost, records, last_export: lastMs } of rows) {
    const key = keyOf(exporter, address);
    const sum = byKey.get(key) ?? { lost: 0n, received: 0n, lastMs: 0 };
    sum.lost += lost;
    sum.received += records;
    sum.lastMs = Math.max(sum.lastMs, lastMs);
    byKey.set(key, sum);
  }
  return byKey;
}

const sampleOf = (
  { id, customer, site }: Pick<ComponentEntry, 'id' | 'customer' | 'site'>,
  counter: number,
  { atMs, value }: { readonly atMs: number; readonly value: bigint },
): SampleRow => ({
  customer,
  site,
  element: id,
  counter,
  at: atMs,
  uptime: 0n,
  discontinuity: 0,
  value,
});

/**
 * Samples about the export of devices: records lost by sequence number, records received, and the time of the last
 * datagram. Only for exporters with an element in the inventory; idle ones have none.
 */
export function exportSamples(
  rows: readonly StatsRow[],
  inventory: Pick<Inventory, 'components'>,
  atMs: number,
): readonly SampleRow[] {
  const elements = collectorElements(inventory);
  if (elements.size === 0) return [];
  return [...sumByExporter(rows)].flatMap(([key, { lost, received, lastMs }]) => {
    const element = elements.get(key);
    if (element === undefined) return [];
    return [
      sampleOf(element, counters.export_lost.id, { atMs, value: lost }),
      sampleOf(element, counters.export_received.id, { atMs, value: received }),
      sampleOf(element, counters.export_last.id, { atMs, value: BigInt(Math.floor(lastMs / 1_000)) }),
    ];
  });
}

/** The counter of the source that measures a device. */
const recordCounters = {
  vmanage: counters.cv_export_records.id,
  nuage: counters.nu_export_records.id,
  fortinet: counters.fo_export_records.id,
} as const satisfies Record<SdwanKind, number>;

type Expecting = Pick<Inventory, 'components' | 'devices' | 'sites'>;

interface ExpectedDevice {
  readonly device: DeviceEntry;
  readonly counter: number;
}

function expectedDevices(inventory: Expecting): readonly ExpectedDevice[] {
  const managed = managedDevices(inventory);
  return [...inventory.devices.values()]
    .filter((device) => device.exporters.length > 0 && isDeviceCollected(inventory, device))
    .map((device) => {
      const manager = managed.get(device.id);
      return {
        device,
        counter: manager === undefined ? counters.export_records.id : recordCounters[manager],
      };
    });
}

/** By inventory: it is replaced when it changes, and reports are frequent. */
const knownDevices = new WeakMap<Expecting, readonly ExpectedDevice[]>();

/**
 * The flow records of each device of the inventory that is expected to export flows, also none: what is silent must be known. Each
 * collector reports what it received, so that several of them add up.
 */
export function deviceSamples(
  rows: readonly StatsRow[],
  inventory: Expecting,
  atMs: number,
): readonly SampleRow[] {
  const received = new Map<number, bigint>();
  for (const { exporter, records } of rows) received.set(exporter, (received.get(exporter) ?? 0n) + records);
  const expected = knownDevices.get(inventory) ?? expectedDevices(inventory);
  knownDevices.set(inventory, expected);
  return expected.map(({ device, counter }) =>
    sampleOf(device, counter, { atMs, value: received.get(device.id) ?? 0n }),
  );
}
