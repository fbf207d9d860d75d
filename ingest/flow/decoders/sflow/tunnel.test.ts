import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeU16, encodeU32, encodeU8 } from '#tests/fixtures/flow/packet-builder.ts';
import {
  flowSample,
  frames,
  packetV4,
  packetV6,
  rawHeader,
  segmentRouted,
  sflow,
} from '#tests/fixtures/flow/sflow-builder.ts';
import type { DecodedFlow } from '#tests/fixtures/flow/a-collector.ts';
import { sflowDecoding } from '#tests/fixtures/flow/sflow-decoding.ts';
import type { Tunnels } from './row-target.ts';
import { rounds } from '#tests/fixtures/rounds.ts';

/** An IPv4 packet between two gateways with this payload. */
function carrier(protocol: number, payload: Buffer, fragment = 0): Buffer {
  const length = 20 + payload.length;
  return Buffer.concat([
    encodeU8(0x45),
    encodeU8(0),
    encodeU16(length),
    encodeU16(1),
    encodeU16(fragment),
    encodeU8(64),
    encodeU8(protocol),
    encodeU16(0),
    Buffer.from([192, 0, 2, 1]),
    Buffer.from([192, 0, 2, 2]),
    payload,
  ]);
}

const udp = (port: number, payload: Buffer): Buffer =>
  Buffer.concat([encodeU16(50_000), encodeU16(port), encodeU16(8 + payload.length), encodeU16(0), payload]);
const gre = (flags: number, type: number, ...remaining: readonly Buffer[]): Buffer =>
  Buffer.concat([encodeU16(flags), encodeU16(type), ...remaining]);
const vxlan = (frame: Buffer): Buffer => Buffer.concat([encodeU32(0x08_00_00_00), encodeU32(42 << 8), frame]);
const geneve = (type: number, options: number, payload: Buffer): Buffer =>
  Buffer.concat([
    encodeU8(options),
    encodeU8(0),
    encodeU16(type),
    encodeU32(42 << 8),
    Buffer.alloc(options * 4),
    payload,
  ]);

const inner = packetV4({ length: 400 });
const carried: Readonly<Record<string, Buffer>> = {
  'IP in IP': carrier(4, inner),
  GRE: carrier(47, gre(0, 0x0800, inner)),
  'GRE with key and sequence number': carrier(47, gre(0x30_00, 0x0800, encodeU32(7), encodeU32(1), inner)),
  'GRE that bridges': carrier(47, gre(0, 0x6558, frames.v4(inner))),
  VXLAN: carrier(17, udp(4_789, vxlan(frames.v4(inner)))),
  'VXLAN with a VLAN inside': carrier(17, udp(4_789, vxlan(frames.vlan(inner)))),
  GENEVE: carrier(17, udp(6_081, geneve(0x6558, 2, frames.v4(inner)))),
  'GRE in IP in IP': carrier(4, carrier(47, gre(0, 0x0800, inner))),
};

function rowsOf(packet: Buffer, tunnels: Tunnels) {
  const decoding = sflowDecoding(true, tunnels);
  decoding.send(sflow({}, flowSample({}, rawHeader(frames.v4(packet)))));
  return decoding.rows();
}

/** What a row says of the packet, without its link layer. */
const countedOf = ({ source, destination, source_port, destination_port, bytes }: DecodedFlow) => ({
  source,
  destination,
  source_port,
  destination_port,
  bytes,
});

function ofFrame(frame: Buffer) {
  const decoding = sflowDecoding();
  decoding.send(sflow({}, flowSample({}, rawHeader(frame))));
  return decoding.rows();
}

const ofInner = rowsOf(inner, 'outer')[0]!;

describe('a packet in a tunnel that sFlow sampled', () => {
  it.each(Object.keys(carried))('in %s is counted as the inner one, if configured', (name) => {
    const [row] = rowsOf(carried[name]!, 'inner');
    expect(row).toEqual(ofInner);
  });

  it.each(Object.keys(carried))('in %s is counted as the outer one otherwise', (name) => {
    const [row] = rowsOf(carried[name]!, 'outer');
    expect(Buffer.from(row!.source.slice(12)).join('.')).toBe('192.0.2.1');
  });

  it('of IPv6 in IPv4 is an IPv6 packet', () => {
    const [row] = rowsOf(carrier(41, packetV6()), 'inner');
    expect(row).toEqual(rowsOfV6()[0]);
  });

  it.each([
    ['encrypted (ESP)', carrier(50, Buffer.alloc(64, 9))],
    ['cut off before the inner header', carrier(47, gre(0, 0x0800, inner.subarray(0, 12)))],
    ['a later fragment', carrier(4, inner, 100)],
    ['UDP to another port', carrier(17, udp(443, vxlan(frames.v4(inner))))],
    ['PPTP (GRE of version 1)', carrier(47, gre(0x00_01, 0x0800, inner))],
  ])('that is %s stays the outer one, with its ports', (_, packet) => {
    expect(rowsOf(packet, 'inner')).toEqual(rowsOf(packet, 'outer'));
  });

  it.each([
    ['one segment of unique local addresses', segmentRouted('fc00:0:1:e001::', 4, inner)],
    ['one segment of the prefix for segments', segmentRouted('5f00:1:2:e001::7', 4, inner)],
    ['one segment without a host part', segmentRouted('2001:db8:1:e001::', 4, inner)],
    ['a segment routing header', segmentRouted('2001:db8:1::5', 4, inner, '2001:db8:2::9')],
    ['a frame (End.DX2)', segmentRouted('2001:db8:1::5', 143, frames.vlan(inner), '2001:db8:2::9')],
  ])('of SRv6 with %s is the packet inside without being configured, as with MPLS', (_, packet) => {
    expect(ofFrame(frames.v6(packet))).toMatchObject([countedOf(ofInner)]);
  });

  it('of SRv6 is the outer one where the inner one is not IP or not sampled', () => {
    const packets = [
      segmentRouted('fc00::1', 143, frames.arp()),
      segmentRouted('fc00::1', 4, inner.subarray(0, 9)),
    ];
    for (const packet of packets)
      expect(ofFrame(frames.v6(packet))).toMatchObject([
        { protocol: packet[6], bytes: BigInt(packet.length) * 512n },
      ]);
  });

  it('between two hosts of IPv6 is the outer one, as that of IPv4', () => {
    expect(ofFrame(frames.v6(segmentRouted('2001:db8:1::5', 4, inner)))).toMatchObject([{ protocol: 4 }]);
  });

  it('that is mutated neither throws nor reads past the sampled header', () => {
    const packets = Object.values(carried);
    const anyPacket = fc.integer({ min: 0, max: packets.length - 1 });
    const changes = fc.array(fc.tuple(fc.nat(80), fc.nat(255)), { maxLength: 8 });
    fc.assert(
      fc.property(anyPacket, changes, fc.nat(120), (which, bytes, cut) => {
        const packet = Buffer.from(packets[which]!.subarray(0, 20 + cut));
        for (const [at, value] of bytes) if (at < packet.length) packet[at] = value;
        expect(rowsOf(packet, 'inner').length).toBeLessThanOrEqual(1);
      }),
      { numRuns: rounds(2_000) },
    );
  });
});

function rowsOfV6() {
  const decoding = sflowDecoding();
  decoding.send(sflow({}, flowSample({}, rawHeader(frames.v6(packetV6())))));
  return decoding.rows();
}
