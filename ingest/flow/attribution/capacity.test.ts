import { describe, expect, it } from 'vitest';
import { Collector } from '#ingest/flow/collector.ts';
import { statsRows } from '#ingest/flow/statistics/stats-rows.ts';
import { RowSink } from '#ingest/flow/rows/row-sink.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { detailedFlows, flows, quarantinedFlows } from '#schemas/table/flows.ts';
import { aCollectorConfig } from '#tests/fixtures/flow/a-collector.ts';
import {
  EXPORT_S,
  dataSet,
  encodeU32,
  encodeU64,
  encodeU8,
  ip,
  netflowV9,
  templateV9,
} from '#tests/fixtures/flow/packet-builder.ts';

const fields = [
  { id: 8, length: 4 },
  { id: 10, length: 4 },
  { id: 14, length: 4 },
  { id: 61, length: 1 },
  { id: 22, length: 4 },
  { id: 21, length: 4 },
  { id: 1, length: 8 },
];

interface Sent {
  readonly bytes: number | bigint;
  readonly seconds: number;
  readonly input?: number;
  readonly direction?: 0 | 1;
}

/** Bytes stored and set aside of flows on interfaces of 100 Mbit/s (1) and of unknown speed (2). */
function sorted(...sent: readonly Sent[]) {
  const config = aCollectorConfig();
  const { inventory } = config;
  const port = inventory.interfaces.get(31)!;
  const interfaces = new Map(inventory.interfaces).set(31, {
    ...port,
    bandwidthInBps: 100_000_000,
    bandwidthOutBps: 100_000_000,
  });
  const stored: number[] = [];
  const aside: number[] = [];
  const sink = new RowSink(({ table, bytes }) => {
    const into = table === quarantinedFlows ? aside : stored;
    const codec = table === flows ? codecOf(flows) : codecOf(detailedFlows);
    into.push(...codec.decode(bytes).map((row) => Number(row.bytes)));
  });
  const collector = new Collector({ ...config, inventory: { ...inventory, interfaces } }, [sink]);
  const records = sent.map(({ bytes, seconds, input = 1, direction = 0 }) => [
    ip('10.11.0.1'),
    encodeU32(input),
    encodeU32(direction === 1 ? 1 : 9),
    encodeU8(direction),
    encodeU32(3_590_000 - seconds * 1_000),
    encodeU32(3_590_000),
    encodeU64(bytes),
  ]);
  const datagram = netflowV9({}, templateV9(256, fields), dataSet(256, ...records));
  collector.receive(datagram, '127.1.0.1', EXPORT_S * 1_000);
  sink.flush();
  return { stored, aside, statistics: statsRows(collector.exporters.values(), 'c1', 0)[0]! };
}

describe('a record larger than its interface could carry in its duration', () => {
  it.each<[string, Sent, boolean]>([
    ['1 TB in 5 s at 100 Mbit/s', { bytes: 1e12, seconds: 5 }, true],
    [
      'what ten times the contracted bandwidth carries in 5 s',
      { bytes: (1_000_000_000 / 8) * 5, seconds: 5 },
      false,
    ],
    ['more than that', { bytes: (1_000_000_000 / 8) * 20, seconds: 5 }, true],
    ['the same within an hour', { bytes: (1_000_000_000 / 8) * 20, seconds: 3_600 }, false],
    ['1 TB out of the interface', { bytes: 1e12, seconds: 5, input: 2, direction: 1 }, true],
    ['1 TB in 5 s at an unknown speed', { bytes: 1e12, seconds: 5, input: 2 }, false],
    ['2^62 bytes at an unknown speed', { bytes: 2n ** 62n, seconds: 5, input: 2 }, true],
    ['a small one of no duration', { bytes: 1_500, seconds: 0 }, false],
    ['100 MB of no duration, which is unknown', { bytes: 1e8, seconds: 0 }, false],
  ])('%s', (_, sent, isAside) => {
    const { stored, aside } = sorted(sent);
    expect([stored, aside]).toEqual(isAside ? [[], [Number(sent.bytes)]] : [[Number(sent.bytes)], []]);
  });

  it('is counted, and leaves the records around it as they are', () => {
    const plain = [1, 2, 3, 4, 5].map((bytes): Sent => ({ bytes, seconds: 1 }));
    const huge: Sent = { bytes: 1e12, seconds: 1 };
    const [one, two, three, four, five] = plain as [Sent, Sent, Sent, Sent, Sent];
    const { stored, aside, statistics } = sorted(huge, one, two, huge, three, huge, huge, four, five, huge);
    expect(stored).toEqual([1, 2, 3, 4, 5]);
    expect(aside).toHaveLength(5);
    expect(statistics).toMatchObject({
      records: 10n,
      flow_bytes: 15n,
      quarantined: 5n,
      quarantined_bytes: 5_000_000_000_000n,
      sampled_bytes: new Map([['not announced', 15n]]),
    });
  });
});
