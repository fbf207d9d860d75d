import { describe, expect, it } from 'vitest';
import { aCollector } from '#tests/fixtures/flow/a-collector.ts';
import {
  EXPORT_S,
  dataSet,
  ip,
  ipfix,
  netflowV9,
  templateIpfix,
  templateV9,
  encodeU16,
  encodeU32,
  encodeU64,
} from '#tests/fixtures/flow/packet-builder.ts';
import { statsRows } from '../statistics/stats-rows.ts';

const EXPORT_MS = EXPORT_S * 1000;
const bytesOnly = [{ id: 1, length: 4 }];

describe('pending sets', () => {
  it('are dropped and counted after five minutes and not decoded by a later template', () => {
    const { collector, send, rows } = aCollector();
    send(netflowV9({}, dataSet(400, [encodeU32(1)])));
    send(netflowV9({ sequence: 2 }, dataSet(401, [encodeU32(2)])), EXPORT_MS + 240_000);
    const [early] = statsRows(collector.exporters.values(), 'c', EXPORT_MS + 250_000);
    expect(early?.unknown_template).toBe(0n);
    const both = [templateV9(400, bytesOnly), templateV9(401, bytesOnly)];
    send(netflowV9({ sequence: 3 }, ...both), EXPORT_MS + 301_000);
    expect(rows().map(({ bytes }) => bytes)).toEqual([2n]);
    const [row] = statsRows(collector.exporters.values(), 'c', EXPORT_MS + 301_000);
    expect(row?.unknown_template).toBe(1n);
  });

  it('are counted without another datagram of their exporter', () => {
    const { collector, send } = aCollector();
    send(netflowV9({}, dataSet(400, [encodeU32(1)])));
    statsRows(collector.exporters.values(), 'c', EXPORT_MS + 10_000);
    const [row] = statsRows(collector.exporters.values(), 'c', EXPORT_MS + 400_000);
    expect(row).toMatchObject({ packets: 0n, unknown_template: 1n });
  });

  it('are dropped when a rejected template reuses their id', () => {
    const { send, rows } = aCollector();
    send(netflowV9({}, dataSet(400, [encodeU32(1)])));
    send(netflowV9({ sequence: 2 }, templateV9(400, [{ id: 1, length: 0 }])));
    send(netflowV9({ sequence: 3 }, templateV9(400, bytesOnly)));
    expect(rows()).toHaveLength(0);
  });
});

describe('set ids that are reserved', () => {
  it.each([
    ['NetFlow v9', netflowV9({}, dataSet(2, [encodeU32(1)]), dataSet(255, [encodeU32(1)]))],
    ['IPFIX', ipfix({}, dataSet(4, [encodeU32(1)]), dataSet(255, [encodeU32(1)]))],
  ])('of %s are reported by reason', (_, datagram) => {
    const { collector, send } = aCollector();
    send(datagram);
    const [row] = statsRows(collector.exporters.values(), 'c', EXPORT_MS);
    expect(row?.errors_by_reason).toEqual(new Map([['set id reserved', 2n]]));
  });
});

describe('an address of IPv4 in an element of IPv6', () => {
  it('belongs to the site of its network', () => {
    const mapped = (text: string): Buffer => Buffer.concat([Buffer.alloc(10), encodeU16(0xffff), ip(text)]);
    const { send, rows } = aCollector();
    const fields = [
      { id: 27, length: 16 },
      { id: 28, length: 16 },
    ];
    send(ipfix({}, templateIpfix(300, fields), dataSet(300, [mapped('10.11.0.1'), mapped('10.12.0.2')])));
    expect(rows()).toMatchObject([{ source_site: 11, destination_site: 12 }]);
  });
});

describe('the times of a flow', () => {
  it('are correct for a boot time in each record and an uptime of more than 49.7 days', () => {
    const upMs = 60 * 86_400_000;
    const fields = [
      { id: 160, length: 8 },
      { id: 22, length: 4 },
      { id: 21, length: 4 },
    ];
    const wrapped = (beforeMs: number): Buffer => encodeU32((upMs - beforeMs) % 2 ** 32);
    const flow = [encodeU64(EXPORT_MS - upMs), wrapped(9_000), wrapped(5_000)];
    const { send, rows } = aCollector();
    send(ipfix({}, templateIpfix(300, fields), dataSet(300, flow)));
    expect(rows()).toMatchObject([{ first: EXPORT_MS - 9_000, last: EXPORT_MS - 5_000 }]);
  });

  it('are replaced when they are minutes after the export', () => {
    const fields = [
      { id: 152, length: 8 },
      { id: 153, length: 8 },
    ];
    const at = (ms: number): readonly Buffer[] => [encodeU64(EXPORT_MS + ms), encodeU64(EXPORT_MS + ms)];
    const { send, rows, entry } = aCollector();
    send(ipfix({}, templateIpfix(300, fields), dataSet(300, at(60_000), at(600_000))));
    expect(rows().map(({ last }) => last)).toEqual([EXPORT_MS + 60_000, EXPORT_MS]);
    expect(entry('10.7')!.domain.timesReplaced).toBe(1);
  });
});
