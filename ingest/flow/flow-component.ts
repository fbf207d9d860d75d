import type { Bus, BusMessage } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { LiveValue } from '#platform/live-config/watch-config.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import type { Log } from '#platform/log/log.ts';
import type { ApplicationDictionary } from '#schemas/application/definition.ts';
import { udpReceiver, type ReceiverKind } from '#platform/udp/udp-receiver.ts';
import { packJson } from '#platform/bus/packed-json.ts';
import { buckets, streams } from '#schemas/bus/stream.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { ExporterHintRequest } from '#schemas/collector/exporter-hint.ts';
import { TemplateRequest } from '#schemas/debug/template-view.ts';
import { flowMetrics } from '#schemas/table/stream/flow-metrics.ts';
import { flows, quarantinedFlows } from '#schemas/table/flows.ts';
import { samples } from '#schemas/table/samples.ts';
import type { Publisher } from '#platform/bus/publisher.ts';
import { applicationPublisher } from './statistics/application-names.ts';
import { Collector } from './collector.ts';
import { hintOf } from './statistics/exporter-hint.ts';
import { templatesOf } from './statistics/template-view.ts';
import { publishStats } from './statistics/publish-stats.ts';
import type { Tunnels } from './decoders/sflow/row-target.ts';
import type { CollectorMetrics } from './collector-metrics.ts';
import { followConfig } from './follow-config.ts';
import { KernelDrops } from './statistics/kernel-drops.ts';
import { listen } from './listen.ts';
import type { FlowTail } from './recording/flow-tail.ts';
import type { Recorder } from './recording/recorder.ts';
import { rowPublisher } from './rows/row-publisher.ts';
import { RowSink } from './rows/row-sink.ts';
import type { RowsMessage } from './rows/rows-message.ts';
import { Spool } from './rows/spool.ts';
import { TemplateStore } from './exporter/template-store.ts';

/** How long rows wait for others to fill their message. */
const ROW_FLUSH_INTERVAL_MS = 200;
/** Aggregation interval of measures. A sum is as large as a single measure, so a longer interval saves rows. */
const MEASURE_FLUSH_INTERVAL_MS = 1_000;
const TEMPLATE_SAVE_INTERVAL_MS = 2_000;
const STATS_INTERVAL_MS = 10_000;
/** Time the stream and the template bucket get at shutdown. */
const ROW_DRAIN_TIMEOUT_MS = 5_000;
const TEMPLATE_SAVE_TIMEOUT_MS = 2_000;
/** About 160 bytes each: a reply stays below 1 MiB, the default NATS message limit. */
const MAX_REPLY_ENTRIES = 4_000;

const written = [
  streams.flows,
  streams.quarantine,
  streams.metrics,
  streams.samples,
  streams.applications,
  streams.stats,
];

interface Needs {
  readonly bus: Bus;
  readonly inventory: InventoryCache;
  readonly applications: LiveValue<ApplicationDictionary>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: CollectorMetrics;
  /** Debug recordings. */
  readonly recorder?: Recorder;
  /** Decoded flows for screens that watch. */
  readonly tail?: FlowTail;
  /** While it returns true, rows wait in memory: the disk of the stores is nearly full. */
  readonly isPaused?: () => boolean;
}

interface Options {
  readonly host: string;
  readonly ports: readonly number[];
  /** Several collectors share the ports. */
  readonly shared?: boolean;
  /** How datagrams are received. Defaults to `batches`, which falls back to `events` where it is not available. */
  readonly receiver?: ReceiverKind;
  readonly partitions: number;
  /** Name of this process in collector monitoring. */
  readonly collector: string;
  /** Collection sub-network whose exporters are accepted. Unset accepts all. */
  readonly network?: number | undefined;
  /** Which packet of a tunnel sampled by sFlow counts. */
  readonly tunnels?: Tunnels;
  /** Called with the bound ports. */
  readonly onListening?: (ports: readonly number[]) => void;
}

type PublishRows = (partition: number, message: RowsMessage) => void;
interface RowOutputs {
  readonly rows: PublishRows;
  readonly measures: PublishRows;
  readonly samples: PublishRows;
}

function openSinks({ partitions }: Options, outputs: RowOutputs): readonly RowSink[] {
  const sinkOf = (partition: number): RowSink => {
    const to = (publish: PublishRows) => (message: RowsMessage) => {
      publish(partition, message);
    };
    return new RowSink(to(outputs.rows), to(outputs.measures), to(outputs.samples));
  };
  return Array.from({ length: partitions }, (_, partition) => sinkOf(partition));
}

async function openCollector(
  { bus, inventory, applications, clock, log }: Needs,
  { network, tunnels }: Options,
  { sinks, signal }: { readonly sinks: readonly RowSink[]; readonly signal: AbortSignal },
) {
  const templates = new TemplateStore(await bus.bucket(buckets.templates), log, network);
  await templates.load();
  const config = () => ({
    inventory: inventory.current,
    dictionary: applications.current,
    network,
    tunnels,
    atMs: clock.now().getTime(),
  });
  const collector = new Collector(config(), sinks, (exporter) => {
    templates.restore(exporter);
  });
  const follow = followConfig({ collector, config, clock, log, signal });
  inventory.onChange(() => void follow());
  applications.onChange(() => void follow());
  return { templates, collector };
}

