import type { Outgoing, Publisher } from '#platform/bus/publisher.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import { FLOWS_UNKNOWN_SAMPLER } from '#schemas/collector/sampling.ts';
import { headerOf } from '#schemas/bus/header.ts';
import { partitionOf, streams, subjectOf } from '#schemas/bus/stream.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { collectorStats } from '#schemas/table/stream/collector-stats.ts';
import { samples } from '#schemas/table/samples.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { bytesText } from '../attribution/address.ts';
import type { Collector } from '../collector.ts';
import type { CollectorMetrics } from '../collector-metrics.ts';
import type { KernelDrops, PortDrops } from './kernel-drops.ts';
import { deviceSamples, exportSamples } from './export-samples.ts';
import { dropRows, statsRows, type StatsRow } from './stats-rows.ts';

interface Needs {
  readonly collector: Collector;
  readonly drops: KernelDrops;
  readonly publisher: Publisher;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: CollectorMetrics;
  readonly inventory: { readonly current: Inventory };
}

interface Options {
  readonly partitions: number;
  /** Name of this process in collector monitoring. */
  readonly collector: string;
}

const codec = codecOf(collectorStats);
const sampleCodec = codecOf(samples);

function updateMetrics({ collector, metrics }: Needs, rows: readonly StatsRow[]): void {
  for (const row of rows) {
    metrics.records.inc(Number(row.records));
    metrics.lost.inc(Number(row.lost));
    metrics.duplicates.inc(Number(row.duplicates));
    metrics.restarts.inc(Number(row.restarts));
    metrics.samplesLost.inc(Number(row.samples_lost));
    metrics.samplesDropped.inc(Number(row.samples_dropped));
    metrics.timesReplaced.inc(Number(row.times_replaced));
    metrics.flowBytes.inc(Number(row.flow_bytes));
    metrics.duplicateBytes.inc(Number(row.duplicate_bytes));
    metrics.unknownSamplerBytes.inc(Number(row.sampled_bytes.get(FLOWS_UNKNOWN_SAMPLER) ?? 0n));
    metrics.quarantined.inc(Number(row.quarantined));
    for (const [reason, errors] of row.errors_by_reason) metrics.errors.inc({ reason }, Number(errors));
  }
  metrics.correctedClocks.set(rows.filter(({ correction }) => correction !== 0n).length);
  for (const [reason, rejected] of collector.rejected) metrics.rejected.inc({ reason }, rejected);
  collector.rejected.clear();
  metrics.unknownExporters.set(collector.unknownExporters.list().length);
  metrics.unknownEvicted.inc(collector.unknownExporters.drainEvicted());
}

/** One line per exporter and report, however many flows it concerns. */
function logQuarantined({ log }: Needs, rows: readonly StatsRow[]): void {
  for (const { exporter, address, quarantined, quarantined_bytes: bytes } of rows)
    if (quarantined > 0n)
      log.warn(
        { device: exporter, exporter: bytesText(address), rows: Number(quarantined), bytes: Number(bytes) },
        'flows quarantined',
      );
}

/** Kernel drops since the last report, as metrics and in the log. */
async function collectKernelDrops({ drops, metrics, log }: Needs): Promise<readonly PortDrops[]> {
  const ports = await drops.collect();
  for (const { port, total } of ports) metrics.socketDrops.set({ port }, total);
  const full = ports.filter(({ dropped }) => dropped > 0);
  for (const { port, dropped } of full) log.warn({ port, datagrams: dropped }, 'datagrams dropped');
  return full;
}

type ReportMessage = Pick<Outgoing, 'data' | 'headers'> & { readonly rows: number };

interface Report<Row> {
  readonly rows: readonly Row[];
  readonly stream: 'stats' | 'samples';
  readonly message: (rows: readonly Row[]) => Pick<Outgoing, 'data' | 'headers'>;
}

/** A row grows with the templates of its exporter. Below 1 MiB, the default NATS message limit. */
const MAX_MESSAGE_BYTES = 512 * 1_024;

/** Splits the rows into as many messages as they need. */
function* messagesOf<Row>(rows: readonly Row[], message: Report<Row>['message']): Generator<ReportMessage> {
  const entire = message(rows);
  if (entire.data.length <= MAX_MESSAGE_BYTES || rows.length === 1) yield { ...entire, rows: rows.length };
  else {
    const middle = rows.length >>> 1;
    yield* messagesOf(rows.slice(0, middle), message);
    yield* messagesOf(rows.slice(middle), message);
  }
}

/** Publishes the rows of a report to the partitions of their customers. */
async function publishRows<Row extends { readonly customer: number }>(
  { publisher, log }: Needs,
  partitions: number,
  { rows, stream, message }: Report<Row>,
): Promise<void> {
  for (let partition = 0; partition < partitions; partition += 1) {
    const own = rows.filter(({ customer }) => partitionOf(customer, partitions) === partition);
    if (own.length === 0) continue;
    for (const { rows: count, ...one } of messagesOf(own, message)) {
      const published = await publisher.publish({ subject: subjectOf(stream, partition), ...one });
      if (!published.ok) log.warn({ rows: count, stream: streams[stream].name }, 'statistics dropped');
    }
  }
}

/**
 * Publishes rows of `collector_stats` and samples of exporting devices and collector elements, and updates the metrics. A full stream
 * drops a report: the next one follows in ten seconds. Never rejects, so that shutdown succeeds while the broker is
 * down.
 */
export async function publishStats(needs: Needs, options: Options): Promise<void> {
  try {
    await report(needs, options);
  } catch (error) {
    needs.log.warn({ err: error }, 'statistics report failed');
  }
}

async function report(needs: Needs, options: Options): Promise<void> {
  const { collector, clock, inventory } = needs;
  const { partitions } = options;
  const atMs = clock.now().getTime();
  const seen = statsRows(collector.exporters.values(), options.collector, atMs);
  updateMetrics(needs, seen);
  logQuarantined(needs, seen);
  const rows = [...seen, ...dropRows(await collectKernelDrops(needs), options.collector, atMs)];
  const times = (own: readonly unknown[]) => ({ rows: own.length, first: atMs, last: atMs });
  await publishRows(needs, partitions, {
    rows,
    stream: 'stats',
    message: (own) => ({ data: codec.encode(own), headers: headerOf(collectorStats, times(own)) }),
  });
  await publishRows(needs, partitions, {
    rows: [...exportSamples(seen, inventory.current, atMs), ...deviceSamples(seen, inventory.current, atMs)],
    stream: 'samples',
    message: (own) => ({ data: sampleCodec.encode(own), headers: headerOf(samples, times(own)) }),
  });
}
