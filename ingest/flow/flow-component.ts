import type { Bus, Notice } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Held } from '#platform/configuration/hold.ts';
import type { InventoryHolder } from '#platform/inventory/holder.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import type { Log } from '#platform/log/log.ts';
import type { ApplicationDictionary } from '#schemas/application/definition.ts';
import { udpReceiver } from '#platform/udp/udp-receiver.ts';
import type { ReceiverKind } from '#platform/udp/udp-receiver.ts';
import { buckets, streams } from '#schemas/bus/stream.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { flowMetrics } from '#schemas/table/flow-metrics.ts';
import { flows } from '#schemas/table/flows.ts';
import { samples } from '#schemas/table/samples.ts';
import type { Publisher } from '#platform/bus/publisher.ts';
import { applicationPublisher } from './application-names.ts';
import { Collector } from './collector.ts';
import { publishStats } from './collector-stats.ts';
import type { Tunnels } from './decoders/sflow/row-target.ts';
import type { FlowMetrics } from './flow-metrics.ts';
import { followConfiguration } from './follow-configuration.ts';
import { KernelDrops } from './kernel-drops.ts';
import { startListening } from './listening.ts';
import type { Recorder } from './recording/recorder.ts';
import { rowPublisher } from './row-publisher.ts';
import type { RowPublisher } from './row-publisher.ts';
import { RowSink } from './row-sink.ts';
import type { RowsMessage } from './rows-message.ts';
import { TemplateKeeper } from './template-keeper.ts';

/** Rows wait at most so long for others to fill their message. */
const GATHER_MS = 200;
/** Measures are summed at least so long: a sum costs as much as what it is made of is many. */
const SUM_MS = 1_000;
const KEEP_TEMPLATES_MS = 2_000;
const STATS_MS = 10_000;
/** At the end the stream has this long to take what is left, and the bucket to take the templates. */
const LAST_ROWS_MS = 5_000;
const LAST_TEMPLATES_MS = 2_000;
/** About 160 bytes each: a reply stays below 1 MiB, the default bound of a message of NATS. */
const REPLY_ENTRIES = 4_000;

const written = [streams.flows, streams.metrics, streams.samples, streams.applications, streams.stats];

interface Needs {
  readonly bus: Bus;
  readonly inventory: InventoryHolder;
  readonly applications: Held<ApplicationDictionary>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: FlowMetrics;
  /** Debug recordings; left out where nobody records. */
  readonly recorder?: Recorder;
}

interface Options {
  readonly host: string;
  readonly ports: readonly number[];
  /** Several collectors share the ports. */
  readonly shared?: boolean;
  /** How datagrams are received; in batches unless told otherwise. */
  readonly receiver?: ReceiverKind;
  readonly partitions: number;
  /** Name of this process in collector monitoring. */
  readonly collector: string;
  /** Collection sub-network whose exporters are known; left out: those of all. */
  readonly network?: number | undefined;
  /** Which packet of a tunnel that sFlow sampled counts. */
  readonly tunnels?: Tunnels;
  /** Told the ports that were taken. */
  readonly onListening?: (ports: readonly number[]) => void;
}

type Take = (partition: number, message: RowsMessage) => void;
interface Takes {
  readonly rows: Take;
  readonly measures: Take;
  readonly samples: Take;
}

function openSinks({ partitions }: Options, takes: Takes): readonly RowSink[] {
  const sinkOf = (partition: number): RowSink => {
    const to = (take: Take) => (message: RowsMessage) => {
      take(partition, message);
    };
    return new RowSink(to(takes.rows), to(takes.measures), to(takes.samples));
  };
  return Array.from({ length: partitions }, (_, partition) => sinkOf(partition));
}

async function openCollector(
  { bus, inventory, applications, clock, log }: Needs,
  { network, tunnels }: Options,
  { sinks, signal }: { readonly sinks: readonly RowSink[]; readonly signal: AbortSignal },
) {
  const keeper = new TemplateKeeper(await bus.bucket(buckets.templates), log, network);
  await keeper.load();
  const known = () => ({ inventory: inventory.current, dictionary: applications.current, network, tunnels });
  const collector = new Collector(known(), sinks, (exporter) => {
    keeper.introduce(exporter);
  });
  const follow = followConfiguration({ collector, known, clock, log, signal });
  inventory.onChange(() => void follow());
  applications.onChange(() => void follow());
  return { keeper, collector };
}

