import type { RowOf } from '#schemas/table/table.ts';
import type { collectorStats } from '#schemas/table/stream/collector-stats.ts';
import { addressBytes } from '../attribution/address.ts';
import { SampleSources, sampleSourcesOf, type SampleCounts } from '../decoders/sflow/sample-sources.ts';
import { Domain } from '../exporter/domain.ts';
import { emptyTraffic, drainTraffic, type DomainEntry, type Exporter } from '../exporter/exporter.ts';
import type { VolumeCounts } from '../exporter/volumes.ts';
import type { PortDrops } from './kernel-drops.ts';

const RECEIVE_BUFFER_FULL = 'receive buffer full';

export type StatsRow = RowOf<typeof collectorStats.columns>;

const sumOf = (counts: ReadonlyMap<string, number>): bigint =>
  BigInt(counts.values().reduce((sum, count) => sum + count, 0));

const noSamples = new SampleSources().drain();

const bigCounts = (counts: ReadonlyMap<string, number>): ReadonlyMap<string, bigint> =>
  new Map([...counts].map(([name, count]) => [name, BigInt(count)]));

/** Counters of one domain since the last report. Undefined if it was idle. */
function cellsOf(entry: DomainEntry, atMs: number) {
  entry.domain.expirePending(atMs);
  const samples = sampleSourcesOf(entry.domain).drain();
  const taken = drainTraffic(entry);
  return taken.packets === 0 && taken.unknownTemplate === 0 ? undefined : trafficCells(taken, samples);
}

/** Sums of bytes are whole: an exact ratio of a sampler leaves fractions. */
const rounded = (value: number): bigint => BigInt(Math.round(value));

const volumeCells = (volumes: VolumeCounts) => ({
  flow_bytes: rounded(volumes.bytes),
  duplicate_bytes: rounded(volumes.duplicateBytes),
  other_site_bytes: rounded(volumes.otherSiteBytes),
  sampled_bytes: new Map([...volumes.byRate].map(([rate, bytes]) => [rate, rounded(bytes)])),
  quarantined: BigInt(volumes.quarantined),
  quarantined_bytes: rounded(volumes.quarantinedBytes),
});

function trafficCells(taken: ReturnType<typeof drainTraffic>, samples: SampleCounts) {
  const { templates } = taken;
  return {
    packets: BigInt(taken.packets),
    bytes: BigInt(taken.bytes),
    records: BigInt(taken.records),
    lost: BigInt(taken.lost),
    unknown_template: BigInt(taken.unknownTemplate),
    errors: sumOf(taken.errors),
    last_error: taken.lastError,
    errors_by_reason: bigCounts(taken.errors),
    duplicates: BigInt(taken.duplicates),
    // A restarted sFlow agent restarts its datagram and sample sequences alike.
    restarts: BigInt(Math.max(taken.restarts, samples.restarts)),
    unknown_elements: bigCounts(new Map([...templates.unknownElements, ...samples.formats])),
    samples_lost: BigInt(samples.lost),
    samples_dropped: BigInt(samples.dropped),
    samples_not_ip: BigInt(samples.notIp),
    exporter_sent: BigInt(taken.own.exported),
    exporter_not_sent: BigInt(taken.own.notSent),
    exporter_ignored: BigInt(taken.own.ignored),
    template_records: bigCounts(templates.records),
    template_bytes: bigCounts(templates.bytes),
    template_last: bigCounts(templates.last),
    template_since: bigCounts(templates.since),
    template_fields: bigCounts(templates.fields),
    template_scopes: bigCounts(templates.scopes),
    template_errors: bigCounts(taken.templateErrors),
    last_export: taken.lastExportMs,
    skew: BigInt(taken.skewMs),
    correction: BigInt(taken.correctionMs),
    times_replaced: BigInt(taken.timesReplaced),
    ...volumeCells(taken.volumes),
  };
}

/** Rejected datagrams have no domain: they are reported as domain 0. */
function rejectedDatagramCells({ rejected, receivedMs }: Exporter, atMs: number): ReturnType<typeof cellsOf> {
  if (rejected.size === 0) return undefined;
  const emptyCells = drainTraffic({ domain: new Domain(), traffic: emptyTraffic() });
  const errors = new Map(rejected);
  rejected.clear();
  const packets = Number(sumOf(errors));
  const lastError = [...errors.keys()].at(-1) ?? '';
  return trafficCells(
    { ...emptyCells, packets, errors, lastError, lastExportMs: receivedMs || atMs },
    noSamples,
  );
}

/** One row per exporter and domain with its counters since the last report. Idle domains have no row. */
export function statsRows(
  exporters: Iterable<Exporter>,
  collector: string,
  atMs: number,
): readonly StatsRow[] {
  const rows: StatsRow[] = [];
  for (const exporter of exporters) {
    const { address, attribution, domains } = exporter;
    const row = (domain: number, cells: ReturnType<typeof cellsOf>): void => {
      if (cells === undefined) return;
      rows.push({
        at: Math.floor(atMs / 1000),
        collector,
        customer: attribution.customer,
        exporter: attribution.device,
        address: addressBytes(address),
        domain,
        ...cells,
      });
    };
    for (const [key, entry] of domains) row(Number(key.split('.')[1]), cellsOf(entry, atMs));
    row(0, rejectedDatagramCells(exporter, atMs));
  }
  return rows;
}

/**
 * Kernel drops cannot be assigned to an exporter: rows of the collector itself, without customer and exporter, with the
 * port as the domain.
 */
export function dropRows(drops: readonly PortDrops[], collector: string, atMs: number): readonly StatsRow[] {
  const nothing = trafficCells(drainTraffic({ domain: new Domain(), traffic: emptyTraffic() }), noSamples);
  return drops.map(({ port, dropped }) => ({
    ...nothing,
    at: Math.floor(atMs / 1000),
    collector,
    customer: 0,
    exporter: 0,
    address: new Uint8Array(16),
    domain: port,
    errors: BigInt(dropped),
    last_error: RECEIVE_BUFFER_FULL,
    errors_by_reason: new Map([[RECEIVE_BUFFER_FULL, BigInt(dropped)]]),
  }));
}
