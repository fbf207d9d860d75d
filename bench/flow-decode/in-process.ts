import { Collector } from '#ingest/flow/collector.ts';
import { RowSink } from '#ingest/flow/rows/row-sink.ts';
import type { RowsMessage } from '#ingest/flow/rows/rows-message.ts';
import { aCollectorConfig } from '#tests/fixtures/flow/a-collector.ts';
import type { Load } from './packets.ts';

const EXPORTER = '127.0.0.1';
const SECONDS = 3;

/**
 * Records per CPU-second of this process while it decodes and encodes the packets repeatedly. Each message is released
 * at once.
 */
export function decodeRate({ templates, packets, records: each }: Load): number {
  const release = (message: RowsMessage): void => message.release?.();
  const collector = new Collector(aCollectorConfig(EXPORTER), [new RowSink(release)]);
  for (const packet of templates) collector.receive(packet, EXPORTER, Date.now());
  const before = process.cpuUsage();
  const until = performance.now() + SECONDS * 1000;
  let records = 0;
  while (performance.now() < until) {
    for (const packet of packets) collector.receive(packet, EXPORTER, Date.now());
    records += packets.length * each;
  }
  const { user, system } = process.cpuUsage(before);
  return records / ((user + system) / 1e6);
}
