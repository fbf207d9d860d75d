import { Collector } from '#ingest/flow/collector.ts';
import { RowSink } from '#ingest/flow/rows/row-sink.ts';
import type { RowsMessage } from '#ingest/flow/rows/rows-message.ts';
import { knownTo } from '#tests/fixtures/flow/a-collector.ts';
import type { Load } from './packets.ts';

const EXPORTER = '127.0.0.1';
const SECONDS = 3;

/** Records per CPU-second of this process while it decodes and encodes the packets over and over, each message given back at once. */
export function decodeRate({ first, packets, records: each }: Load): number {
  const giveBack = ({ release }: RowsMessage): void => release?.();
  const collector = new Collector(knownTo(EXPORTER), [new RowSink(giveBack)]);
  for (const packet of first) collector.receive(packet, EXPORTER, Date.now());
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
