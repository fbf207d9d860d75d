import { flows } from '#schemas/table/flows.ts';
import { Collector } from '#ingest/flow/collector.ts';
import { collectorMetrics } from '#ingest/flow/collector-metrics.ts';
import { rowPublisher } from '#ingest/flow/rows/row-publisher.ts';
import { Spool } from '#ingest/flow/rows/spool.ts';
import { RowSink } from '#ingest/flow/rows/row-sink.ts';
import { openBus } from '#platform/bus/bus.ts';
import { silentLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { streams, subjectOf } from '#schemas/bus/stream.ts';
import { aCollectorConfig } from '#tests/fixtures/flow/a-collector.ts';
import type { Load } from './packets.ts';

const EXPORTER = '127.0.0.1';
/** Passes over the packets: about four million records. */
const ROUNDS = 80;
/** Datagrams per turn of the event loop at full rate. */
const BURST = 50;

/** Records per CPU-second of this process, from datagrams in memory to rows stored in a stream. */
export async function publishRate(natsUrl: string, { templates, packets, records }: Load): Promise<number> {
  const bus = await openBus(natsUrl, 'bench');
  const { signal } = new AbortController();
  const publisher = bus.publisher(256);
  const metrics = collectorMetrics(openMetrics());
  const rows = rowPublisher(
    { publisher, log: silentLog, metrics, spool: new Spool() },
    { stream: 'flows', table: flows },
    signal,
  );
  const sink = new RowSink((message) => {
    rows.publish(0, message);
  });
  const collector = new Collector(aCollectorConfig(EXPORTER), [sink]);
  for (const packet of templates) collector.receive(packet, EXPORTER, Date.now());
  const before = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round += 1)
    for (let at = 0; at < packets.length; at += BURST) {
      for (const packet of packets.slice(at, at + BURST)) collector.receive(packet, EXPORTER, Date.now());
      await publisher.room();
    }
  sink.flush();
  await rows.drained();
  const { user, system } = process.cpuUsage(before);
  await bus.purgeUpTo({
    stream: streams.flows.name,
    subject: subjectOf('flows', 0),
    seq: Number.MAX_SAFE_INTEGER,
  });
  await bus.close();
  return (ROUNDS * packets.length * records) / ((user + system) / 1e6);
}
