import { promisify } from 'node:util';
import { text } from 'node:stream/consumers';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';
import type { FileTable } from '#schemas/csv/table-file.ts';
import type { FactLine } from './exported-table.ts';
import { sheetName } from './sheet-name.ts';
import { workbookWriter } from './write-workbook.ts';
import { DAY_MS } from '#schemas/time/duration.ts';

/** Texts of the parts of a workbook by their path. */
async function partsOf(bytes: Uint8Array): Promise<ReadonlyMap<string, string>> {
  const zip = await promisify<Buffer, { lazyEntries: true }, ZipFile>(fromBuffer)(Buffer.from(bytes), {
    lazyEntries: true,
  });
  const open = promisify(zip.openReadStream.bind(zip)) as (entry: Entry) => Promise<NodeJS.ReadableStream>;
  const parts = new Map<string, string>();
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      open(entry)
        .then((stream) => text(stream as AsyncIterable<Buffer>))
        .then((read) => {
          parts.set(entry.fileName, read);
          zip.readEntry();
        }, reject);
    });
    zip.on('end', resolve);
    zip.readEntry();
  });
  return parts;
}

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
}

/** Elements in the order of their start. Throws where the part is no XML. */
function elementsOf(xml: string): readonly Element[] {
  const parser = new SaxesParser();
  const found: Element[] = [];
  const open: Element[] = [];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes: attributes as Record<string, string>, text: '' };
    found.push(element);
    open.push(element);
  });
  parser.on('text', (part) => {
    for (const element of open) element.text += part;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  return found;
}

interface ReadCell {
  /** Undefined: a number or date. */
  readonly type: string | undefined;
  readonly value: string;
  /** Format of numbers. */
  readonly format: string | undefined;
}

/** Cells of a sheet by their reference, such as `B2`. */
async function readSheet(bytes: Uint8Array, index = 1) {
  const parts = await partsOf(bytes);
  const part = (path: string) => elementsOf(parts.get(path)!);
  const shared = part('xl/sharedStrings.xml').filter(({ name }) => name === 'si');
  const styles = part('xl/styles.xml');
  const codes = new Map(
    styles.flatMap(({ name, attributes }) =>
      name === 'numFmt' ? [[attributes['numFmtId'], attributes['formatCode']] as const] : [],
    ),
  );
  const start = styles.findIndex(({ name }) => name === 'cellXfs');
  const formats = styles.slice(start + 1).filter(({ name }) => name === 'xf');
  const sheet = part(`xl/worksheets/sheet${String(index)}.xml`);
  const cells = new Map<string, ReadCell>();
  for (const [at, { name, attributes, text: value }] of sheet.entries()) {
    if (name !== 'c' || sheet[at + 1]?.name !== 'v') continue;
    const { t: type, s: style } = attributes;
    const format = codes.get(formats[Number(style ?? 0)]?.attributes['numFmtId']);
    cells.set(attributes['r']!, { type, value: type === 's' ? shared[Number(value)]!.text : value, format });
  }
  const names = part('xl/workbook.xml').flatMap(({ name, attributes }) =>
    name === 'sheet' ? [attributes['name']] : [],
  );
  return { cells, names, sheet };
}

/** The date of a number by the count of Excel, as UTC shows it. */
const dateOf = ({ value }: ReadCell): string =>
  new Date(Math.round((Number(value) - 25_569) * DAY_MS)).toISOString().slice(0, 19);

const at = (iso: string): number => Date.parse(iso);
const timeZone = 'Europe/Paris';
async function write({ columns, rows }: FileTable, title = 'Liens WAN'): Promise<Uint8Array> {
  const facts: readonly FactLine[] = [
    ['Fuseau', timeZone],
    ['Du', { is: 'time', at: 0 }],
  ];
  const writer = workbookWriter({ title, timeZone, madeAt: 0, columns, facts }, 'fr');
  writer.add([...rows]);
  return new Uint8Array(await (await writer.finish()).arrayBuffer());
}

describe('a workbook', () => {
  it('has real numbers, texts that run nothing, and dates of the zone with their format', async () => {
    const columns = [
      { is: 'time', name: 'Heure', timeZone },
      { is: 'day', name: 'Jour', timeZone },
      { is: 'value', name: 'Charge' },
    ] as const;
    const rows = [
      [at('2026-10-25T00:30:00Z'), at('2026-10-24T22:00:00Z'), 99.953],
      [at('2026-10-25T01:30:00Z'), at('2026-10-25T23:00:00Z'), '=1+1'],
      [null, null, -1e300],
    ];
    const { cells, names, sheet } = await readSheet(await write({ columns, rows }));
    expect(names).toEqual(['Liens WAN', 'À propos']);
    const heading = ['A1', 'B1', 'C1', 'D1'].map((cell) => cells.get(cell)!.value);
    expect(heading).toEqual(['Heure (Europe/Paris)', 'Décalage UTC', 'Jour (Europe/Paris)', 'Charge']);
    const [first, second] = [cells.get('A2')!, cells.get('A3')!];
    expect([dateOf(first), dateOf(second)]).toEqual(['2026-10-25T02:30:00', '2026-10-25T02:30:00']);
    expect([first.type, first.format]).toEqual([undefined, 'yyyy-mm-dd hh:mm:ss']);
    expect([cells.get('B2')!.value, cells.get('B3')!.value]).toEqual(['UTC+02:00', 'UTC+01:00']);
    expect([dateOf(cells.get('C2')!), cells.get('C3')!.format]).toEqual([
      '2026-10-25T00:00:00',
      'yyyy-mm-dd',
    ]);
    expect(cells.get('D2')).toMatchObject({ type: undefined, value: '99.953' });
    expect(cells.get('D3')).toMatchObject({ type: 's', value: '=1+1' });
    expect(cells.get('D4')!.value).toBe('-1e+300');
    expect(cells.has('A4')).toBe(false);
    expect(sheet.filter(({ name }) => name === 'f')).toEqual([]);
    const [pane] = sheet.filter(({ name }) => name === 'pane');
    expect(pane?.attributes).toMatchObject({ ySplit: '1', state: 'frozen' });
    expect(sheet.filter(({ name }) => name === 'col')).toHaveLength(4);
  });

  it('says on its second sheet what it is', async () => {
    const { cells } = await readSheet(await write({ columns: [{ is: 'value', name: 'x' }], rows: [] }), 2);
    expect([cells.get('A1')!.value, cells.get('B1')!.value]).toEqual(['Fuseau', timeZone]);
    expect([dateOf(cells.get('B2')!), cells.get('B2')!.format]).toEqual([
      '1970-01-01T01:00:00',
      'yyyy-mm-dd hh:mm:ss',
    ]);
  });

  it.each([
    ['a member of every object', 'constructor', 'constructor'],
    ['a character by its number', '_x0041_', '_x005F_x0041_'],
    ['spaces at its ends', ' a ', ' a '],
    ['signs of XML', '<a & "b">', '<a & "b">'],
    ['a text of digits', '007', '007'],
    ['a date that is a port', '1/2', '1/2'],
    ['a new line', 'a\nb', 'a\nb'],
    ['more than a cell holds', 'x'.repeat(40_000), `${'x'.repeat(32_766)}…`],
    ['characters outside of the first plane', 'é😀', 'é😀'],
  ])('keeps a name with %s', async (_what, name, stored) => {
    const { cells } = await readSheet(await write({ columns: [{ is: 'value', name: 'n' }], rows: [[name]] }));
    expect(cells.get('A2')).toMatchObject({ type: 's', value: stored });
  });

  it('has no number where there is none, and dates that Excel does not know as text', async () => {
    const columns = [
      { is: 'value', name: 'n' },
      { is: 'time', name: 't', timeZone: 'UTC' },
    ] as const;
    const rows = [
      [Number.NaN, at('1850-01-01T00:00:00Z')],
      [Infinity, 1e300],
    ];
    const { cells } = await readSheet(await write({ columns, rows }));
    expect([cells.has('A2'), cells.has('A3'), cells.has('B3')]).toEqual([false, false, false]);
    expect(cells.get('B2')).toMatchObject({ type: 's', value: '1850-01-01 00:00:00' });
  });
});

describe('the name of a sheet', () => {
  it.each([
    ['WAN: links/backup', 'WAN links backup'],
    ["'Top 10' [5 min]?", "Top 10' 5 min"],
    ['', 'Telltale'],
    ['///', 'Telltale'],
    ['About', 'About _'],
    ['HISTORY', 'HISTORY _'],
    ['x'.repeat(40), 'x'.repeat(31)],
    [`${'x'.repeat(30)}😀`, 'x'.repeat(30)],
    ['a\u0000b\uD800c', 'a b c'],
  ])('of %j is %j', (title, name) => {
    expect(sheetName(title, 'About')).toBe(name);
  });
});
