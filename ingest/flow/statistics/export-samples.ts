import { isIP } from 'node:net';
import { counters } from '#schemas/counter/catalogue.ts';
import type { ComponentEntry, Inventory } from '#schemas/inventory/snapshot.ts';
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
    const { id, customer, site } = element;
    const row = (counter: number, value: bigint): SampleRow => ({
      customer,
      site,
      element: id,
      counter,
      at: atMs,
      uptime: 0n,
      discontinuity: 0,
      value,
    });
    return [
      row(counters.export_lost.id, lost),
      row(counters.export_received.id, received),
      row(counters.export_last.id, BigInt(Math.floor(lastMs / 1_000))),
    ];
  });
}
