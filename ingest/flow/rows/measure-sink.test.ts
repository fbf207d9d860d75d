import { describe, expect, it } from 'vitest';
import { Collector } from '#ingest/flow/collector.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { flowMetrics } from '#schemas/table/stream/flow-metrics.ts';
import type { RowOf } from '#schemas/table/table.ts';
import { aCollectorConfig } from '#tests/fixtures/flow/a-collector.ts';
import {
  EXPORT_S,
  dataSet,
  ip,
  ipfix,
  netflowV9,
  templateIpfix,
  templateV9,
  encodeU32,
  encodeU64,
  encodeU8,
  type FieldSpec,
} from '#tests/fixtures/flow/packet-builder.ts';
import { RowSink } from './row-sink.ts';

type MetricRow = RowOf<typeof flowMetrics.columns>;
const codec = codecOf(flowMetrics);

/** A collector whose summed measures are retained; `flush` hands on what was summed. */
function measuring() {
  const messages: { rows: number; bytes: Uint8Array; firstMs: number; lastMs: number }[] = [];
  const sink = new RowSink(
    () => undefined,
    (message) => messages.push(message),
  );
  const collector = new Collector(aCollectorConfig(), [sink]);
  return {
    messages,
    send: (datagram: Uint8Array, receivedMs = EXPORT_S * 1000) => {
      collector.receive(datagram, '127.1.0.1', receivedMs);
    },
    rows: (): readonly MetricRow[] => {
      sink.measures.flush();
      return messages.flatMap(({ bytes }) => codec.decode(bytes));
    },
  };
}

const ends: readonly FieldSpec[] = [
  { id: 8, length: 4 },
  { id: 12, length: 4 },
  { id: 2, length: 4 },
  { id: 153, length: 8 },
];
const LAST_MS = EXPORT_S * 1000 - 5_000;
const endsRecord = (packets: number, lastMs = LAST_MS): readonly Buffer[] => [
  ip('10.11.0.1'),
  ip('10.12.0.9'),
  encodeU32(packets),
  encodeU64(lastMs),
];

/** The same element in both protocols: enterprise 9 in IPFIX, the upper bit in NetFlow v9. */
const cisco = {
  IPFIX: (id: number, length = 4): FieldSpec => ({ id, length, enterprise: 9 }),
  'NetFlow v9': (id: number, length = 4): FieldSpec => ({ id: id + 32_768, length }),
};
const packet = {
  IPFIX: (fields: readonly FieldSpec[], ...records: readonly (readonly Buffer[])[]) =>
    ipfix({}, templateIpfix(300, fields), dataSet(300, ...records)),
  'NetFlow v9': (fields: readonly FieldSpec[], ...records: readonly (readonly Buffer[])[]) =>
    netflowV9({}, templateV9(300, fields), dataSet(300, ...records)),
};

describe.each(['IPFIX', 'NetFlow v9'] as const)('response times of Cisco AVC in %s', (protocol) => {
  const field = cisco[protocol];
  const art = [
    ...[9_292, 9_300, 9_303, 9_306, 9_307, 9_309].map((id) => field(id)),
    ...[9_313, 9_314, 9_316, 9_319].map((id) => field(id)),
    ...[9_267, 9_268, 9_269, 9_270, 9_272, 9_273].map((id) => field(id)),
    { id: 278, length: 4 },
  ];
  const values = (...list: readonly number[]): readonly Buffer[] => list.map((value) => encodeU32(value));
  const one = values(10, 1, 500, 300, 90, 700, 200, 60, 120, 80, 1_400, 3, 2_800, 5, 4, 640, 2);
  const other = values(20, 0, 400, 100, 95, 800, 100, 50, 40, 60, 0, 1, 0, 0, 6, 360, 4);

  it('are summed over the flows of a minute, with their divisors', () => {
    const { send, rows } = measuring();
    send(packet[protocol]([...ends, ...art], [...endsRecord(100), ...one], [...endsRecord(50), ...other]));
    expect(rows()).toEqual([
      {
        customer: 3,
        at: Math.floor(LAST_MS / 60_000) * 60,
        site: 11,
        exporter: 21,
        source_site: 11,
        destination_site: 12,
        application: 1n << 32n,
        dscp: 0,
        duplicate: 0,
        payload_type: 255,
        flows: 2n,
        packets: 150n,
        connections: 6n,
        connection_flows: 2n,
        responses: 30n,
        late_responses: 1n,
        response_ms: 900n,
        server_ms: 400n,
        server_ms_max: 95,
        total_ms: 1_500n,
        network_connections: 6n,
        network_ms: 300n,
        network_ms_max: 60,
        client_network_ms: 160n,
        server_network_ms: 140n,
        transactions: 10n,
        transaction_ms: 1_000n,
        client_retransmitted: 4n,
        server_retransmitted: 5n,
        client_retransmitted_bytes: 1_400n,
        server_retransmitted_bytes: 2_800n,
        retransmission_packets: 150n,
        rtp_lost: 0n,
        rtp_packets: 0n,
        rtp_jitter_us: 0n,
        rtp_jitter_us_max: 0,
        rtp_flows: 0n,
      },
    ]);
  });

  it('of another minute become another row', () => {
    const { send, rows } = measuring();
    const earlier = endsRecord(1, LAST_MS - 60_000);
    send(packet[protocol]([...ends, ...art], [...endsRecord(1), ...one], [...earlier, ...one]));
    expect(rows().map(({ at, responses }) => [at, responses])).toEqual([
      [Math.floor(LAST_MS / 60_000) * 60, 10n],
      [Math.floor(LAST_MS / 60_000) * 60 - 60, 10n],
    ]);
  });
});

