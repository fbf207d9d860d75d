import type { RowOf } from '#schemas/table/table.ts';
import type { collectorStats } from '#schemas/table/collector-stats.ts';
import { addressBytes } from './attribution/address.ts';
import { sourcesOf } from './decoders/sflow/decode.ts';
import type { PortDrops } from './kernel-drops.ts';
import { takeTraffic } from './exporter/exporter.ts';
import type { DomainEntry, Exporter } from './exporter/exporter.ts';

const RECEIVE_BUFFER_FULL = 'receive buffer full';

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

/** The port stands where exporters have their domain. */
const ownRow = (port: number) => ({
  customer: 0,
  exporter: 0,
  address: new Uint8Array(16),
  domain: port,
  packets: 0n,
  bytes: 0n,
  records: 0n,
  lost: 0n,
  unknown_template: 0n,
  repeated: 0n,
  restarts: 0n,
  unknown_elements: new Map<string, bigint>(),
  samples_lost: 0n,
  samples_dropped: 0n,
  samples_not_ip: 0n,
  last_export: 0,
  skew: 0n,
  correction: 0n,
  times_replaced: 0n,
});

/** What the kernel dropped before any exporter could be told: rows of the collector itself, of no customer and no exporter. */
export const dropRows = (drops: readonly PortDrops[], collector: string, atMs: number): readonly StatsRow[] =>
  drops.map(({ port, dropped }) => ({
    ...ownRow(port),
    at: Math.floor(atMs / 1000),
    collector,
    errors: BigInt(dropped),
    last_error: RECEIVE_BUFFER_FULL,
    errors_by_reason: new Map([[RECEIVE_BUFFER_FULL, BigInt(dropped)]]),
  }));
