import type { RowOf } from '#schemas/table/table.ts';
import type { collectorStats } from '#schemas/table/collector-stats.ts';
import { addressBytes } from './attribution/address.ts';
import { sourcesOf } from './decoders/sflow/decode.ts';
import { takeTraffic } from './exporter/exporter.ts';
import type { DomainEntry, Exporter } from './exporter/exporter.ts';

export type StatsRow = RowOf<typeof collectorStats.columns>;

const sumOf = (counts: ReadonlyMap<string, number>): bigint =>
  BigInt(counts.values().reduce((sum, count) => sum + count, 0));

const bigCounts = (counts: ReadonlyMap<string, number>): ReadonlyMap<string, bigint> =>
  new Map([...counts].map(([name, count]) => [name, BigInt(count)]));

/** What one domain tells since the last time; undefined when it was silent. */
function cellsOf(entry: DomainEntry) {
  const samples = sourcesOf(entry.domain).take();
  const taken = takeTraffic(entry);
  if (taken.packets === 0 && taken.unknownTemplate === 0) return undefined;
  return {
    packets: BigInt(taken.packets),
    bytes: BigInt(taken.bytes),
    records: BigInt(taken.records),
    lost: BigInt(taken.lost),
    unknown_template: BigInt(taken.unknownTemplate),
    errors: sumOf(taken.errors),
    last_error: taken.lastError,
    errors_by_reason: bigCounts(taken.errors),
    repeated: BigInt(taken.repeated),
    // An agent of sFlow that restarts begins the numbers of its datagrams and of its samples anew.
    restarts: BigInt(Math.max(taken.restarts, samples.restarts)),
    unknown_elements: bigCounts(taken.unknownElements),
    samples_lost: BigInt(samples.lost),
    samples_dropped: BigInt(samples.dropped),
    samples_not_ip: BigInt(samples.notIp),
    exporter_sent: BigInt(taken.own.exported),
    exporter_not_sent: BigInt(taken.own.notSent),
    exporter_ignored: BigInt(taken.own.ignored),
    template_records: bigCounts(taken.templateRecords),
    last_export: taken.lastExportMs,
    skew: BigInt(taken.skewMs),
    correction: BigInt(taken.correctionMs),
    times_replaced: BigInt(taken.timesReplaced),
  };
}

/** What came in of each exporter and domain since the last time; domains that were silent have no row. */
export function statsRows(
  exporters: Iterable<Exporter>,
  collector: string,
  atMs: number,
): readonly StatsRow[] {
  const rows: StatsRow[] = [];
  for (const { address, attribution, domains } of exporters)
    for (const [key, entry] of domains) {
      const cells = cellsOf(entry);
      if (cells === undefined) continue;
      rows.push({
        at: Math.floor(atMs / 1000),
        collector,
        customer: attribution.customer,
        exporter: attribution.device,
        address: addressBytes(address),
        domain: Number(key.split('.')[1]),
        ...cells,
      });
    }
  return rows;
}
