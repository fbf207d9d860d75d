import { describe, expect, it } from 'vitest';
import { aCollector } from '#tests/fixtures/flow/a-collector.ts';
import { EXPORT_S, netflowV5 } from '#tests/fixtures/flow/packet-builder.ts';

const aFlow = {
  source: '10.11.0.5',
  destination: '10.12.0.9',
  packets: 7,
  bytes: 5_000,
  firstMs: 3_590_000,
  lastMs: 3_595_000,
};

describe('NetFlow v5', () => {
  it('fills a row from the record and the inventory', () => {
    const { send, rows } = aCollector();
    send(netflowV5({}, aFlow));
    const boot = EXPORT_S * 1000 - 3_600_000;
    expect(rows()[0]).toMatchObject({
      customer: 3,
      site: 11,
      exporter: 21,
      in_interface: 31,
      out_interface: 32,
      source_site: 11,
      destination_site: 12,
      source_port: 1_024,
      destination_port: 443,
      protocol: 6,
      dscp: 46,
      tcp_flags: 0x1b,
      source_as: 64_500,
      destination_as: 64_501,
      bytes: 5_000n,
      packets: 7n,
      first: boot + 3_590_000,
      last: boot + 3_595_000,
    });
  });

  it('multiplies by the sampling interval of the header, without its mode', () => {
    const { send, rows } = aCollector();
    send(netflowV5({ sampling: (1 << 14) | 100 }, aFlow));
    expect(rows()[0]).toMatchObject({ sampling: 100, bytes: 500_000n, packets: 700n });
  });

  it('counts lost flows by sequence number', () => {
    const { send, entry } = aCollector();
    send(netflowV5({ sequence: 100 }, aFlow, aFlow));
    send(netflowV5({ sequence: 105 }, aFlow));
    expect(entry('5.0')?.domain.sequence.lost).toBe(3);
  });

  it('rejects a datagram shorter than its record count', () => {
    const { send, rows, collector } = aCollector();
    send(netflowV5({}, aFlow, aFlow).subarray(0, -1));
    expect(rows()).toHaveLength(0);
    expect(collector.rejected.get('length wrong')).toBe(1);
  });
});