/** Publishes the messages of the sinks, those of flows set aside apart, and records flows while a recording runs. */
function publishAndRecord(
  { recorder, tail }: Needs,
  { rows, quarantined }: ReturnType<typeof openPublishers>,
) {
  return (partition: number, message: RowsMessage): void => {
    if (message.table === quarantinedFlows) {
      quarantined.publish(partition, message);
      return;
    }
    // Publishing gives the bytes away.
    if (recorder?.isActive === true) recorder.recordRows(message);
    if (tail?.isActive === true) tail.read(message);
    rows.publish(partition, message);
  };
}

/** Publishers of flow rows, measures and counter samples, one per stream. */
function openPublishers({ log, metrics }: Needs, publisher: Publisher, signal: AbortSignal) {
  const publishing = { publisher, log, metrics, spool: new Spool() };
  const own = {
    rows: rowPublisher(publishing, { stream: 'flows', table: flows }, signal),
    measures: rowPublisher(publishing, { stream: 'metrics', table: flowMetrics }, signal),
    samples: rowPublisher(publishing, { stream: 'samples', table: samples }, signal),
    quarantined: rowPublisher(publishing, { stream: 'quarantine', table: quarantinedFlows }, signal),
  };
  const all = Object.values(own);
  return {
    ...own,
    drained: () => Promise.all(all.map((one) => one.drained())),
    droppedRows: () => all.reduce((sum, { droppedRows }) => sum + droppedRows, 0),
  };
}

const flushersOf = (sinks: readonly RowSink[]) => ({
  flush: (): void => {
    for (const sink of sinks) sink.flush();
  },
  flushMeasures: (): void => {
    for (const { measures, samples: counted } of sinks) {
      measures.flush();
      counted.flush();
    }
  },
});

const replyUnknownExporters =
  ({ unknownExporters }: Collector) =>
  ({ respond }: BusMessage): void => {
    respond(JSON.stringify(unknownExporters.newest(MAX_REPLY_ENTRIES)));
  };

/** What support staff requests from collectors. */
function respondWithSupport(
  { bus, collector }: { readonly bus: Bus; readonly collector: Collector },
  { collector: name }: Options,
  signal: AbortSignal,
): void {
  const read = (data: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(data));
  bus.subscribe(subjects.unknownExporters, replyUnknownExporters(collector), { signal });
  bus.subscribe(
    subjects.exporterHint,
    ({ data, respond }) => {
      const { address } = ExporterHintRequest.parse(read(data));
      respond(packJson(hintOf(collector, address, name)));
    },
    { signal },
  );
  bus.subscribe(
    subjects.exporterTemplates,
    ({ data, respond }) => {
      const { site } = TemplateRequest.parse(read(data));
      respond(packJson(templatesOf(collector, site, name)));
    },
    { signal },
  );
}

/**
 * Waits until the streams have stored everything or the timeout passes, then aborts. Returns the number of dropped
 * rows.
 */
async function drainPublishers(
  { clock, publishers }: Pick<Needs, 'clock'> & { readonly publishers: ReturnType<typeof openPublishers> },
  abort: () => void,
): Promise<number> {
  const before = publishers.droppedRows();
  await Promise.race([publishers.drained(), clock.wait(ROW_DRAIN_TIMEOUT_MS)]);
  abort();
  await publishers.drained();
  return publishers.droppedRows() - before;
}

/** The flow collector: sockets, decoding, publishing, saved templates and its own statistics. */
export function flowComponent(needs: Needs, options: Options): Component {
  const { bus, clock, log, metrics, inventory } = needs;
  return {
    name: 'flow collector',
    async start(signal) {
      await bus.ensureStreams(written);
      const publisher = bus.publisher(256, { isPaused: needs.isPaused });
      const ended = new AbortController();
      const publishers = openPublishers(needs, publisher, ended.signal);
      const sinks = openSinks(options, {
        rows: publishAndRecord(needs, publishers),
        measures: publishers.measures.publish,
        samples: publishers.samples.publish,
      });
      const { templates, collector } = await openCollector(needs, options, { sinks, signal });
      const { flush, flushMeasures } = flushersOf(sinks);
      const saveTemplates = (): Promise<void> => templates.save(collector.exporters.values());
      clock.every(ROW_FLUSH_INTERVAL_MS, flush, signal);
      clock.every(MEASURE_FLUSH_INTERVAL_MS, flushMeasures, signal);
      clock.every(TEMPLATE_SAVE_INTERVAL_MS, saveTemplates, signal);
      const publishNames = applicationPublisher(
        { publisher, clock, log },
        collector.exporters,
        options.partitions,
      );
      clock.every(STATS_INTERVAL_MS, publishNames, signal);
      respondWithSupport({ bus, collector }, options, signal);
      const listenUdp = await udpReceiver(log, options.receiver);
      const sockets = await listen({ ...needs, listenUdp, collector }, options);
      for (const { port, bufferBytes } of sockets) metrics.socketBuffer.set({ port }, bufferBytes);
      const statsNeeds = {
        collector,
        drops: new KernelDrops(sockets),
        publisher,
        clock,
        log,
        metrics,
        inventory,
      };
      clock.every(STATS_INTERVAL_MS, () => publishStats(statsNeeds, options), signal);
      options.onListening?.(sockets.map(({ port }) => port));
      return {
        ready: () => bus.connected(),
        async stop() {
          await Promise.all(sockets.map((socket) => socket.close()));
          flush();
          flushMeasures();
          const dropped = await drainPublishers({ clock, publishers }, () => {
            ended.abort();
            publisher.close();
          });
          await Promise.race([saveTemplates(), clock.wait(TEMPLATE_SAVE_TIMEOUT_MS)]);
          if (dropped > 0)
            throw new Error(`${String(dropped)} rows dropped: the stream accepted nothing for 5 s`);
        },
      };
    },
  };
}
