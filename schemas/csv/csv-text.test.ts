import { parse } from 'csv-parse/sync';
import { array, assert, constantFrom, double, oneof, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvDialectOf, csvDialects, dialectMarks } from './csv-dialect.ts';
import { csvLine, type CsvCell } from './csv-text.ts';
import { harmlessCell, originalCell } from './harmless-cell.ts';

describe('a line of a CSV file', () => {
  it.each<readonly [string, CsvCell, string, string]>([
    ['a text', 'Lyon', '"Lyon"', '"Lyon"'],
    ['a decimal number', 99.953, '99.953', '99,953'],
    ['a negative number', -0.5, '-0.5', '-0,5'],
    ['a small number', 1.5e-7, '1.5e-7', '1,5e-7'],
    ['a number with every digit', 0.1 + 0.2, '0.30000000000000004', '0,30000000000000004'],
    ['a number above 2^53', 2 ** 60, '1152921504606847000', '1152921504606847000'],
    ['the largest number', Number.MAX_VALUE, '1.7976931348623157e+308', '1,7976931348623157e+308'],
    ['negative zero', -0, '0', '0'],
    ['no value', null, '""', '""'],
    ['no number', Number.NaN, '""', '""'],
    ['infinity', Infinity, '""', '""'],
    ['both separators', 'a,b;c', '"a,b;c"', '"a,b;c"'],
    ['quotes', 'the "core"', '"the ""core"""', '"the ""core"""'],
    ['new lines', 'a\r\nb', '"a\r\nb"', '"a\r\nb"'],
    ['a text of digits', '007', '"007"', '"007"'],
    ['a formula', '=1+1', `"'=1+1"`, `"'=1+1"`],
    ['a telephone number', '+33 1', `"'+33 1"`, `"'+33 1"`],
    ['a name with a dash', '-spare', `"'-spare"`, `"'-spare"`],
    ['a call', '@SUM(A1)', `"'@SUM(A1)"`, `"'@SUM(A1)"`],
    ['a negative number as a text', '-12.5', '"-12.5"', '"-12.5"'],
    ['a command behind a number', '-2+cmd', `"'-2+cmd"`, `"'-2+cmd"`],
  ])('has %s in both dialects', (_what, cell, international, european) => {
    expect(csvLine([cell], 'international')).toBe(`${international}\r\n`);
    expect(csvLine(['x', cell, 'y'], 'european')).toBe(`"x";${european};"y"\r\n`);
  });

  it('in the language of the user opens without a dialog', () => {
    expect([csvDialectOf('en'), csvDialectOf('fr')]).toEqual(['international', 'european']);
  });

  it('is read back as it was, whatever its cells are', () => {
    const cell = oneof(
      string(),
      string({ unit: 'grapheme' }),
      double({ noNaN: true, noDefaultInfinity: true }),
    );
    assert(
      property(array(cell, { minLength: 1 }), constantFrom(...csvDialects), (cells, dialect) => {
        const { separator, decimal } = dialectMarks[dialect];
        const [read] = parse(csvLine(cells, dialect), { delimiter: separator, relax_column_count: true });
        const expected = cells.map((each) =>
          typeof each === 'string' ? each : String(each === 0 ? 0 : each).replace('.', decimal),
        );
        expect(
          (read as string[]).map((text, at) => (typeof cells[at] === 'string' ? originalCell(text) : text)),
        ).toEqual(expected);
      }),
    );
  });
});

describe('a cell that starts like a formula', () => {
  it.each(['=1', '+1 x', '-x', '@x', '\tx', "'=1", "''-x", '＝1', '＋1', '－1', '＠x'])(
    '%j is escaped and read back',
    (text) => {
      expect(harmlessCell(text)).toBe(`'${text}`);
      expect(originalCell(harmlessCell(text))).toBe(text);
    },
  );

  it.each(["l'eau", "'quoted'", '-12', '-1,5', 'a=b', ''])('%j is none', (text) => {
    expect([harmlessCell(text), originalCell(text)]).toEqual([text, text]);
  });
});
