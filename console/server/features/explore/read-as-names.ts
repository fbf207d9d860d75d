import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';

/** More than there are autonomous systems: a file with more is another one. */
const MOST_NAMES = 1_000_000;
const LONGEST_NAME = 200;
const LARGEST_NUMBER = 4_294_967_295;

/** Headers of the columns in lower case: those of MaxMind's GeoLite2 ASN blocks, of lists by number, and of IPtoASN. */
const numberHeaders = ['autonomous_system_number', 'asn', 'as', 'as_number', 'number'];
const nameHeaders = ['autonomous_system_organization', 'as_name', 'name', 'organization', 'description'];

const columnOf = (header: readonly string[], known: readonly string[]): number =>
  header.findIndex((name) => known.includes(name.trim().toLowerCase()));

/** Number and name of a line. Throws the reason why it has none. */
function named(
  cells: readonly string[],
  places: { readonly number: number; readonly name: string | number },
) {
  const text = (cells[places.number] ?? '').trim().replace(/^as/i, '');
  const number = Number(text);
  if (!/^\d{1,10}$/.test(text) || number > LARGEST_NUMBER) throw new Error(`“${text}” is no AS number`);
  const name = (cells[Number(places.name)] ?? '').trim().slice(0, LONGEST_NAME);
  return { number, name };
}

/** A file that does not end with its last line was cut. */
async function endsWithLine(path: string): Promise<boolean> {
  let last = 10;
  for await (const chunk of createReadStream(path)) last = (chunk as Buffer).at(-1) ?? last;
  return last === 10;
}

/** Places of number and name by a header. Throws the reason why there are none. */
function placesOf(header: readonly string[]): { readonly number: number; readonly name: number } {
  const places = { number: columnOf(header, numberHeaders), name: columnOf(header, nameHeaders) };
  if (places.number >= 0 && places.name >= 0) return places;
  const [number, name] = [numberHeaders.join(', '), nameHeaders.join(', ')];
  throw new Error(`the header needs a column of ${number} and one of ${name}`);
}

/**
 * Names of autonomous systems by number, from a file in CSV with a header that an operator supplies. Throws with file, line and
 * reason for one that is cut, or whose lines are not as its header says.
 */
export async function readAsNames(path: string): Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>();
  const fail = (reason: string): never => {
    throw new Error(`AS_NAMES_FILE ${path}: ${reason}`);
  };
  if (!(await endsWithLine(path))) fail('the last line has no end: the file is cut');
  const lines = createReadStream(path).pipe(parse({ bom: true, skip_empty_lines: true }));
  let places: ReturnType<typeof placesOf> | undefined;
  let line = 0;
  try {
    for await (const cells of lines as AsyncIterable<string[]>) {
      line += 1;
      if (places === undefined) {
        places = placesOf(cells);
        continue;
      }
      const { number, name } = named(cells, places);
      if (name !== '') names.set(number, name);
      if (names.size > MOST_NAMES) throw new Error(`more than ${String(MOST_NAMES)} names`);
    }
  } catch (error) {
    fail(`line ${String(Math.max(1, line))}: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (names.size === 0) fail('there are no names');
  return names;
}
