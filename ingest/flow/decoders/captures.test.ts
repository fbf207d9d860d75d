import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { addressBytes } from '#ingest/flow/attribution/address.ts';
import { aCollector } from '#tests/fixtures/flow/a-collector.ts';
import { udpPayloads } from '#tests/fixtures/flow/read-capture.ts';
import { drainTemplateCounts } from '../exporter/template-counts.ts';
import { TWO_32 } from '#schemas/number.ts';

/** A flow as tshark reads it, its fields as text. */
type Flow = Readonly<Record<string, string>>;

interface Datagram {
  readonly version: number;
  readonly exportS: number;
  readonly exportNs: number;
  readonly uptimeS: number;
  readonly systemInit: string | null;
  readonly flows: readonly Flow[];
}

/** Times without a zone of tshark's end with what JavaScript does not read: more than three digits of a second. */
function msOf(text: string): number {
  const [dateTime = '', fraction = '0'] = /^(.*)\.(\d+) UTC$/.exec(text)?.slice(1) ?? [];
  return Date.parse(`${dateTime} UTC`) + Math.floor(Number(`0.${fraction}`) * 1000);
}

/**
 * Start or end of a flow in milliseconds: absolute, or on the exporter's clock, which starts with it and wraps at 32
 * bits.
 */
function timeOf(datagram: Datagram, flow: Flow, end: 'start' | 'end'): number {
  const absolute = flow[`cflow.abstime${end}`];
  if (absolute !== undefined) return msOf(absolute);
  const exportMs = datagram.exportS * 1000 + Math.floor(datagram.exportNs / 1_000_000);
  const bootMs =
    datagram.systemInit === null ? exportMs - datagram.uptimeS * 1000 : msOf(datagram.systemInit);
  const uptimeMs = Math.round(Number(flow[`cflow.time${end}`]) * 1000);
  return bootMs + (uptimeMs > TWO_32 / 2 ? uptimeMs - TWO_32 : uptimeMs);
}

function rowOf(datagram: Datagram, flow: Flow) {
  const text = (name: string): string | undefined => flow[`cflow.${name}`];
  const number = (name: string): number => Number(text(name) ?? 0);
  return {
    source: addressBytes(text('srcaddr') ?? text('srcaddrv6') ?? ''),
    destination: addressBytes(text('dstaddr') ?? text('dstaddrv6') ?? ''),
    source_port: number('srcport'),
    // Type and code of ICMP, where tshark has names of their own.
    destination_port: number(text('icmp_type_code_ipv4') === undefined ? 'dstport' : 'icmp_type_code_ipv4'),
    protocol: number('protocol'),
    tcp_flags: number('tcpflags'),
    dscp: number('tos') >> 2,
    in_index: number('inputint'),
    out_index: number('outputint'),
    source_as: number('srcas'),
    destination_as: number('dstas'),
    direction: number('direction'),
    end_reason: number('flow_end_reason'),
    bytes: BigInt(number('octets')),
    packets: BigInt(number('packets')),
    first: timeOf(datagram, flow, 'start'),
    last: timeOf(datagram, flow, 'end'),
  };
}

const folder = new URL('../../../tests/fixtures/flow/captures/', import.meta.url);

describe.each([
  ['softflowd', 'v5', 18],
  ['softflowd', 'v9', 22],
  ['softflowd', 'ipfix', 22],
  ['pmacctd', 'v5', 18],
  ['pmacctd', 'v9', 22],
  ['pmacctd', 'ipfix', 22],
])('a capture of %s exporting %s', (exporter, version, flowsExpected) => {
  const datagrams = JSON.parse(
    readFileSync(new URL(`${exporter}-${version}.json`, folder), 'utf8'),
  ) as readonly Datagram[];
  // An option of one datagram applies to later ones.
  const systemInit = datagrams.find((datagram) => datagram.systemInit !== null)?.systemInit ?? null;
  const payloads = udpPayloads(readFileSync(new URL(`${exporter}-${version}.pcap`, folder)));
  const { send, rows, collector } = aCollector();
  for (const [at, payload] of payloads.entries()) send(payload, (datagrams[at]?.exportS ?? 0) * 1000 + 200);

  it('decodes to the same fields as tshark', () => {
    const expected = datagrams.flatMap((datagram) =>
      datagram.flows.map((flow) => rowOf({ ...datagram, systemInit }, flow)),
    );
    expect(expected).toHaveLength(flowsExpected);
    expect(rows()).toHaveLength(flowsExpected);
    expect(rows()).toMatchObject(expected);
  });

  it('has no errors, losses, corrected times or unknown elements', () => {
    const entries = [...(collector.exporters.get('127.1.0.1')?.domains.values() ?? [])];
    expect(entries.length).toBeGreaterThan(0);
    for (const { domain, traffic } of entries) {
      expect([...traffic.errors]).toEqual([]);
      expect(domain.sequence.drain()).toEqual({ lost: 0, duplicates: 0, restarts: 0 });
      expect([domain.unknownTemplate, domain.timesReplaced, traffic.correctionMs]).toEqual([0, 0, 0]);
      expect([...drainTemplateCounts(domain.templates).unknownElements]).toEqual([]);
    }
  });
});
