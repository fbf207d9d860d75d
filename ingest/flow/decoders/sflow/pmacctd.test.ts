import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { addressBytes } from '#ingest/flow/attribution/address.ts';
import { sflowDecoding } from '#tests/fixtures/flow/sflow-decoding.ts';

interface Sampled {
  readonly sampling: number;
  readonly length: number;
  readonly source: string;
  readonly destination: string;
  readonly sourcePort: number;
  readonly destinationPort: number;
  readonly protocol: number;
  readonly dscp: number;
  readonly tcpFlags: number;
}

interface Run {
  readonly sampling: number;
  /** Hexadecimal, as they came over UDP. */
  readonly datagrams: readonly string[];
  readonly tshark: readonly Sampled[];
}

const path = new URL('../../../../tests/fixtures/flow/sflow-pmacctd.json', import.meta.url);
const { runs } = JSON.parse(readFileSync(path, 'utf8')) as { readonly runs: readonly Run[] };

describe.each(runs)('sFlow of pmacctd sampling one in $sampling', ({ datagrams, tshark }) => {
  const decoding = sflowDecoding();
  for (const datagram of datagrams) decoding.send(Buffer.from(datagram, 'hex'));

  it('decodes to the same fields as tshark', () => {
    const expected = tshark.map((sampled) => ({
      source: addressBytes(sampled.source),
      destination: addressBytes(sampled.destination),
      source_port: sampled.sourcePort,
      destination_port: sampled.destinationPort,
      protocol: sampled.protocol,
      dscp: sampled.dscp,
      tcp_flags: sampled.tcpFlags,
      sampling: sampled.sampling,
      packets: BigInt(sampled.sampling),
      bytes: BigInt(sampled.length * sampled.sampling),
      // The agent sends 0x3fffffff for both: no interface.
      in_index: 0,
      out_index: 0,
    }));
    expect(expected.length).toBeGreaterThan(20);
    expect(decoding.rows()).toHaveLength(expected.length);
    expect(decoding.rows()).toMatchObject(expected);
  });

  it('has neither errors nor losses', () => {
    expect(decoding.entries().map(({ traffic }) => traffic.errors.size)).toEqual([0]);
    expect(decoding.entries()[0]?.domain.sequence.lost).toBe(0);
    expect(decoding.sources()[0]?.drain()).toMatchObject({ lost: 0, dropped: 0, notIp: 0 });
  });
});
