import { readFile } from 'node:fs/promises';
import type { Bus, Notice } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { InventoryHolder } from '#platform/inventory/holder.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import type { Log } from '#platform/log/log.ts';
import { headerOf } from '#schemas/bus/header.ts';
import { buckets, partitionOf, streams, subjectOf } from '#schemas/bus/stream.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { collectorStats } from '#schemas/table/collector-stats.ts';
import { Collector } from './collector.ts';
import type { FlowMetrics } from './flow-metrics.ts';
import { rowPublisher } from './row-publisher.ts';
import { RowSink } from './row-sink.ts';
import type { RowsMessage } from './row-sink.ts';
import { socketDrops } from './socket-drops.ts';
import { statsRows } from './stats-rows.ts';
import { TemplateKeeper } from './template-keeper.ts';
import { listenUdp } from './udp-socket.ts';

/** Rows wait at most so long for others to fill their message. */
const GATHER_MS = 200;
const KEEP_TEMPLATES_MS = 2_000;
const STATS_MS = 10_000;
/** About 160 bytes each: a reply stays below 1 MiB, the default bound of a message of NATS. */
const REPLY_ENTRIES = 4_000;

interface Needs {
  readonly bus: Bus;
  readonly inventory: InventoryHolder;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: FlowMetrics;
}

interface Options {
  readonly host: string;
  readonly ports: readonly number[];
  readonly partitions: number;
  /** Name of this process in collector monitoring. */
  readonly collector: string;
  /** Told the ports that were taken. */
  readonly onListening?: (ports: readonly number[]) => void;
}

const statsCodec = codecOf(collectorStats);

function openSinks(
  options: Options,
  take: (partition: number, message: RowsMessage) => void,
): readonly RowSink[] {
  return Array.from(
    { length: options.partitions },
    (_, partition) =>
      new RowSink((message) => {
        take(partition, message);
      }),
  );
}

async function openCollector({ bus, inventory, log }: Needs, sinks: readonly RowSink[]) {
  const keeper = new TemplateKeeper(await bus.bucket(buckets.templates), log);
  await keeper.load();
  const collector = new Collector(inventory.current, sinks, (exporter) => {
    keeper.introduce(exporter);
  });
  inventory.onChange((next) => {
    collector.know(next);
  });
  return { keeper, collector };
}

function listen({ clock, metrics }: Needs, options: Options, collector: Collector) {
  const onDatagram = (datagram: Uint8Array, sender: string): void => {
    metrics.datagrams.inc();
    collector.receive(datagram, sender, clock.now().getTime());
  };
  return Promise.all(options.ports.map((port) => listenUdp({ host: options.host, port, onDatagram })));
}

/** The collector: sockets, decoding, messages, kept templates and its own statistics. */
export function flowComponent(needs: Needs, options: Options): Component {
  const { bus, clock, log, metrics } = needs;
  return {
    name: 'flow collector',
    async start(signal) {
      await bus.ensureStreams([streams.flows, streams.stats]);
      const publisher = bus.publisher(256);
      const rows = rowPublisher({ publisher, clock, log, metrics }, signal);
      const sinks = openSinks(options, (partition, message) => {
        rows.take(partition, message);
      });
      const { keeper, collector } = await openCollector(needs, sinks);
      const flush = (): void => {
        for (const sink of sinks) sink.flush();
      };
      const keep = (): Promise<void> => keeper.store(collector.exporters.values());
      clock.every(GATHER_MS, flush, signal);
      clock.every(KEEP_TEMPLATES_MS, keep, signal);
      clock.every(STATS_MS, () => publishStats(needs, { collector, options, publisher }), signal);
      const answer = ({ respond }: Notice): void => {
        respond(JSON.stringify(collector.unknown.newest(REPLY_ENTRIES)));
      };
      bus.subscribe(subjects.unknownExporters, answer, { signal });
      const sockets = await listen(needs, options, collector);
      options.onListening?.(sockets.map(({ port }) => port));
      return {
        ready: () => bus.connected(),
        async stop() {
          await Promise.all(sockets.map((socket) => socket.close()));
          flush();
          await rows.drained();
          await keep();
          publisher.close();
        },
      };
    },
  };
}

interface Reporting {
  readonly collector: Collector;
  readonly options: Options;
  readonly publisher: ReturnType<Bus['publisher']>;
}

/** Rows of `collector_stats`, and the same as metrics. A full stream loses a report: the next one comes in ten seconds. */
async function publishStats(
  { clock, metrics, log }: Needs,
  { collector, options, publisher }: Reporting,
): Promise<void> {
  const atMs = clock.now().getTime();
  const rows = statsRows(collector.exporters.values(), options.collector, atMs);
  for (const row of rows) {
    metrics.records.inc(Number(row.records));
    metrics.lost.inc(Number(row.lost));
  }
  for (const [reason, count] of collector.refused) metrics.refused.inc({ reason }, count);
  collector.refused.clear();
  metrics.unknownExporters.set(collector.unknown.list().length);
  for (const [port, drops] of await socketDrops(options.ports, readFile))
    metrics.socketDrops.set({ port }, drops);
  for (let partition = 0; partition < options.partitions; partition += 1) {
    const own = rows.filter(({ customer }) => partitionOf(customer, options.partitions) === partition);
    if (own.length === 0) continue;
    const headers = headerOf(collectorStats, { rows: own.length, first: atMs, last: atMs });
    const data = statsCodec.encode(own);
    const published = await publisher.publish({ subject: subjectOf('stats', partition), data, headers });
    if (!published.ok) log.warn({ rows: own.length }, 'the stream of statistics is full');
  }
}