describe('a missing measure', () => {
  it.each([
    [1, encodeU8(0xff), encodeU8(7)],
    [4, encodeU32(0xff_ff_ff_ff), encodeU32(7)],
    [8, encodeU64((1n << 64n) - 1n), encodeU64(7)],
  ])('is all ones in %i bytes, and no number', (length, none, seven) => {
    const { send, rows } = measuring();
    const fields = [...ends, { id: 4_251, length, enterprise: 9 }, { id: 4_273, length: 1, enterprise: 9 }];
    const lost = (value: Buffer) => [...endsRecord(10), value, encodeU8(111)];
    send(packet.IPFIX(fields, lost(none), lost(seven)));
    expect(rows()).toMatchObject([
      { flows: 2n, packets: 20n, rtp_lost: 7n, rtp_packets: 10n, payload_type: 111 },
    ]);
  });

  it('leaves no row if the record has no measure at all', () => {
    const { send, rows } = measuring();
    const fields = [...ends, { id: 9_306, length: 4, enterprise: 9 }];
    send(packet.IPFIX(fields, [...endsRecord(10), encodeU32(0xff_ff_ff_ff)]));
    expect(rows()).toEqual([]);
  });

  it('is distinct from zero', () => {
    const { send, rows } = measuring();
    const fields = [...ends, { id: 9_268, length: 4, enterprise: 9 }];
    send(packet.IPFIX(fields, [...endsRecord(10), encodeU32(0)]));
    expect(rows()).toMatchObject([{ client_retransmitted: 0n, retransmission_packets: 10n }]);
  });
});

describe('media of RTP', () => {
  const media = [4_251, 4_325, 4_257, 4_254].map((id) => ({ id, length: 4, enterprise: 9 }));

  it('report jitter per flow and loss per packet, by payload type', () => {
    const { send, rows } = measuring();
    const fields = [...ends, ...media, { id: 4_273, length: 1, enterprise: 9 }];
    const voice = (lost: number, jitterUs: number) => [
      ...endsRecord(1_000),
      encodeU32(lost),
      encodeU32(jitterUs),
      encodeU32(jitterUs * 3),
      encodeU32(77),
      encodeU8(0),
    ];
    send(packet.IPFIX(fields, voice(10, 4_000), voice(30, 2_000)));
    expect(rows()).toMatchObject([
      {
        payload_type: 0,
        rtp_lost: 40n,
        rtp_packets: 2_000n,
        rtp_jitter_us: 6_000n,
        rtp_jitter_us_max: 12_000,
        rtp_flows: 2n,
      },
    ]);
  });
});

describe('sampled packets', () => {
  it('count unmultiplied in divisors, because the device measured only them', () => {
    const { send, rows } = measuring();
    const fields = [...ends, { id: 34, length: 4 }, { id: 9_268, length: 4, enterprise: 9 }];
    send(packet.IPFIX(fields, [...endsRecord(10), encodeU32(100), encodeU32(1)]));
    expect(rows()).toMatchObject([{ packets: 10n, retransmission_packets: 10n, client_retransmitted: 1n }]);
  });
});

describe('a flood of different groups', () => {
  it('is emitted in messages below 1 MiB without loss', () => {
    const { send, rows, messages } = measuring();
    const fields = [...ends, { id: 95, length: 4 }, { id: 278, length: 4 }];
    for (let count = 0; count < 9_000; count += 1)
      send(
        netflowV9(
          { sequence: count },
          templateV9(300, fields),
          dataSet(300, [...endsRecord(1), encodeU32((13 << 24) | count), encodeU32(1)]),
        ),
        EXPORT_S * 1000 + count,
      );
    expect(rows()).toHaveLength(9_000);
    expect(Math.max(...messages.map(({ bytes }) => bytes.length))).toBeLessThan(1024 ** 2);
    expect(messages.map(({ firstMs, lastMs }) => [firstMs, lastMs])).toEqual([
      [EXPORT_S * 1000, EXPORT_S * 1000 + 3_999],
      [EXPORT_S * 1000 + 4_000, EXPORT_S * 1000 + 7_999],
      [EXPORT_S * 1000 + 8_000, EXPORT_S * 1000 + 8_999],
    ]);
  });
});
