import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { aCollector } from '#tests/fixtures/flow/a-collector.ts';
import { ipBytes } from '#tests/fixtures/flow/capture-file.ts';
import { conversations } from '#tests/fixtures/flow/captures/conversations.ts';

const Recorded = z.object({ exporter: z.string(), datagrams: z.array(z.string()) });
const file = new URL('../../../../tests/fixtures/flow/captures/pmacct-sflow.json', import.meta.url);
const { datagrams } = Recorded.parse(JSON.parse(readFileSync(file, 'utf8')));

const protocols = { tcp: 6, udp: 17 } as const;
const lastPart = (address: Uint8Array): string => address.subarray(12).join('.');

describe('what pmacctd samples of every packet of a capture', () => {
  it('is the capture, packet by packet', () => {
    const { send, rows, collector } = aCollector();
    for (const datagram of datagrams) send(Buffer.from(datagram, 'hex'));
    expect(collector.refused.size).toBe(0);
    expect(
      rows().map(({ source, destination, source_port, destination_port, protocol, dscp, bytes, packets }) => [
        ...[lastPart(source), lastPart(destination), source_port, destination_port, protocol],
        ...[dscp, bytes, packets],
      ]),
    ).toEqual(
      conversations.map((packet) => [
        ...[packet.source, packet.destination, packet.sourcePort, packet.destinationPort],
        ...[protocols[packet.protocol], 46, BigInt(ipBytes(packet)), 1n],
      ]),
    );
  });

  it('comes without a gap or a fault', () => {
    const { send, collector } = aCollector();
    for (const datagram of datagrams) send(Buffer.from(datagram, 'hex'));
    const [entry] = collector.exporters.get('127.1.0.1')?.domains.values() ?? [];
    expect(entry?.traffic.errors).toEqual(new Map());
    expect(entry?.domain.sequence.take()).toEqual({ lost: 0, repeated: 0, restarts: 0 });
  });
});