/** The messages of the sinks go to the stream, and to the recorder while it records. */
function takeRows({ recorder }: Needs, rows: RowPublisher) {
  return (partition: number, message: RowsMessage): void => {
    rows.take(partition, message);
    if (recorder?.isActive === true) recorder.rows(message);
  };
}

/** Rows of flows, of what they measured and of counters, each to its stream. */
function openPublishers({ clock, log, metrics }: Needs, publisher: Publisher, signal: AbortSignal) {
  const publishing = { publisher, clock, log, metrics };
  const own = {
    rows: rowPublisher(publishing, { stream: 'flows', table: flows }, signal),
    measures: rowPublisher(publishing, { stream: 'metrics', table: flowMetrics }, signal),
    samples: rowPublisher(publishing, { stream: 'samples', table: samples }, signal),
  };
  const all = Object.values(own);
  return {
    ...own,
    drained: () => Promise.all(all.map((one) => one.drained())),
    lost: () => all.reduce((sum, { lost }) => sum + lost, 0),
  };
}

const flushesOf = (sinks: readonly RowSink[]) => ({
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

const answersUnknown =
  ({ unknown }: Collector) =>
  ({ respond }: Notice): void => {
    respond(JSON.stringify(unknown.newest(REPLY_ENTRIES)));
  };

/** Waits until the streams have taken everything or the time is over, then gives up; answers the rows that are lost. */
async function lastRows(
  { clock, publishers }: Pick<Needs, 'clock'> & { readonly publishers: ReturnType<typeof openPublishers> },
  giveUp: () => void,
): Promise<number> {
  const before = publishers.lost();
  await Promise.race([publishers.drained(), clock.wait(LAST_ROWS_MS)]);
  giveUp();
  await publishers.drained();
  return publishers.lost() - before;
}

/** The collector: sockets, decoding, messages, kept templates and its own statistics. */
export function flowComponent(needs: Needs, options: Options): Component {
  const { bus, clock, log, metrics, inventory } = needs;
  return {
    name: 'flow collector',
    async start(signal) {
      await bus.ensureStreams(written);
      const publisher = bus.publisher(256);
      const ended = new AbortController();
      const publishers = openPublishers(needs, publisher, ended.signal);
      const sinks = openSinks(options, {
        rows: takeRows(needs, publishers.rows),
        measures: publishers.measures.take,
        samples: publishers.samples.take,
      });
      const { keeper, collector } = await openCollector(needs, options, { sinks, signal });
      const { flush, flushMeasures } = flushesOf(sinks);
      const keep = (): Promise<void> => keeper.store(collector.exporters.values());
      clock.every(GATHER_MS, flush, signal);
      clock.every(SUM_MS, flushMeasures, signal);
      clock.every(KEEP_TEMPLATES_MS, keep, signal);
      const names = applicationPublisher({ publisher, clock, log }, collector.exporters, options.partitions);
      clock.every(STATS_MS, names, signal);
      bus.subscribe(subjects.unknownExporters, answersUnknown(collector), { signal });
      const listenUdp = await udpReceiver(log, options.receiver);
      const sockets = await startListening({ ...needs, listenUdp, collector }, options);
      for (const { port, bufferBytes } of sockets) metrics.socketBuffer.set({ port }, bufferBytes);
      const telling = {
        collector,
        drops: new KernelDrops(sockets),
        publisher,
        clock,
        log,
        metrics,
        inventory,
      };
      clock.every(STATS_MS, () => publishStats(telling, options), signal);
      options.onListening?.(sockets.map(({ port }) => port));
      return {
        ready: () => bus.connected(),
        async stop() {
          await Promise.all(sockets.map((socket) => socket.close()));
          flush();
          flushMeasures();
          const lost = await lastRows({ clock, publishers }, () => {
            ended.abort();
            publisher.close();
          });
          await Promise.race([keep(), clock.wait(LAST_TEMPLATES_MS)]);
          if (lost > 0) throw new Error(`${String(lost)} rows are lost: the stream took nothing for 5 s`);
        },
      };
    },
  };
}
