import { describe, expect, it } from 'vitest';
import { provisioningLimits } from '#schemas/limit/provisioning.ts';
import {
  date,
  failedFormula,
  formatted,
  formula,
  workbookOf,
  workbookParts,
  zipOf,
} from '#tests/fixtures/provisioning/workbook.ts';
import { readImportFile } from './read-file.ts';
import { UnreadableFileError } from './sheet.ts';

const rowsOf = async (bytes: Uint8Array) => {
  const { heading, rows } = await readImportFile(bytes);
  return [heading, ...rows].map(({ line, cells }) => [line, ...cells]);
};

async function faultOf(bytes: Uint8Array) {
  const read = await readImportFile(bytes).catch((error: unknown) => error);
  return read instanceof UnreadableFileError ? [read.code, read.params] : ['none', read];
}

const text = 'Client;Site;Ville\nacme;Évry;Besançon\n';
const utf16 = (bigEndian: boolean, mark: boolean): Buffer => {
  const bytes = Buffer.from(`${mark ? '\uFEFF' : ''}${text}`, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
};

describe('a CSV file', () => {
  it.for([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16LE', utf16(false, true)],
    ['UTF-16LE', utf16(false, false)],
    ['UTF-16BE', utf16(true, true)],
    ['UTF-16BE', utf16(true, false)],
    ['Windows-1252', Buffer.from(text, 'latin1')],
  ] as const)('is read in %s, with or without a mark', async ([encoding, bytes]) => {
    const { source, heading, rows } = await readImportFile(bytes);
    expect([source.kind, source.encoding, heading.cells, rows[0]?.cells]).toEqual([
      'csv',
      encoding,
      ['Client', 'Site', 'Ville'],
      ['acme', 'Évry', 'Besançon'],
    ]);
  });

  it.for([';', ',', '\t', '|'])('is read with %j between its cells', async (separator) => {
    const bytes = Buffer.from(`a${separator}b\r\nc${separator}"d${separator}1"\r\n`);
    expect(await rowsOf(bytes)).toEqual([
      [1, 'a', 'b'],
      [2, 'c', `d${separator}1`],
    ]);
  });

  it.for([
    ['\uFEFFsep=;\r\ncustomer;site;city\r\nacme;Lyon;Lyon\r\n', ';'],
    ['sep=|\n"customer"|site|city\nacme|Lyon|Lyon\n', '|'],
    ['"sep=\t"\ncustomer\tsite\tcity\nacme\tLyon\tLyon\n', '\t'],
  ] as const)('is read behind a line that states its separator', async ([content, separator]) => {
    const { source, heading, rows } = await readImportFile(Buffer.from(content));
    expect(source.separator).toBe(separator);
    expect([heading, ...rows]).toEqual([
      { line: 2, cells: ['customer', 'site', 'city'] },
      { line: 3, cells: ['acme', 'Lyon', 'Lyon'] },
    ]);
  });

  it('has headings without invisible characters', async () => {
    const bytes = Buffer.from('\u200ESite\u202E;"De\nvice"\nLyon;\n');
    const { heading } = await readImportFile(bytes);
    expect(heading.cells).toEqual(['Site', 'De vice']);
  });

  it('has the lines of an editor, also behind empty lines and values of several lines', async () => {
    expect(await rowsOf(Buffer.from('a;b\n\n"c\nc";d\n;\ne;f\n'))).toEqual([
      [1, 'a', 'b'],
      [3, 'c\nc', 'd'],
      [6, 'e', 'f'],
    ]);
  });

  it('is rejected when it is empty, binary, or has a quote that never ends', async () => {
    expect(await faultOf(Buffer.from('\n\n'))).toEqual(['IMPORT_FILE_EMPTY', {}]);
    expect(await faultOf(Buffer.from([1, 2, 0, 0, 0, 0, 7, 8]))).toEqual(['IMPORT_FILE_BINARY', {}]);
    for (const lines of [50, 2_000_000])
      expect(await faultOf(Buffer.from(`a;b\nc;d\n"e;f\n${'g;h\n'.repeat(lines)}`))).toEqual([
        'IMPORT_QUOTE_OPEN',
        { line: 3 },
      ]);
  });

  it('is rejected with the line of a NUL character, whatever its encoding and line ends', async () => {
    for (const end of ['\n', '\r\n', '\r'])
      for (const encoding of ['utf8', 'utf16le'] as const) {
        const text = ['customer;site', 'acme;Paris', 'acme;L\0yon', 'acme;\0'].join(end);
        const mark = encoding === 'utf8' ? '' : '\uFEFF';
        expect(await faultOf(Buffer.from(mark + text, encoding))).toEqual(['IMPORT_FILE_NUL', { line: 3 }]);
      }
  });

  it('is rejected with the line that never ends', async () => {
    expect(await faultOf(Buffer.from(`a;b\n${'x'.repeat(1_000_000)}`))).toEqual([
      'IMPORT_LINE_TOO_LONG',
      { line: 2 },
    ]);
  });

  it('is rejected with the line that has more cells than a table, filled or empty', async () => {
    for (const cells of [',', 'a,'])
      expect(await faultOf(Buffer.from(`a,b\r\nc,d\r\n${cells.repeat(500_000)}`))).toEqual([
        'IMPORT_LINE_TOO_LONG',
        { line: 3 },
      ]);
    expect(await rowsOf(Buffer.from(`a,b\nc,d${','.repeat(100_000)}\n`))).toEqual([
      [1, 'a', 'b'],
      [2, 'c', 'd'],
    ]);
  });

  it('is rejected with the line of a quote within a cell', async () => {
    for (const cell of ['19" rack', '"rack" 19'])
      expect(await faultOf(Buffer.from(`a;b\nc;d\n${cell};f\n`))).toEqual([
        'IMPORT_QUOTE_MISPLACED',
        { line: 3 },
      ]);
  });

  it('has at most five times as many with its empty lines', async () => {
    const text = `customer\n${'\n'.repeat(provisioningLimits.maxLines * 5)}`;
    await expect(readImportFile(Buffer.from(text))).rejects.toThrow('IMPORT_TOO_MANY_LINES');
  });

  it('has at most as many lines as the limit says', async () => {
    const bytes = Buffer.from(`a;b\n${'c;d\n'.repeat(provisioningLimits.maxLines + 1)}`);
    expect(await faultOf(bytes)).toEqual(['IMPORT_TOO_MANY_LINES', { max: provisioningLimits.maxLines }]);
  });
});

describe('a workbook', () => {
  it('is read from its first visible sheet, numbers as typed', async () => {
    const { source, heading, rows } = await readImportFile(
      workbookOf([
        ['Client', 'Latitude'],
        ['acme', 48.8566],
      ]),
    );
    expect([source, heading.cells, rows[0]?.cells]).toEqual([
      { kind: 'xlsx', encoding: '', separator: '', sheet: 'Network' },
      ['Client', 'Latitude'],
      ['acme', '48.8566'],
    ]);
  });

  it('counts formulas as their values, and names those without one', async () => {
    const { rows } = await readImportFile(
      workbookOf([
        ['a', 'b'],
        [formula('CONCATENATE("x","y")', 'xy'), failedFormula('#DIV/0!')],
      ]),
    );
    expect([rows[0]?.cells[0], rows[0]?.odd?.get(1)]).toEqual([
      'xy',
      { code: 'IMPORT_CELL_ERROR', value: '#DIV/0!' },
    ]);
  });

  it('names cells that the spreadsheet has turned into dates', async () => {
    const { rows } = await readImportFile(workbookOf([['interface'], [date(45_000)]]));
    expect(rows[0]?.odd?.get(0)).toEqual({ code: 'IMPORT_CELL_DATE', value: '45000' });
  });

  it('has the text that a formatted cell shows, with its leading zeros', async () => {
    const cells = [formatted(42, '00000'), formatted(7, '"S-"0000'), formatted(75_001, 'General')];
    const { rows } = await readImportFile(workbookOf([['site', 'device', 'city'], cells]));
    expect(rows).toEqual([{ line: 2, cells: ['00042', 'S-0007', '75001'] }]);
  });

  it('names cells whose text depends on a language, and numbers that the spreadsheet has rounded', async () => {
    const cells = [
      formatted(0.5, '0%'),
      formatted(10_000, '#,##0'),
      formatted('123456789012345678', 'General'),
      formatted('12345678901234567', '00000'),
    ];
    const { rows } = await readImportFile(workbookOf([['site', 'bandwidthIn', 'device', 'alias'], cells]));
    expect([...(rows[0]?.odd ?? [])]).toEqual([
      [0, { code: 'IMPORT_CELL_FORMAT', value: '0.5 (0%)' }],
      [1, { code: 'IMPORT_CELL_FORMAT', value: '10000 (#,##0)', number: '10000' }],
      [2, { code: 'IMPORT_CELL_DIGITS', value: '123456789012345678' }],
      [3, { code: 'IMPORT_CELL_DIGITS', value: '12345678901234567' }],
    ]);
  });

  it('has the characters that XML cannot contain', async () => {
    const text = ['Lyon_x000D_', 'a_x000D_\nb', '_x005F_x000D_', '_x00E9_t_x00e9_', 'x000D_', '_x12_'];
    const { rows } = await readImportFile(workbookOf([['a', 'b', 'c', 'd', 'e', 'f'], text]));
    expect(rows[0]?.cells).toEqual(['Lyon', 'a\r\nb', '_x000D_', 'été', 'x000D_', '_x12_']);
  });

  it('names the rows that a filter hides', async () => {
    const { rows } = await readImportFile(workbookOf([['customer'], ['acme'], ['globex'], ['']], [], [3, 4]));
    expect(rows).toEqual([
      { line: 2, cells: ['acme'] },
      { line: 3, cells: ['globex'], isHidden: true },
    ]);
  });

  it('names the columns that are hidden', async () => {
    const columns =
      '<col min="1" max="1" width="9"/><col min="2" max="3" hidden="1"/><col min="9" max="16384" hidden="true"/>';
    const { hiddenColumns } = await readImportFile(
      workbookOf([['customer', 'site', 'city', 'x']], [], [], columns),
    );
    expect([...(hiddenColumns ?? [])].slice(0, 3)).toEqual([1, 2, 8]);
    expect(hiddenColumns?.has(3)).toBe(false);
  });

  it('names a merged date in each of its rows', async () => {
    const { rows } = await readImportFile(workbookOf([['site'], [date(45_000)], ['']], ['A2:A3']));
    expect(rows.map(({ odd }) => odd?.get(0)?.code)).toEqual(['IMPORT_CELL_DATE', 'IMPORT_CELL_DATE']);
  });

  it('fills merged cells downwards', async () => {
    const sheet = [
      ['customer', 'site'],
      ['acme', 'Paris'],
      ['', 'Lyon'],
      ['globex', 'Lille'],
    ];
    expect(await rowsOf(workbookOf(sheet, ['A2:A3']))).toEqual([
      [1, 'customer', 'site'],
      [2, 'acme', 'Paris'],
      [3, 'acme', 'Lyon'],
      [4, 'globex', 'Lille'],
    ]);
  });

  it('is not filled outside its rows by a merged area of the entire column', async () => {
    expect(
      await rowsOf(
        workbookOf(
          [
            ['a', 'b'],
            ['x', 'y'],
          ],
          ['A2:A1048576', 'XFD1:XFD9'],
        ),
      ),
    ).toHaveLength(2);
  });

  const [book, links, styles] = workbookParts([]);
  const sheet = 'xl/worksheets/sheet2.xml';

  it('that unpacks to gigabytes is rejected before it is unpacked', async () => {
    const zeros = { name: sheet, content: Buffer.alloc(1_024 * 1_024), statedBytes: 3_000_000_000 };
    expect(await faultOf(zipOf([book!, links!, styles!, zeros]))).toEqual([
      'IMPORT_UNPACKED_TOO_LARGE',
      { max: provisioningLimits.maxUnpackedBytes / 1_024 / 1_024 },
    ]);
  });

  it('that unpacks to a hundred times its size is rejected before it is unpacked', async () => {
    const rows = '<row><c/><c/><c/></row>'.repeat(1_500_000);
    const bomb = {
      name: sheet,
      content: Buffer.from(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
    };
    const [code] = await faultOf(zipOf([book!, links!, styles!, bomb]));
    expect(code).toBe('IMPORT_UNPACKED_TOO_LARGE');
  });

  it('that unpacks to more than it says is rejected while it is unpacked', async () => {
    const liar = { name: sheet, content: Buffer.alloc(40 * 1_024 * 1_024, ' '), statedBytes: 1_000 };
    const [code, params] = await faultOf(zipOf([book!, links!, styles!, liar]));
    expect([code, JSON.stringify(params)]).toEqual([
      'IMPORT_FILE_UNREADABLE',
      expect.stringMatching(/too many bytes/i),
    ]);
  });

  it.for([
    ['a text without an end', `<worksheet><sheetData><row r="1"><c><v>${'a'.repeat(2_000_000)}`],
    ['a tag without an end', `<worksheet><row ${'a="b" '.repeat(400_000)}`],
    ['a comment without an end', `<worksheet><!--${' '.repeat(2_000_000)}`],
    ['tags within each other', '<a>'.repeat(1_000_000)],
  ])('of %s is rejected before it fills the memory', async ([, xml]) => {
    const [code, params] = await faultOf(
      zipOf([book!, links!, styles!, { name: sheet, content: Buffer.from(xml!) }]),
    );
    expect([code, JSON.stringify(params)]).toEqual([
      'IMPORT_FILE_UNREADABLE',
      expect.stringMatching(/sheet2\.xml: (text or tag too long|too many tags)/),
    ]);
  });

  it('of millions of empty rows is rejected', async () => {
    const xml = `<worksheet><sheetData>${'<row/>'.repeat(1_100_000)}</sheetData></worksheet>`;
    const [code] = await faultOf(zipOf([book!, links!, styles!, { name: sheet, content: Buffer.from(xml) }]));
    expect(code).toBe('IMPORT_TOO_MANY_LINES');
  });

  it('whose XML defines entities is rejected', async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><worksheet><sheetData><row r="1"><c r="A1" t="str"><v>&b;</v></c></row></sheetData></worksheet>`;
    const [code] = await faultOf(
      zipOf([book!, links!, styles!, { name: sheet, content: Buffer.from(bomb) }]),
    );
    expect(code).toBe('IMPORT_FILE_UNREADABLE');
  });

  it('of an older kind, or with a password, is rejected with what to do', async () => {
    expect(await faultOf(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]))).toEqual([
      'IMPORT_FILE_OLD_WORKBOOK',
      {},
    ]);
  });

  it('that is no workbook, or is cut off, is rejected', async () => {
    expect((await faultOf(zipOf([{ name: 'a.txt', content: Buffer.from('a') }])))[0]).toBe(
      'IMPORT_FILE_UNREADABLE',
    );
    const full = workbookOf([['a'], ['b']]);
    expect((await faultOf(full.subarray(0, full.length - 30)))[0]).toBe('IMPORT_FILE_UNREADABLE');
  });
});
