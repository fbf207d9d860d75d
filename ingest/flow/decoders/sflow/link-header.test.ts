import { describe, expect, it } from 'vitest';
import { addressBytes } from '#ingest/flow/attribution/address.ts';
import { ip, encodeU16, encodeU32 } from '#tests/fixtures/flow/packet-builder.ts';
import {
  flowSample,
  frames,
  packetV4,
  packetV6,
  rawHeader,
  sflow,
} from '#tests/fixtures/flow/sflow-builder.ts';
import { sflowDecoding } from '#tests/fixtures/flow/sflow-decoding.ts';

const rowsOf = (record: Buffer) => {
  const decoding = sflowDecoding();
  decoding.send(sflow({}, flowSample({ rate: 1 }, record)));
  return decoding.rows();
};
const macs = Buffer.alloc(12);
const packet = packetV4({ length: 900 });

/** A frame of IPv4 whose first byte is this one. */
function startingWith(first: number, inside: Buffer): Buffer {
  const frame = frames.v4(inside);
  frame[0] = first;
  return frame;
}

/** Checksum of an IPv4 header of 20 bytes (RFC 1071). */
function headerSum(header: Buffer): number {
  let sum = 0;
  for (let at = 0; at < 20; at += 2) sum += at === 10 ? 0 : header.readUInt16BE(at);
  return ~((sum & 0xffff) + (sum >>> 16)) & 0xffff;
}

/** The packet with the right checksum. */
function summed(of: Buffer): Buffer {
  const copy = Buffer.from(of);
  copy.writeUInt16BE(headerSum(copy), 10);
  return copy;
}

describe('a sampled header', () => {
  it.each([
    ['of IPv4 without a link layer', 11, packet],
    ['of IPv6 without a link layer', 12, packetV6()],
    ['of MPLS without a link layer', 13, Buffer.concat([encodeU32(0x00_01_01_40), packet])],
    [
      'with LLC and SNAP',
      1,
      Buffer.concat([
        macs,
        encodeU16(900),
        encodeU32(0xaa_aa_03_00),
        encodeU16(0),
        encodeU16(0x08_00),
        packet,
      ]),
    ],
    [
      'in a PPPoE session',
      1,
      Buffer.concat([macs, encodeU16(0x88_64), Buffer.alloc(6), encodeU16(0x00_21), packet]),
    ],
  ])('%s is found', (_, protocol, header) => {
    const [row] = rowsOf(rawHeader(header, protocol));
    expect(row?.source_port).toBe(protocol === 12 ? 5_353 : 50_000);
    expect(row?.bytes).toBe(protocol === 12 ? 48n : 900n);
  });

  it.each([
    ['with a control word', frames.pseudowire(frames.v4(packet))],
    ['with a control word and a VLAN', frames.pseudowire(frames.vlan(packet), encodeU32(17))],
    ['without a control word', frames.pseudowire(frames.v4(packet), Buffer.alloc(0))],
    [
      'without one, whose MAC address starts like IPv4',
      frames.pseudowire(startingWith(0x4c, packet), Buffer.alloc(0)),
    ],
    [
      'without one, whose MAC address starts like IPv6',
      frames.pseudowire(startingWith(0x6c, summed(packet)), Buffer.alloc(0)),
    ],
    ['that carries MPLS', frames.pseudowire(frames.mpls(packet))],
  ])('of an Ethernet pseudowire %s is that of the frame inside', (_, frame) => {
    expect(rowsOf(rawHeader(frame))).toMatchObject([
      { source_port: 50_000, destination_port: 443, mpls_label: 16, bytes: 900n },
    ]);
  });

  it('of IP over MPLS is never read as a pseudowire', () => {
    // Bytes 12 and 13, where a frame has its type: an address that reads as IPv4, behind it a version.
    const [row] = rowsOf(rawHeader(frames.mpls(summed(packetV4({ source: '8.0.69.1', length: 900 })))));
    expect([...row!.source.subarray(12)]).toEqual([8, 0, 69, 1]);
    const six = packetV6();
    addressBytes('2001:db8:800:4500::1').forEach((byte, at) => (six[8 + at] = byte));
    const [rowOfSix] = rowsOf(rawHeader(frames.mpls(six)));
    expect(rowOfSix).toMatchObject({ source: addressBytes('2001:db8:800:4500::1'), protocol: 17 });
  });

  it.each([
    ['an associated channel', Buffer.concat([encodeU32(0x10_00_00_07), Buffer.alloc(40)])],
    ['ARP in a pseudowire', Buffer.concat([encodeU32(0), frames.arp()])],
    ['pseudowires within pseudowires', frames.pseudowire(frames.pseudowire(frames.v4(packet)))],
    ['a control word alone', encodeU32(0)],
  ])('of %s has no row', (_, payload) => {
    expect(rowsOf(rawHeader(frames.pseudowire(payload, Buffer.alloc(0))))).toHaveLength(0);
  });

  it('with endless labels or tags has no row', () => {
    expect(rowsOf(rawHeader(Buffer.alloc(1_200), 13))).toHaveLength(0);
    const tags = Buffer.concat(Array<Buffer>(200).fill(encodeU32(0x81_00_00_01)));
    expect(rowsOf(rawHeader(Buffer.concat([macs, tags])))).toHaveLength(0);
  });

  it('of an unsupported link layer has no row', () => {
    expect(rowsOf(rawHeader(packet, 5))).toHaveLength(0);
  });
});

it('sampled IPv6 is read if there is no packet header', () => {
  const [source, destination] = ['2001:db8:12::1', '2001:db8::2'].map(addressBytes);
  const body = Buffer.concat([
    encodeU32(700),
    encodeU32(17),
    source!,
    destination!,
    encodeU32(53),
    encodeU32(5_353),
    encodeU32(0),
    encodeU32(46 << 2),
  ]);
  expect(rowsOf(Buffer.concat([encodeU32(4), encodeU32(body.length), body]))).toMatchObject([
    { source, destination, source_site: 12, protocol: 17, source_port: 53, dscp: 46, bytes: 700n },
  ]);
});

it('an agent with an IPv6 address is accepted', () => {
  const plain = sflow({}, flowSample({}, rawHeader(packet, 11)));
  const agent = Buffer.concat([encodeU32(5), encodeU32(2), addressBytes('2001:db8::7'), plain.subarray(12)]);
  const decoding = sflowDecoding();
  expect(plain.subarray(8, 12)).toEqual(ip('127.1.0.1'));
  expect(decoding.send(agent)).toBeUndefined();
  expect(decoding.rows()).toHaveLength(1);
});
