import { describe, expect, it } from 'vitest';
import type { FileColumn, FileRow } from '#schemas/csv/table-file.ts';
import type { ExportedTable, TableFormat } from './exported-table.ts';
import { madeRows, lazyRowsOf } from './made-rows.ts';
import { tableWriter } from './table-writer.ts';
import { writtenFile } from './written-file.ts';
import { atNight } from '#tests/gate/at-night.ts';

const timeZone = 'Europe/Paris';
const columns: readonly FileColumn[] = [
  { is: 'value', name: 'Élément' },
  { is: 'time', name: 'Heure', timeZone },
  { is: 'day', name: 'Jour', timeZone },
  { is: 'value', name: 'Charge' },
];
const start = Date.UTC(2026, 9, 24);
const rowAt = (index: number): FileRow => [
  index % 7 === 0 ? '=1+1; "Sud"' : `Dépôt ${String(index % 50)}`,
  start + index * 300_000,
  index % 5 === 0 ? null : start + index * 300_000,
  index % 3 === 0 ? 'panne' : index / 7,
];

const aTable = (length: number, part: Partial<ExportedTable> = {}): ExportedTable => ({
  title: 'Liens WAN',
  timeZone,
  madeAt: start,
  facts: [
    ['Fuseau', timeZone],
    ['Du', { is: 'time', at: start }],
  ],
  table: {
    columns,
    rows: lazyRowsOf(
      Array.from({ length }, (_, index) => index),
      rowAt,
    ),
  },
  ...part,
});
const formOf = (format: TableFormat) => ({ format, dialect: 'european', language: 'fr' }) as const;
const bytesOf = async (file: Blob): Promise<Uint8Array> => new Uint8Array(await file.arrayBuffer());

describe('a file that a worker writes', () => {
  atNight.each([
    ['csv', 0],
    ['csv', 1],
    ['csv', 2_500],
    ['xlsx', 0],
    ['xlsx', 2_500],
  ] as const)(
    'as %s with %d rows is byte for byte the one that the page itself would write',
    async (...[format, length]) => {
      const { table, ...about } = aTable(length);
      const writer = await tableWriter({ ...about, columns }, formOf(format));
      writer.add([...table.rows]);
      const expected = await writer.finish();
      const { file, rows } = await writtenFile({ table, ...about }, formOf(format));
      expect(rows).toBe(length);
      expect(file.type).toBe(expected.type);
      expect(await bytesOf(file)).toEqual(await bytesOf(expected));
    },
  );

  it('gets its rows in pieces, each made in a task of its own', async () => {
    const pieces: number[] = [];
    let made = 0;
    const rows = madeRows(20_000, function* each() {
      for (let index = 0; index < 20_000; index += 1) {
        if (made === 0)
          queueMicrotask(() => {
            pieces.push(made);
            made = 0;
          });
        made += 1;
        yield rowAt(index);
      }
    });
    await writtenFile(aTable(0, { table: { columns, rows } }), formOf('csv'));
    expect(pieces.reduce((sum, count) => sum + count)).toBe(20_000);
    expect(Math.max(...pieces) * columns.length).toBeLessThanOrEqual(5_000);
  });

  it('reports its rows in order, and last that all are written', async () => {
    const reports: (readonly [number, number])[] = [];
    await writtenFile(aTable(2_000), formOf('xlsx'), (rows, all) => void reports.push([rows, all]));
    expect(reports.length).toBeGreaterThan(1);
    expect(reports).toEqual(reports.toSorted(([a], [b]) => a - b));
    expect(reports.at(-1)).toEqual([2_000, 2_000]);
  });

  it.each([
    [
      'that the worker cannot write',
      { columns: [{ is: 'time', name: 't', timeZone: 'No/Where' } as const], rows: [[1]] },
    ],
    [
      'with a row that cannot be made',
      {
        columns,
        rows: lazyRowsOf([1], () => {
          throw new Error('no row');
        }),
      },
    ],
    [
      'with a late row that cannot be made',
      {
        columns,
        rows: lazyRowsOf(
          Array.from({ length: 3_000 }, (_, index) => index),
          (index) => {
            if (index === 2_900) throw new Error('no row');
            return rowAt(index);
          },
        ),
      },
    ],
  ])('%s fails', async (_, table) => {
    await expect(writtenFile(aTable(0, { table }), formOf('csv'))).rejects.toThrow(/no row|not written/);
  });
});
