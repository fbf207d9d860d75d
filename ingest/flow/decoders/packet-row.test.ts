import { describe, expect, it } from 'vitest';
import { addressBytes } from '#ingest/flow/attribution/address.ts';
import { aCollector } from '#tests/fixtures/flow/a-collector.ts';
import {
  dataSet,
  encodeU16,
  encodeU32,
  encodeU8,
  ipfix,
  templateIpfix,
} from '#tests/fixtures/flow/packet-builder.ts';
import { frames, packetV4, packetV6, segmentRouted } from '#tests/fixtures/flow/sflow-builder.ts';
import { sampleSourcesOf } from './sflow/sample-sources.ts';

describe('the start of a packet in an IPFIX record', () => {
  const fields = [
    { id: 10, length: 4 },
    { id: 312, length: 2 },
    { id: 315, length: 65_535 },
  ];
  const frame = frames.qinq(packetV4({ source: '10.11.0.5', destination: '10.12.0.9', length: 500 }));
  const recordOf = (bytes: Buffer) => [encodeU32(1), encodeU16(1_000), encodeU8(bytes.length), bytes];

  it('is decoded like a sampled header of sFlow', () => {
    const { send, rows } = aCollector();
    send(ipfix({}, templateIpfix(256, fields), dataSet(256, recordOf(frame))));
    expect(rows()).toMatchObject([
      { in_interface: 31, source_site: 11, destination_site: 12, protocol: 6, bytes: 500n, packets: 1n },
    ]);
    expect(rows()[0]!.vlan).toBeGreaterThan(0);
    expect(rows()[0]!.source).toEqual(addressBytes('10.11.0.5'));
  });

  it('without IP is counted and has no row', () => {
    const { send, rows, entry } = aCollector();
    const sent = [recordOf(frames.arp()), recordOf(frame), recordOf(Buffer.alloc(20))];
    send(ipfix({}, templateIpfix(256, fields), dataSet(256, ...sent)));
    expect(rows()).toMatchObject([{ source_site: 11, bytes: 500n }]);
    const { domain, traffic } = entry('10.7')!;
    expect([traffic.records, sampleSourcesOf(domain).drain().notIp]).toEqual([3, 2]);
  });

  it('without IP leaves the other fields of a record that counts', () => {
    const { send, rows, entry } = aCollector();
    const counted = [...fields, { id: 58, length: 2 }, { id: 1, length: 4 }, { id: 2, length: 4 }];
    const cells = [...recordOf(frames.arp()), encodeU16(42), encodeU32(640), encodeU32(10)];
    send(ipfix({}, templateIpfix(256, counted), dataSet(256, cells)));
    expect(rows()).toMatchObject([{ in_interface: 31, vlan: 42, bytes: 640n, packets: 10n }]);
    expect(sampleSourcesOf(entry('10.7')!.domain).drain().notIp).toBe(0);
  });

  it.each([
    ['an Ethernet pseudowire', frames.pseudowire(frames.v4(packetV4({ source: '10.11.0.5', length: 500 })))],
    ['SRv6', frames.v6(segmentRouted('fc00:0:1:e001::', 4, packetV4({ source: '10.11.0.5', length: 500 })))],
  ])('within %s is the packet of the customer', (_, section) => {
    const { send, rows } = aCollector();
    send(ipfix({}, templateIpfix(256, fields), dataSet(256, recordOf(section))));
    expect(rows()).toMatchObject([
      { source_site: 11, destination_site: 12, destination_port: 443, bytes: 500n },
    ]);
  });

  it('of fixed length, or without link layer, is decoded too', () => {
    const { send, rows } = aCollector();
    const packet = packetV6([], 60);
    const fixed = [{ id: 313, length: packet.length }];
    send(ipfix({}, templateIpfix(257, fixed), dataSet(257, [packet])));
    expect(rows()).toMatchObject([{ packets: 1n }]);
    expect(rows()[0]!.bytes).toBeGreaterThan(0n);
  });

  it('adds nothing to counts of the record', () => {
    const { send, rows } = aCollector();
    const counted = [...fields, { id: 1, length: 4 }, { id: 2, length: 4 }];
    const cells = [...recordOf(frame), encodeU32(9_000), encodeU32(7)];
    send(ipfix({}, templateIpfix(256, counted), dataSet(256, cells)));
    expect(rows()).toMatchObject([{ bytes: 9_000n, packets: 7n, protocol: 6 }]);
  });
});
