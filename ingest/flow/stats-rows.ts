import type { RowOf } from '#schemas/table/table.ts';
import type { collectorStats } from '#schemas/table/collector-stats.ts';
import { addressBytes } from './attribution/address.ts';
import { sourcesOf } from './decoders/sflow/decode.ts';
import { Sources } from './decoders/sflow/sources.ts';
import type { SampleCounts } from './decoders/sflow/sources.ts';
import { Domain } from './exporter/domain.ts';
import { quiet, takeTraffic } from './exporter/exporter.ts';
import type { PortDrops } from './kernel-drops.ts';
import type { DomainEntry, Exporter } from './exporter/exporter.ts';

const RECEIVE_BUFFER_FULL = 'receive buffer full';

export type StatsRow = RowOf<typeof collectorStats.columns>;

const sumOf = (counts: ReadonlyMap<string, number>): bigint =>
  BigInt(counts.values().reduce((sum, count) => sum + count, 0));

const noSamples = new Sources().take();

const bigCounts = (counts: ReadonlyMap<string, number>): ReadonlyMap<string, bigint> =>
  new Map([...counts].map(([name, count]) => [name, BigInt(count)]));

/** What one domain tells since the last time; undefined when it was silent. */
function cellsOf(entry: DomainEntry, atMs: number) {
  entry.domain.expireWaiting(atMs);
  const samples = sourcesOf(entry.domain).take();
  const taken = takeTraffic(entry);
  return taken.packets === 0 && taken.unknownTemplate === 0 ? undefined : toldCells(taken, samples);
}

function toldCells(taken: ReturnType<typeof takeTraffic>, samples: SampleCounts) {
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
    repeated: BigInt(taken.repeated),
    // An agent of sFlow that restarts begins the numbers of its datagrams and of its samples anew.
    restarts: BigInt(Math.max(taken.restarts, samples.restarts)),
    unknown_elements: bigCounts(templates.unknownElements),
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
  };
}

/** Datagrams that no decoder took say nothing of a domain: they are told as of domain 0. */
function refusedCells({ refused, receivedMs }: Exporter, atMs: number): ReturnType<typeof cellsOf> {
  if (refused.size === 0) return undefined;
  const nothing = takeTraffic({ domain: new Domain(), traffic: quiet() });
  const errors = new Map(refused);
  refused.clear();
  const packets = Number(sumOf(errors));
  const lastError = [...errors.keys()].at(-1) ?? '';
  return toldCells({ ...nothing, packets, errors, lastError, lastExportMs: receivedMs || atMs }, noSamples);
}

/** What came in of each exporter and domain since the last time; domains that were silent have no row. */
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
    row(0, refusedCells(exporter, atMs));
  }
  return rows;
}

/**
 * What the kernel dropped before any exporter could be told: rows of the collector itself, of no customer and no exporter, with the
 * port in the place of the domain.
 */
export function dropRows(drops: readonly PortDrops[], collector: string, atMs: number): readonly StatsRow[] {
  const nothing = toldCells(takeTraffic({ domain: new Domain(), traffic: quiet() }), noSamples);
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
