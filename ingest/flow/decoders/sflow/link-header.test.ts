import { describe, expect, it } from 'vitest';
import { addressBytes } from '#ingest/flow/attribution/address.ts';
import { ip, encodeU16, encodeU32 } from '#tests/fixtures/flow/packet-builder.ts';
import { flowSample, packetV4, packetV6, rawHeader, sflow } from '#tests/fixtures/flow/sflow-builder.ts';
import { sflowDecoding } from '#tests/fixtures/flow/sflow-decoding.ts';

const rowsOf = (record: Buffer) => {
  const decoding = sflowDecoding();
  decoding.send(sflow({}, flowSample({ rate: 1 }, record)));
  return decoding.rows();
};
const macs = Buffer.alloc(12);
const packet = packetV4({ length: 900 });

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
    ...[
      encodeU32(700),
      encodeU32(17),
      source!,
      destination!,
      encodeU32(53),
      encodeU32(5_353),
      encodeU32(0),
      encodeU32(46 << 2),
    ],
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
