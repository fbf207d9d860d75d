import { parse } from 'csv-parse';
import { Readable } from 'node:stream';

const LINE_FEED = 10;

/** Rows of a file in CSV with a header, read by the places of some of its columns. */
interface CsvShape<Column extends string> {
  /** Headers by which each column is known, in lower case. */
  readonly columns: Readonly<Record<Column, readonly string[]>>;
  /** Takes the cells of a row. Throws the reason why they are not as its header says. */
  readonly take: (cells: Readonly<Record<Column, string>>) => void;
}

function placesOf<Column extends string>(
  header: readonly string[],
  columns: Readonly<Record<Column, readonly string[]>>,
): Readonly<Record<Column, number>> {
  const named = Object.entries<readonly string[]>(columns);
  const places = named.map(([column, known]) => [
    column,
    header.findIndex((name) => known.includes(name.trim().toLowerCase())),
  ]);
  if (places.some(([, place]) => Number(place) < 0)) {
    const needed = named.map(([, known]) => known.join(', ')).join(' and one of ');
    throw new Error(`the header needs a column of ${needed}`);
  }
  return Object.fromEntries(places) as Readonly<Record<Column, number>>;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Reads the rows of a file. Throws the line and the reason for one that is cut, or that is not as its header says. */
export async function readCsvRows<Column extends string>(
  content: Buffer,
  { columns, take }: CsvShape<Column>,
): Promise<void> {
  if (content.length > 0 && content.at(-1) !== LINE_FEED)
    throw new Error('the last line has no end: the file is cut');
  const rows = Readable.from([content]).pipe(parse({ bom: true, skip_empty_lines: true }));
  let places: Readonly<Record<Column, number>> | undefined;
  let line = 0;
  try {
    for await (const cells of rows as AsyncIterable<string[]>) {
      line += 1;
      if (places === undefined) {
        places = placesOf(cells, columns);
        continue;
      }
      const named = Object.entries<number>(places).map(([column, place]) => [
        column,
        (cells[place] ?? '').trim(),
      ]);
      take(Object.fromEntries(named) as Readonly<Record<Column, string>>);
    }
  } catch (error) {
    throw new Error(`line ${String(Math.max(1, line))}: ${reasonOf(error)}`, { cause: error });
  }
}
