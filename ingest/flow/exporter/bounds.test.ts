import { describe, expect, it } from 'vitest';
import { aCollector } from '#tests/fixtures/flow/a-collector.ts';
import {
  EXPORT_S,
  dataSet,
  netflowV9,
  optionsTemplateV9,
  templateV9,
  encodeU32,
  encodeU8,
} from '#tests/fixtures/flow/packet-builder.ts';
import { statsRows } from '../statistics/stats-rows.ts';

const names = (length: number): Buffer =>
  optionsTemplateV9(
    310,
    [{ id: 1, length: 1 }],
    [
      { id: 95, length: 4 },
      { id: 96, length },
    ],
  );
const nameRow = (number: number, name: Buffer): readonly Buffer[] => [
  encodeU8(0),
  encodeU32(0x0d_00_00_00 + number),
  name,
];
const padded = (text: string, length: number): Buffer => Buffer.alloc(length, 'x').fill(text, 0, text.length);

describe('the state of an exporter', () => {
  it('has names of at most 128 bytes, cut between characters', () => {
    const { send, entry } = aCollector();
    const long = Buffer.concat([Buffer.from('a'), Buffer.from('é'.repeat(200))]);
    send(netflowV9({}, names(long.length), dataSet(310, nameRow(1, long))));
    expect([...entry('9.7')!.domain.applications.names.values()]).toEqual([`a${'é'.repeat(63)}`]);
  });

  it('has a limited number of names over all domains, and rejected ones are reported', () => {
    const { collector, send, entry } = aCollector();
    for (let domain = 0; domain < 16; domain += 1)
      for (let batch = 0; batch < 41; batch += 1) {
        const rows = Array.from({ length: 100 }, (_, at) =>
          nameRow(batch * 100 + at, padded(`${String(domain)}.${String(batch * 100 + at)}-`, 12)),
        );
        send(netflowV9({ domain, sequence: batch }, names(12), dataSet(310, ...rows)));
      }
    const held = [...collector.exporters.get('127.1.0.1')!.domains.values()].map(
      ({ domain }) => domain.applications.names.size,
    );
    expect(Math.max(...held)).toBeLessThanOrEqual(4_096);
    expect(held.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(32_768);
    const reported = statsRows(collector.exporters.values(), 'c', 0);
    expect(
      reported.reduce((sum, row) => sum + Number(row.errors_by_reason.get('too many names') ?? 0n), 0),
    ).toBe(16 * 4_100 - 32_768);
    // A second later some more are accepted.
    const row = nameRow(5_000, padded('later-', 12));
    send(netflowV9({ domain: 15, sequence: 99 }, names(12), dataSet(310, row)), EXPORT_S * 1000 + 1_040);
    expect(entry('9.15')!.domain.applications.names.get(13 * 2 ** 32 + 5_000)).toBe('later-xxxxxx');
  });

  it('charges a new name, not the full name table', () => {
    const { send, entry } = aCollector();
    send(netflowV9({}, names(8), dataSet(310, nameRow(1, padded('first-', 8)))));
    const { applications } = entry('9.7')!.domain;
    const before = applications.names;
    send(netflowV9({ sequence: 2 }, dataSet(310, nameRow(2, padded('second', 8)))));
    expect(applications.names).toBe(before);
    expect(applications.names.size).toBe(2);
  });

  it('has a limited burst of templates, and data of a rejected one is not decoded by its predecessor', () => {
    const { collector, send, rows } = aCollector();
    const template = (round: number): Buffer =>
      templateV9(256, [
        { id: 1, length: 4 },
        ...Array.from({ length: 500 }, () => ({ id: 400 + (round % 60), length: 1 })),
      ]);
    for (let round = 0; round < 40; round += 1) send(netflowV9({ sequence: round }, template(round)));
    send(netflowV9({ sequence: 40 }, dataSet(256, [encodeU32(7), Buffer.alloc(500)])));
    expect(rows()).toHaveLength(0);
    const [row] = statsRows(collector.exporters.values(), 'c', 0);
    expect(row?.errors_by_reason).toEqual(new Map([['too many templates', 8n]]));
    expect(row?.last_error).toBe('too many templates');
    const afterwards = EXPORT_S * 1000 + 2_000;
    send(
      netflowV9({ sequence: 41 }, template(41), dataSet(256, [encodeU32(9), Buffer.alloc(500)])),
      afterwards,
    );
    expect(rows().map(({ bytes }) => bytes)).toContain(9n);
  });
});
