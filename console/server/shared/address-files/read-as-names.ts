import { readCsvRows } from './csv-rows.ts';
import { isMmdb, openMmdb } from './mmdb-networks.ts';

/** More than there are autonomous systems: a file with more is another one. */
const MOST_NAMES = 1_000_000;
const LONGEST_NAME = 200;
const LARGEST_NUMBER = 4_294_967_295;

/** Headers of the columns: those of MaxMind's GeoLite2 ASN blocks, of lists by number, and of IPtoASN. */
const columns = {
  number: ['autonomous_system_number', 'asn', 'as', 'as_number', 'number'],
  name: ['autonomous_system_organization', 'as_name', 'name', 'organization', 'description'],
} as const;

class AsNames {
  readonly names = new Map<number, string>();

  add(number: number, name: string): void {
    if (name !== '') this.names.set(number, name.slice(0, LONGEST_NAME));
    if (this.names.size > MOST_NAMES) throw new Error(`more than ${String(MOST_NAMES)} names`);
  }
}

function addOfMmdb(content: Buffer, names: AsNames): void {
  const { type, networks } = openMmdb(content);
  const seen = new Set<unknown>();
  for (const { record } of networks) {
    if (seen.has(record)) continue;
    seen.add(record);
    const { autonomous_system_number: number, autonomous_system_organization: name } = record as Readonly<
      Record<string, unknown>
    >;
    if (typeof number === 'number' && typeof name === 'string') names.add(number, name.trim());
  }
  if (names.names.size === 0)
    throw new Error(`its records have no autonomous_system_number: it is of the type ${type}`);
}

async function addOfCsv(content: Buffer, names: AsNames): Promise<void> {
  await readCsvRows(content, {
    columns,
    take({ number, name }) {
      const digits = number.replace(/^as/i, '');
      if (!/^\d{1,10}$/.test(digits) || Number(digits) > LARGEST_NUMBER)
        throw new Error(`“${digits}” is no AS number`);
      names.add(Number(digits), name);
    },
  });
  if (names.names.size === 0) throw new Error('there are no names');
}

/**
 * Names of autonomous systems by number, from a MaxMind DB or a file in CSV with a header that an operator supplies. Throws the
 * reason, with the line of a CSV, for one that is cut or something else.
 */
export async function readAsNames(path: string, content: Buffer): Promise<ReadonlyMap<number, string>> {
  const names = new AsNames();
  if (isMmdb(path, content)) addOfMmdb(content, names);
  else await addOfCsv(content, names);
  return names.names;
}
