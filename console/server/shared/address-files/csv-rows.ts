import { parse } from 'csv-parse';
import { Readable } from 'node:stream';

const LINE_FEED = 10;

/** Rows of a file in CSV with a header, read by the places of some of its columns. */
interface CsvShape<Column extends string, Optional extends string> {
  /** Headers by which each column is known, in lower case. */
  readonly columns: Readonly<Record<Column, readonly string[]>>;
  /** Columns that a file may do without. */
  readonly optional?: Readonly<Record<Optional, readonly string[]>>;
  /** Takes the cells of a row. Throws the reason why they are not as its header says. */
  readonly take: (
    cells: Readonly<Record<Column, string>> & Readonly<Partial<Record<Optional, string>>>,
  ) => void;
}

type Headers = Readonly<Record<string, readonly string[]>>;

/** The places of columns in a header; below 0: it has none. */
const placesIn = (header: readonly string[], columns: Headers): readonly (readonly [string, number])[] =>
  Object.entries(columns).map(([column, known]) => [
    column,
    header.findIndex((name) => known.includes(name.trim().toLowerCase())),
  ]);

function placesOf(header: readonly string[], columns: Headers, optional: Headers) {
  const places = placesIn(header, columns);
  if (places.some(([, place]) => place < 0)) {
    const needed = Object.values(columns)
      .map((known) => known.join(', '))
      .join(' and one of ');
    throw new Error(`the header needs a column of ${needed}`);
  }
  return [...places, ...placesIn(header, optional).filter(([, place]) => place >= 0)];
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Reads the rows of a file. Throws the line and the reason for one that is cut, or that is not as its header says. */
export async function readCsvRows<Column extends string, Optional extends string = never>(
  content: Buffer,
  { columns, optional, take }: CsvShape<Column, Optional>,
): Promise<void> {
  if (content.length > 0 && content.at(-1) !== LINE_FEED)
    throw new Error('the last line has no end: the file is cut');
  const rows = Readable.from([content]).pipe(parse({ bom: true, skip_empty_lines: true }));
  let places: ReturnType<typeof placesOf> | undefined;
  let line = 0;
  try {
    for await (const cells of rows as AsyncIterable<string[]>) {
      line += 1;
      if (places === undefined) {
        places = placesOf(cells, columns, optional ?? {});
        continue;
      }
      const named = places.map(([column, place]) => [column, (cells[place] ?? '').trim()]);
      take(Object.fromEntries(named) as Parameters<typeof take>[0]);
    }
  } catch (error) {
    throw new Error(`line ${String(Math.max(1, line))}: ${reasonOf(error)}`, { cause: error });
  }
}
