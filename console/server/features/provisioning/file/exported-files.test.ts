import { describe, expect, it } from 'vitest';
import { csvDialects } from '#schemas/csv/csv-dialect.ts';
import { csvOfTable } from '#schemas/csv/table-file.ts';
import { definitionOf } from '#schemas/provisioning/import-columns.ts';
import { parseCell } from '../plan/parse-cell.ts';
import { parseLines, placeColumns } from '../plan/parse-lines.ts';
import { readCsv } from './read-csv.ts';

const columns = ['site', 'latitude', 'longitude', 'alias'].map((name) => ({ is: 'value' as const, name }));

describe('a file that the product exports', () => {
  it.each(csvDialects)(
    'is imported again in the %s dialect, with its numbers and names as they were',
    (dialect) => {
      const names = ['=Fibre; "core"', '-spare, r1', "'=quoted", 'São\r\nPaulo'];
      const table = { columns, rows: names.map((name) => ['Lyon', 45.764, -4.8357, name]) };
      const sheet = readCsv(Buffer.from(csvOfTable(table, { dialect, language: 'en' })));
      const mapping = { site: 'site', latitude: 'latitude', longitude: 'longitude', alias: 'alias' };
      const placed = placeColumns(sheet, mapping).columns;
      const read = parseLines(sheet, placed).map(({ values }) =>
        (['site', 'latitude', 'longitude', 'alias'] as const).map((field) => values.get(field)),
      );
      expect(read.slice(0, 3)).toEqual(names.slice(0, 3).map((name) => ['Lyon', 45.764, -4.8357, name]));
      expect(sheet.rows[3]?.cells[3]).toBe(names[3]);
      expect(parseCell('-4,8357', definitionOf('longitude'))).toEqual({ ok: true, value: -4.8357 });
    },
  );
});
