import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressBytes } from '#ingest/flow/attribution/address.ts';
import { ip, encodeU16, encodeU32, encodeU8 } from '#tests/fixtures/flow/packet-builder.ts';
import {
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
import { sflowDecoding } from '#tests/fixtures/flow/sflow-decoding.ts';

const rowsOf = (...samples: readonly Buffer[]) => {
  const decoding = sflowDecoding();
  expect(decoding.send(sflow({}, ...samples))).toBeUndefined();
  return decoding.rows();
};

/** Plain sample with a chosen sequence, pool and drops. */
const counted = (sequence: number, pool: number, drops: number): Buffer => {
  const sample = flowSample({}, rawHeader(frames.v4(packetV4({}))));
  sample.writeUInt32BE(sequence, 8);
  sample.writeUInt32BE(pool, 20);
  sample.writeUInt32BE(drops, 24);
  return sample;
};

describe('a flow sample of sFlow', () => {
  it.each([
    ['plain', flowSample],
    ['expanded', expandedSample],
  ])('%s becomes a row of one packet times the sampling rate', (_, sample) => {
    expect(rowsOf(sample({ rate: 512 }, rawHeader(frames.v4(packetV4({ length: 900 })))))).toMatchObject([
      {
        customer: 3,
        exporter: 21,
        in_index: 1,
        out_index: 2,
        in_interface: 31,
        out_interface: 32,
        source_site: 11,
        destination_site: 12,
        source_port: 50_000,
        destination_port: 443,
        protocol: 6,
        dscp: 46,
        tcp_flags: 0x18,
        sampling: 512,
        packets: 512n,
        bytes: 460_800n,
        direction: 0,
      },
    ]);
  });

  it.each(['v4', 'vlan', 'qinq', 'mpls'] as const)('finds IPv4 in an Ethernet frame: %s', (kind) => {
    const rows = rowsOf(flowSample({}, rawHeader(frames[kind](packetV4({})))));
    expect(rows).toMatchObject([{ source_port: 50_000, destination_port: 443 }]);
  });

  it('skips IP options and IPv6 extension headers', () => {
    const options = rowsOf(flowSample({}, rawHeader(frames.v4(packetV4({ options: 3 })))));
    expect(options).toMatchObject([{ source_port: 50_000 }]);
    const extension = Buffer.from([17, 0, 0, 0, 0, 0, 0, 0]);
    const [row] = rowsOf(flowSample({}, rawHeader(frames.v6(packetV6([extension], 0)))));
    expect(row).toMatchObject({ protocol: 17, source_port: 5_353, destination_port: 53, dscp: 46 });
    expect(row).toMatchObject({ source_site: 12, bytes: BigInt(512 * (40 + 8 + 8)) });
  });

  it('with an impossible length uses the length of its frame', () => {
    // 954 bytes of frame without 4 of checksum and 14 of Ethernet.
    for (const length of [0, 1_000])
      expect(rowsOf(flowSample({ rate: 1 }, rawHeader(frames.v4(packetV4({ length })))))).toMatchObject([
        { bytes: 936n },
      ]);
  });

  it('takes no ports from a later fragment', () => {
    const rows = rowsOf(flowSample({}, rawHeader(frames.v4(packetV4({ fragment: 100 })))));
    expect(rows).toMatchObject([{ source_port: 0, destination_port: 0, protocol: 6 }]);
  });

  it('uses the outer header of a tunnel', () => {
    const rows = rowsOf(flowSample({}, rawHeader(frames.v4(packetV4({ protocol: 47 })))));
    expect(rows).toMatchObject([{ protocol: 47, source_port: 0, destination_port: 0 }]);
  });

  it('adds next hop and AS numbers, the last of the path as destination', () => {
    const rows = rowsOf(flowSample({}, rawHeader(frames.v4(packetV4({}))), router(), gateway()));
    expect(rows).toMatchObject([{ source_as: 64_501, destination_as: 64_599 }]);
    expect(rows[0]?.next_hop).toEqual(addressBytes('10.9.9.9'));
  });

  it('reads sampled IPv4 if there is no packet header', () => {
    expect(rowsOf(flowSample({}, sampledV4()))).toMatchObject([
      { protocol: 17, source_port: 1_000, destination_port: 53, dscp: 46, bytes: 256_000n },
    ]);
  });

  it.each([
    [0, 0, 0, 0],
    [10, 20, 10, 20],
    [0xff_ff_ff_ff, 0xff_ff_ff_ff, 0, 0],
    [4_095, 4_094, 0, 4_094],
  ])('with the VLANs %d and %d of a switch has %d and %d', (source, destination, vlan, post_vlan) => {
    const words = [1_001, 16, source, 0, destination, 0];
    const record = Buffer.concat(words.map((word) => encodeU32(word)));
    expect(rowsOf(flowSample({}, sampledV4(), record))).toMatchObject([{ vlan, post_vlan }]);
  });

  it('has no interface for discarded, multicast or local packets', () => {
    for (const output of [0x40_00_01_00, 0x80_00_00_03, 0x3f_ff_ff_ff])
      expect(rowsOf(flowSample({ output }, sampledV4()))).toMatchObject([{ out_index: 0, in_index: 1 }]);
  });

  it('that is not IP has no row and is counted', () => {
    const decoding = sflowDecoding();
    decoding.send(sflow({}, flowSample({}, rawHeader(frames.arp()))));
    expect(decoding.rows()).toHaveLength(0);
    expect(decoding.sources()[0]?.drain()).toMatchObject({ notIp: 1 });
  });

  it('round-trips addresses, ports and rate', () => {
    const part = fc.integer({ min: 0, max: 65_535 });
    fc.assert(
      fc.property(
        fc.ipV4(),
        part,
        part,
        fc.integer({ min: 1, max: 0xff_ff_ff_ff }),
        (source, from, to, rate) => {
          const frame = frames.v4(packetV4({ source, ports: [from, to], length: 900 }));
          const [row] = rowsOf(flowSample({ rate }, rawHeader(frame)));
          expect(row?.source).toEqual(addressBytes(source));
          expect(row).toMatchObject({ source_port: from, destination_port: to, sampling: rate });
          expect(row).toMatchObject({ packets: BigInt(rate), bytes: 900n * BigInt(rate) });
        },
      ),
    );
  });
});

describe('the loss of an sFlow agent', () => {
  it('is counted in datagrams, samples, drops and sample pool', () => {
    const decoding = sflowDecoding();
    decoding.send(sflow({ sequence: 1 }, counted(1, 1_000, 0)));
    decoding.send(sflow({ sequence: 4 }, counted(5, 5_000, 7)));
    expect(decoding.entries()[0]?.domain.sequence.lost).toBe(2);
    expect(decoding.sources()[0]?.drain()).toMatchObject({ lost: 3, dropped: 7, unseen: 3_000 });
  });

  it('is counted per sub-agent', () => {
    const decoding = sflowDecoding();
    decoding.send(sflow({ sequence: 1, subAgent: 1 }));
    decoding.send(sflow({ sequence: 900, subAgent: 2 }));
    expect(decoding.entries().map(({ domain }) => domain.sequence.lost)).toEqual([0, 0]);
  });

  it('is zero after a restart or a reordered sample', () => {
    const decoding = sflowDecoding();
    for (const sequence of [500_000, 500_002, 500_001, 1]) decoding.send(sflow({}, counted(sequence, 1, 0)));
    expect(decoding.sources()[0]?.drain()).toMatchObject({ lost: 0, restarts: 1 });
  });
});

describe('a packet that the device discarded', () => {
  it.each([
    ['of an ACL', 258, 130],
    ['of its TTL', 257, 137],
    ['of a missing route', 1, 131],
    ['of its size', 4, 133],
    ['of congestion', 289, 128],
  ])('because %s has its forwarding status, and no output', (_, reason, forwarding_status) => {
    const record = rawHeader(frames.v4(packetV4({})));
    const plain = flowSample({ output: 0x40_00_00_00 + reason }, record);
    const expanded = expandedSample({ output: reason }, record);
    expanded.writeUInt32BE(1, 40);
    expect(rowsOf(plain, expanded)).toMatchObject([
      { in_index: 1, out_index: 0, forwarding_status },
      { in_index: 1, out_index: 0, forwarding_status },
    ]);
  });

  it('and is notified is counted by its format, and is no part of the samples', () => {
    const notification = flowSample({}, rawHeader(frames.v4(packetV4({}))));
    notification.writeUInt32BE(5, 0);
    const ofVendor = flowSample({}, sampledV4());
    ofVendor.writeUInt32BE((9 << 12) + 3, 0);
    const decoding = sflowDecoding();
    decoding.send(sflow({}, notification, ofVendor, flowSample({}, sampledV4()), notification));
    expect(decoding.rows()).toHaveLength(1);
    expect(decoding.entries()[0]?.traffic).toMatchObject({ records: 4, errors: new Map() });
    const { formats } = decoding.sources()[0]!.drain();
    expect([...formats]).toEqual([
      ['sFlow 0/5', 2],
      ['sFlow 9/3', 1],
    ]);
  });

  it('cannot fill the memory with forged formats', () => {
    const decoding = sflowDecoding();
    for (let format = 100; format < 400; format += 1) {
      const sample = flowSample({}, sampledV4());
      sample.writeUInt32BE(format, 0);
      decoding.send(sflow({}, sample));
    }
    expect(decoding.sources()[0]!.drain().formats.size).toBeLessThanOrEqual(16);
  });
});

describe('a malformed sFlow datagram', () => {
  it('keeps the samples before the error', () => {
    const decoding = sflowDecoding();
    const good = flowSample({}, sampledV4());
    decoding.send(sflow({}, good, Buffer.concat([encodeU32(1), encodeU32(0xff_ff_ff_f0)])));
    expect(decoding.rows()).toHaveLength(1);
    expect(decoding.entries()[0]?.traffic.errors).toEqual(new Map([['length wrong', 1]]));
  });

  it('loses only a sample that is truncated inside its frame', () => {
    const cut = Buffer.concat([
      encodeU32(1),
      encodeU32(8),
      encodeU32(1),
      encodeU16(0),
      encodeU8(0),
      encodeU8(0),
    ]);
    const decoding = sflowDecoding();
    decoding.send(sflow({}, cut, flowSample({}, sampledV4())));
    expect(decoding.rows()).toHaveLength(1);
    expect(decoding.entries()[0]?.traffic.errors).toEqual(new Map([['record truncated', 1]]));
  });

  it('with another version or agent address type is rejected', () => {
    const { send } = sflowDecoding();
    expect(send(Buffer.concat([encodeU32(4), ip('0.0.0.1'), Buffer.alloc(40)]))).toBe('version unknown');
    expect(send(Buffer.concat([encodeU32(5), encodeU32(3), Buffer.alloc(40)]))).toBe('version unknown');
    expect(send(Buffer.alloc(27))).toBe('datagram too short');
  });
});
