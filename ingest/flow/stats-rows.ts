import type { RowOf } from '#schemas/table/table.ts';
import type { collectorStats } from '#schemas/table/collector-stats.ts';
import { addressBytes } from './attribution/address.ts';
import { takeTraffic } from './exporter/exporter.ts';
import type { Exporter } from './exporter/exporter.ts';

export type StatsRow = RowOf<typeof collectorStats.columns>;

const sumOf = (counts: ReadonlyMap<string, number>): bigint =>
  BigInt(counts.values().reduce((sum, count) => sum + count, 0));

/** What came in of each exporter and domain since the last time; domains that were silent have no row. */
export function statsRows(
  exporters: Iterable<Exporter>,
  collector: string,
  atMs: number,
): readonly StatsRow[] {
  const rows: StatsRow[] = [];
  for (const { address, attribution, domains } of exporters)
    for (const [key, entry] of domains) {
      const taken = takeTraffic(entry);
      const { packets, bytes, records, lost, unknownTemplate, errors, lastError, lastExportMs, skewMs } =
        taken;
      if (packets === 0 && unknownTemplate === 0) continue;
      rows.push({
        at: Math.floor(atMs / 1000),
        collector,
        customer: attribution.customer,
        exporter: attribution.device,
        address: addressBytes(address),
        domain: Number(key.split('.')[1]),
        packets: BigInt(packets),
        bytes: BigInt(bytes),
        records: BigInt(records),
        lost: BigInt(lost),
        unknown_template: BigInt(unknownTemplate),
        errors: sumOf(errors),
        last_error: lastError,
        errors_by_reason: new Map([...errors].map(([reason, count]) => [reason, BigInt(count)])),
        repeated: BigInt(taken.repeated),
        restarts: BigInt(taken.restarts),
        last_export: lastExportMs,
        skew: BigInt(skewMs),
      });
    }
  return rows;
}
