import { describe, expect, it } from 'vitest';
import type { Collector } from '#ingest/flow/collector.ts';
import { aCollector } from '#tests/fixtures/flow/a-collector.ts';
import { EXPORT_S, encodeU32 } from '#tests/fixtures/flow/packet-builder.ts';
import {
  counterSample,
  expandedSample,
  flowSample,
  frames,
  gateway,
  packetV4,
  packetV6,
  rawHeader,
  router,
  sampledV4,
  sflow,
} from '#tests/fixtures/flow/sflow-builder.ts';

const receivedMs = EXPORT_S * 1_000 + 40;
const entriesOf = (collector: Collector) => [
  ...(collector.exporters.get('127.1.0.1')?.domains.values() ?? []),
];
const only = (collector: Collector) => entriesOf(collector)[0];
const rowsOf = (...samples: readonly Buffer[]) => {
  const { send, rows } = aCollector();
  send(sflow({}, ...samples));
  return rows();
};
const hex = (address: Uint8Array): string => Buffer.from(address).toString('hex');
const anyPacket = {
  source_port: 50_000,
  destination_port: 443,
  source_site: 11,
  destination_site: 12,
  protocol: 6,
  dscp: 46,
  tcp_flags: 0x18,
};

describe('an sFlow flow sample in the collector', () => {
  it('becomes a row of one packet times the sampling rate at reception time', () => {
    const [row] = rowsOf(flowSample({ rate: 512 }, rawHeader(frames.v4(packetV4({ length: 900 })))));
    expect(row).toMatchObject({
      ...anyPacket,
      customer: 3,
      exporter: 21,
      in_index: 1,
      out_index: 2,
      in_interface: 31,
      out_interface: 32,
      sampling: 512,
      packets: 512n,
      bytes: 460_800n,
      first: receivedMs,
      last: receivedMs,
      application: (3n << 32n) | 443n,
    });
    expect(hex(row!.source)).toBe('00000000000000000000ffff0a0b0001');
  });

  it.each([
    ['in a VLAN', rawHeader(frames.vlan(packetV4({})))],
    ['in two VLANs', rawHeader(frames.qinq(packetV4({})))],
    ['below MPLS labels', rawHeader(frames.mpls(packetV4({})))],
    ['of IPv4 without a frame', rawHeader(packetV4({}), 11)],
    ['with options in its header', rawHeader(frames.v4(packetV4({ options: 3 })))],
  ])('is read %s', (_, record) => {
    expect(rowsOf(flowSample({}, record))).toMatchObject([anyPacket]);
  });

  it('of IPv6 is read past its extension headers', () => {
    const hop = Buffer.from([60, 0, 0, 0, 0, 0, 0, 0]);
    const options = Buffer.from([17, 0, 0, 0, 0, 0, 0, 0]);
    for (const packet of [packetV6(), packetV6([hop, options], 0)]) {
      const [row] = rowsOf(flowSample({ rate: 1 }, rawHeader(frames.v6(packet))));
      expect(row).toMatchObject({
        source_port: 5_353,
        destination_port: 53,
        protocol: 17,
        dscp: 46,
        source_site: 12,
        bytes: BigInt(packet.length),
      });
      expect(hex(row!.destination)).toBe('20010db8001200000000000000000002');
    }
  });

  it('of a later fragment has no ports', () => {
    expect(rowsOf(flowSample({}, rawHeader(frames.v4(packetV4({ fragment: 100 })))))).toMatchObject([
      { source_port: 0, destination_port: 0, protocol: 6 },
    ]);
  });

  it('takes next hop and AS numbers from its other records in any order', () => {
    const header = rawHeader(frames.v4(packetV4({})));
    for (const records of [
      [router(), gateway(), header],
      [header, gateway(), router()],
    ]) {
      const [row] = rowsOf(flowSample({}, ...records));
      expect(row).toMatchObject({ ...anyPacket, source_as: 64_501, destination_as: 64_599 });
      expect(hex(row!.next_hop)).toBe('00000000000000000000ffff0a090909');
    }
  });

  it('falls back to fields parsed by the agent without a packet header', () => {
    const read = { source_port: 1_000, destination_port: 53, protocol: 17, bytes: 500n * 512n, dscp: 46 };
    expect(rowsOf(flowSample({}, sampledV4()))).toMatchObject([read]);
    expect(rowsOf(flowSample({}, rawHeader(frames.v4(packetV4({}))), sampledV4()))).toMatchObject([
      anyPacket,
    ]);
  });

  it('may have the expanded format', () => {
    expect(rowsOf(expandedSample({ input: 1, output: 2 }, rawHeader(frames.v4(packetV4({})))))).toMatchObject(
      [{ ...anyPacket, in_interface: 31, out_interface: 32, sampling: 512 }],
    );
  });

  it.each([
    [0x3fff_ffff, 0],
    [0x8000_0003, 0],
    [0x4000_0100, 0],
    [7, 7],
  ])(
    'that goes out at %i has the ifIndex %i: several, dropped and the agent itself are none',
    (output, expected) => {
      expect(rowsOf(flowSample({ output }, rawHeader(frames.v4(packetV4({})))))[0]?.out_index).toBe(expected);
    },
  );

  it('of a non-IP packet is not a flow', () => {
    expect(rowsOf(flowSample({}, rawHeader(frames.arp())), counterSample())).toEqual([]);
  });
});

describe('an sFlow datagram in the collector', () => {
  it('contains several samples, of which counter samples are not flows', () => {
    const sample = flowSample({}, rawHeader(frames.v4(packetV4({}))));
    expect(rowsOf(sample, counterSample(), expandedSample({}, sampledV4()), sample)).toHaveLength(3);
  });

  it('is numbered per sub-agent, and gaps are counted', () => {
    const { send, collector } = aCollector();
    for (const sequence of [5, 6, 9]) send(sflow({ sequence, subAgent: 0 }));
    send(sflow({ sequence: 70, subAgent: 3 }));
    expect(entriesOf(collector).map(({ domain }) => domain.sequence.lost)).toEqual([2, 0]);
  });

  it('that is truncated keeps the samples before the cut and counts one error', () => {
    const sample = flowSample({}, rawHeader(frames.v4(packetV4({}))));
    const full = sflow({}, sample, sample);
    const { send, rows, collector } = aCollector();
    send(full.subarray(0, full.length - 5));
    expect(rows()).toHaveLength(1);
    expect(only(collector)?.traffic).toMatchObject({ errors: new Map([['length wrong', 1]]) });
  });

  it.each([
    ['version unknown', Buffer.concat([encodeU32(4), encodeU32(1), Buffer.alloc(20)])],
    ['datagram too short', Buffer.concat([encodeU32(5), encodeU32(1), Buffer.alloc(8)])],
    ['version unknown', Buffer.concat([encodeU32(5), encodeU32(9), Buffer.alloc(60)])],
  ] as const)('is rejected with "%s"', (reason, datagram) => {
    const { send, collector } = aCollector();
    send(datagram);
    expect(collector.rejected.get(reason)).toBe(1);
  });

  it('that announces more records than it contains is counted', () => {
    const sample = flowSample({}, rawHeader(frames.v4(packetV4({}))));
    sample.writeUInt32BE(4_000_000_000, 8 + 28);
    const { send, rows, collector } = aCollector();
    send(sflow({}, sample));
    expect(rows()).toHaveLength(1);
    expect(only(collector)?.traffic.errors.get('record truncated')).toBe(1);
  });
});
