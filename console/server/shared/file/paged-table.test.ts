import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ExportLine } from '#schemas/csv/file-line.ts';
import { csvPieces, sendFileLines, type PagedTable } from './paged-table.ts';

/** Rows numbered from 0, in pages of a size. */
const aTable = (count: number, size: number): PagedTable => ({
  columns: [
    { is: 'value', name: 'n' },
    { is: 'time', name: 'at', timeZone: 'Europe/Paris' },
  ],
  async *pages() {
    for (let from = 0; from < count; from += size) {
      await setImmediate();
      yield Array.from({ length: Math.min(size, count - from) }, (_, index) => [from + index, 0]);
    }
  },
});

async function linesOf(table: PagedTable, limit: number): Promise<readonly ExportLine[]> {
  const lines: ExportLine[] = [];
  const { signal } = new AbortController();
  await sendFileLines(table, {
    limit,
    signal,
    send: async (line) => void lines.push(await Promise.resolve(line)),
  });
  return lines;
}

describe('the rows of a file', () => {
  it.each([
    ['none', 0, 10, 0, false],
    ['fewer than the limit', 9, 10, 9, false],
    ['as many as the limit', 10, 10, 10, false],
    ['one more than the limit', 11, 10, 10, true],
    ['many more than the limit', 1_000, 10, 10, true],
    ['several pieces', 1_000, 5_000, 1_000, false],
    ['a limit at the end of a piece', 1_000, 250, 250, true],
  ])('are sent in their order between columns and end, %s', async (...[, count, limit, sent, isCut]) => {
    const lines = await linesOf(aTable(count, 400), limit);
    expect(lines.map((line) => ExportLine.parse(JSON.parse(JSON.stringify(line))))).toEqual(lines);
    expect(lines[0]).toEqual({ is: 'columns', columns: aTable(0, 1).columns });
    expect(lines.at(-1)).toEqual({ is: 'end', isCut });
    const rows = lines.flatMap((line) => (line.is === 'rows' ? line.rows : []));
    expect(rows.map(([number]) => number)).toEqual(Array.from({ length: sent }, (_, index) => index));
  });

  it('are no longer read once the caller has closed the connection', async () => {
    const closing = new AbortController();
    const lines: ExportLine[] = [];
    await sendFileLines(aTable(10_000, 400), {
      limit: 10_000,
      signal: closing.signal,
      send: async (line) => {
        lines.push(await Promise.resolve(line));
        if (lines.length === 3) closing.abort();
      },
    });
    expect(lines.map(({ is }) => is)).toEqual(['columns', 'rows', 'rows']);
  });

  it('as CSV have their heading first', async () => {
    const pieces: string[] = [];
    for await (const piece of csvPieces(aTable(2, 1), { dialect: 'international', language: 'en' }))
      pieces.push(piece);
    expect(pieces.join('').split('\r\n')).toEqual([
      '\uFEFF"n","at (Europe/Paris)","UTC offset"',
      '0,"1970-01-01 01:00:00","UTC+01:00"',
      '1,"1970-01-01 01:00:00","UTC+01:00"',
      '',
    ]);
  });
});
