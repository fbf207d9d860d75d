import { describe, expect, it } from 'vitest';
import { BYTE_ORDER_MARK } from '#schemas/csv/csv-text.ts';
import { flowBlockHead, flowFileHead } from '#schemas/debug/flow-file.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { detailedFlows, flows } from '#schemas/table/flows.ts';
import type { RecordFormat } from '#schemas/debug/routes.ts';
import { recordContent } from './record-content.ts';

/** Cells of a column list: numbers that name their place, addresses, and texts that a spreadsheet would run. */
function row(table: typeof flows | typeof detailedFlows): Uint8Array {
  const cells = Object.entries(table.columns).map(([name, { kind, width }], at) => {
    if (kind === 'u64') return [name, BigInt(at)];
    if (kind === 'ipv6')
      return [name, Uint8Array.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 10, 0, 0, at])];
    if (name === 'user') return [name, Uint8Array.from(Buffer.from('=1+1'.padEnd(64, '\0')))];
    return [name, kind === 'fixed' ? new Uint8Array(width ?? 0) : at];
  });
  return codecOf(table as typeof flows).encode([Object.fromEntries(cells) as never]);
}
const block = (table: typeof flows | typeof detailedFlows, rows: number): Buffer => {
  const bytes = Buffer.concat(Array.from({ length: rows }, () => row(table)));
  return Buffer.concat([flowBlockHead(table, bytes.length), bytes]);
};
const file = Buffer.concat([flowFileHead(), block(flows, 3), block(detailedFlows, 2)]);

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}
async function contentOf(bytes: Uint8Array, format: RecordFormat, size = 1_000): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of recordContent(pieces(bytes, size), format, 'international'))
    parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

describe('decoded flows of a recording', () => {
  it.each([1, 7, 190, 100_000])('are the same in pieces of %i bytes, as CSV and JSON', async (size) => {
    const rows = JSON.parse(String(await contentOf(file, 'json', size))) as Record<string, unknown>[];
    expect(rows).toHaveLength(5);
    expect(rows[0]).toMatchObject({ customer: 0, site: 1, source: '10.0.0.12' });
    expect(rows[4]).toMatchObject({ user: '=1+1', source: '10.0.0.12' });
    const csv = String(await contentOf(file, 'csv', size));
    expect(csv.startsWith(BYTE_ORDER_MARK)).toBe(true);
    const [head, ...lines] = csv.slice(1).trimEnd().split('\r\n');
    expect(head).toBe(
      Object.keys(detailedFlows.columns)
        .map((name) => `"${name}"`)
        .join(','),
    );
    expect(lines).toHaveLength(5);
    // A spreadsheet would run the name of a user.
    expect(lines[4]).toContain(`"'=1+1"`);
  });

  it('without their last block when it is cut, and none of a file that is empty', async () => {
    const cut = file.subarray(0, file.length - 1);
    expect(JSON.parse(String(await contentOf(cut, 'json')))).toHaveLength(3);
    expect(JSON.parse(String(await contentOf(Buffer.from(flowFileHead()), 'json')))).toEqual([]);
    expect(JSON.parse(String(await contentOf(new Uint8Array(), 'json')))).toEqual([]);
    expect(String(await contentOf(Buffer.from(flowFileHead()), 'csv')).split('\r\n')).toHaveLength(2);
  });

  it.each([
    ['no head', Buffer.alloc(70_000, 65)],
    ['another format', Buffer.from('{"format":2,"layouts":[]}\n')],
    ['a block of no layout', Buffer.concat([flowFileHead(), Buffer.of(9, 1, 0, 0, 0, 0)])],
    ['a block of half a row', Buffer.concat([flowFileHead(), Buffer.of(0, 1, 0, 0, 0, 0)])],
    ['a block of 4 GB', Buffer.concat([flowFileHead(), Buffer.of(0, 255, 255, 255, 255)])],
  ])('break off at %s', async (_, bytes) => {
    await expect(contentOf(bytes, 'json')).rejects.toThrow(/no file of flows|no block of flows|format/);
  });
});

const packet = (length: number): Buffer => {
  const head = Buffer.alloc(16);
  head.writeUInt32LE(length, 8);
  head.writeUInt32LE(length, 12);
  return Buffer.concat([head, Buffer.alloc(length, length)]);
};
const capture = Buffer.concat([Buffer.alloc(24, 1), packet(60), packet(1_400), packet(0), packet(90)]);

describe('a capture', () => {
  it.each([1, 16, 100, 5_000])('is as it was written, in pieces of %i bytes', async (size) => {
    expect(await contentOf(capture, 'pcap', size)).toEqual(capture);
  });

  it('has no packet at its end that is cut, wherever it is cut', async () => {
    const ends = [24, 24 + 76, 24 + 76 + 1_416, 24 + 76 + 1_416 + 16, capture.length];
    for (let length = 24; length < capture.length; length += 13) {
      const complete = ends.findLast((end) => end <= length)!;
      expect((await contentOf(capture.subarray(0, length), 'pcap', 500)).length).toBe(complete);
    }
    const wrong = Buffer.concat([capture, packet(10)]);
    wrong.writeUInt32LE(1_000_000, capture.length + 8);
    expect(await contentOf(wrong, 'pcap', 5_000)).toEqual(capture);
  });
});
