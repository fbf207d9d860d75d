import { parseAddressRange, type AddressRange } from '#schemas/application/address-range.ts';
import { asLimits, type AsLimits, type AsRange } from '#schemas/explore/address-as.ts';
import { readCsvRows } from './csv-rows.ts';
import { isMmdb, openMmdb } from './mmdb-networks.ts';

/** More than there are autonomous systems: a file with more is another one. */
const MOST_NAMES = 1_000_000;
/** More than any file has. */
const MOST_NETWORKS = 4_000_000;
const LONGEST_NAME = 200;
const LARGEST_NUMBER = 4_294_967_295;

/** Headers of the columns: those of MaxMind's GeoLite2 ASN blocks, of lists by number, and of IPtoASN. */
const columns = {
  number: ['autonomous_system_number', 'asn', 'as', 'as_number', 'number'],
  name: ['autonomous_system_organization', 'as_name', 'name', 'organization', 'description'],
} as const;

/** What a file says of autonomous systems. */
export interface AsKnowledge {
  readonly names: ReadonlyMap<number, string>;
  /** Those of addresses; undefined: the file has names by number only. */
  readonly systems: AsLimits | undefined;
}

class AsNames {
  readonly names = new Map<number, string>();
  readonly ranges: AsRange[] = [];

  add(number: number, name: string): void {
    if (name !== '') this.names.set(number, name.slice(0, LONGEST_NAME));
    if (this.names.size > MOST_NAMES) throw new Error(`more than ${String(MOST_NAMES)} names`);
  }

  addRange({ family, first, last }: AddressRange, asn: number): void {
    this.ranges.push({ family, first, last, asn });
    if (this.ranges.length > MOST_NETWORKS) throw new Error(`more than ${String(MOST_NETWORKS)} networks`);
  }
}

function addOfMmdb(content: Buffer, names: AsNames): void {
  const { type, networks } = openMmdb(content);
  const seen = new Set<unknown>();
  for (const { record, ...range } of networks) {
    const { autonomous_system_number: number, autonomous_system_organization: name } = record as Readonly<
      Record<string, unknown>
    >;
    if (typeof number !== 'number') continue;
    names.addRange(range, number);
    if (seen.has(record)) continue;
    seen.add(record);
    if (typeof name === 'string') names.add(number, name.trim());
  }
  if (names.names.size === 0)
    throw new Error(`its records have no autonomous_system_number: it is of the type ${type}`);
}

async function addOfCsv(content: Buffer, names: AsNames): Promise<void> {
  await readCsvRows(content, {
    columns,
    optional: { network: ['network', 'prefix', 'cidr'] },
    take({ number, name, network = '' }) {
      const digits = number.replace(/^as/i, '');
      if (!/^\d{1,10}$/.test(digits) || Number(digits) > LARGEST_NUMBER)
        throw new Error(`“${digits}” is no AS number`);
      names.add(Number(digits), name);
      if (network === '') return;
      const range = parseAddressRange(network);
      if (range === undefined) throw new Error(`“${network}” is no network`);
      names.addRange(range, Number(digits));
    },
  });
  if (names.names.size === 0) throw new Error('there are no names');
}

/**
 * Names of autonomous systems by number, and the systems of addresses where the file has networks, from a MaxMind DB or a file in CSV with
 * a header that an operator supplies. Throws the reason, with the line of a CSV, for one that is cut or something else.
 */
export async function readAsNames(path: string, content: Buffer): Promise<AsKnowledge> {
  const names = new AsNames();
  if (isMmdb(path, content)) addOfMmdb(content, names);
  else await addOfCsv(content, names);
  return { names: names.names, systems: names.ranges.length === 0 ? undefined : asLimits(names.ranges) };
}
