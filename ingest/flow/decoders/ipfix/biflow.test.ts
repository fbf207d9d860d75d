import { describe, expect, it } from 'vitest';
import { aCollector } from '#tests/fixtures/flow/a-collector.ts';
import { dataSet, ip, ipfix, templateIpfix, u16, u32, u64, u8 } from '#tests/fixtures/flow/packet-builder.ts';

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
  ...[ip('10.11.0.1'), ip('10.12.0.2'), u16(50_000), u16(443), u8(6), u8(0x1b), u32(1), u32(2)],
  ...[u64(1_000), u64(10), u64(back.bytes), u64(back.packets), u8(0x12)],
];

describe('a biflow of IPFIX (RFC 5103)', () => {
  it('is two rows, the second with its ends swapped and with what went back', () => {
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

  it('is one row when nothing went back', () => {
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

  it('is read beside fields of variable length too', () => {
    const { send, rows } = aCollector();
    const named = [...fields, { id: 82, length: 65_535 }];
    send(
      ipfix(
        {},
        templateIpfix(300, named),
        dataSet(300, [...record({ bytes: 9, packets: 1 }), u8(3), Buffer.from('eth')]),
      ),
    );
    expect(rows().map(({ bytes }) => bytes)).toEqual([1_000n, 9n]);
  });
});
