import { describe, expect, it } from 'vitest';
import { aCollector } from '#tests/fixtures/flow/a-collector.ts';
import {
  dataSet,
  ip,
  ipfix,
  templateIpfix,
  encodeU16,
  encodeU32,
  encodeU64,
  encodeU8,
} from '#tests/fixtures/flow/packet-builder.ts';

const REVERSE = 29_305;
const fields = [
  { id: 8, length: 4 },
  { id: 12, length: 4 },
  { id: 7, length: 2 },
  { id: 11, length: 2 },
  { id: 4, length: 1 },
  { id: 6, length: 1 },
  { id: 10, length: 4 },
  { id: 14, length: 4 },
  { id: 1, length: 8 },
  { id: 2, length: 8 },
  { id: 1, length: 8, enterprise: REVERSE },
  { id: 2, length: 8, enterprise: REVERSE },
  { id: 6, length: 1, enterprise: REVERSE },
];
const record = (back: { bytes: number; packets: number }) => [
  ip('10.11.0.1'),
  ip('10.12.0.2'),
  encodeU16(50_000),
  encodeU16(443),
  encodeU8(6),
  encodeU8(0x1b),
  encodeU32(1),
  encodeU32(2),
  encodeU64(1_000),
  encodeU64(10),
  encodeU64(back.bytes),
  encodeU64(back.packets),
  encodeU8(0x12),
];

describe('a biflow of IPFIX (RFC 5103)', () => {
  it('becomes two rows, the second with swapped ends and reverse counters', () => {
    const { send, rows, entry } = aCollector();
    send(ipfix({}, templateIpfix(300, fields), dataSet(300, record({ bytes: 40_000, packets: 30 }))));
    const [forth, back] = rows();
    expect(forth).toMatchObject({
      source_port: 50_000,
      destination_port: 443,
      source_site: 11,
      destination_site: 12,
      in_index: 1,
      out_index: 2,
      in_interface: 31,
      bytes: 1_000n,
      packets: 10n,
      tcp_flags: 0x1b,
    });
    expect(back).toMatchObject({
      source_port: 443,
      destination_port: 50_000,
      source_site: 12,
      destination_site: 11,
      in_index: 2,
      out_index: 1,
      out_interface: 31,
      protocol: 6,
      bytes: 40_000n,
      packets: 30n,
      tcp_flags: 0x12,
    });
    expect(back?.source).toEqual(forth?.destination);
    // One record, as the sequence of the exporter counts it.
    expect(entry('10.7')?.traffic.records).toBe(1);
  });

  it('becomes one row without reverse traffic', () => {
    const { send, rows } = aCollector();
    send(
      ipfix(
        {},
        templateIpfix(300, fields),
        dataSet(300, record({ bytes: 0, packets: 0 }), record({ bytes: 7, packets: 1 })),
      ),
    );
    expect(rows().map(({ bytes }) => bytes)).toEqual([1_000n, 1_000n, 7n]);
  });

  it('may carry variable-length fields', () => {
    const { send, rows } = aCollector();
    const named = [...fields, { id: 82, length: 65_535 }];
    send(
      ipfix(
        {},
        templateIpfix(300, named),
        dataSet(300, [...record({ bytes: 9, packets: 1 }), encodeU8(3), Buffer.from('eth')]),
      ),
    );
    expect(rows().map(({ bytes }) => bytes)).toEqual([1_000n, 9n]);
  });
});
