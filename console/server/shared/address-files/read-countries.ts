import { parseAddressRange } from '#schemas/application/address-range.ts';
import { countryLimits, type CountryRange } from '#schemas/explore/address-country.ts';
import { countryNumber } from '#schemas/explore/country.ts';
import { readCsvRows } from './csv-rows.ts';
import { isMmdb, openMmdb } from './mmdb-networks.ts';

/** More than any file has: the statements that look addresses up have a limit of memory. */
const MOST_NETWORKS = 4_000_000;

const columns = {
  network: ['network', 'prefix', 'cidr', 'range', 'subnet'],
  country: ['country', 'country_code', 'country_iso_code', 'iso_code', 'cc'],
} as const;

type CountryRecord = Readonly<
  Record<'country' | 'registered_country', { readonly iso_code?: unknown } | undefined>
>;

/** The country of the users of a network, else that in which it is registered. */
function countryOf(record: unknown): number {
  const { country, registered_country: registered } = record as CountryRecord;
  const code = country?.iso_code ?? registered?.iso_code;
  return (typeof code === 'string' ? countryNumber(code) : undefined) ?? 0;
}

function* rangesOfMmdb(content: Buffer): Generator<CountryRange> {
  const { type, networks } = openMmdb(content);
  const known = new Map<unknown, number>();
  let found = 0;
  for (const { record, ...range } of networks) {
    const country = known.get(record) ?? countryOf(record);
    known.set(record, country);
    if (country === 0) continue;
    found += 1;
    yield { ...range, country };
  }
  if (found === 0) throw new Error(`its records have no country with an iso_code: it is of the type ${type}`);
}

async function rangesOfCsv(content: Buffer): Promise<readonly CountryRange[]> {
  const ranges: CountryRange[] = [];
  await readCsvRows(content, {
    columns,
    take({ network, country: code }) {
      const range = parseAddressRange(network);
      if (range === undefined) throw new Error(`“${network}” is no network`);
      if (code === '') return;
      const country = countryNumber(code);
      if (country === undefined) throw new Error(`“${code}” is no country: its code has two letters`);
      ranges.push({ ...range, country });
      if (ranges.length > MOST_NETWORKS) throw new Error(`more than ${String(MOST_NETWORKS)} networks`);
    },
  });
  if (ranges.length === 0) throw new Error('there are no networks');
  return ranges;
}

/**
 * Limits of the countries of addresses, from a MaxMind DB or a file in CSV with a header that an operator supplies. Throws the reason,
 * with the line of a CSV, for one that is cut or something else.
 */
export async function readCountries(path: string, content: Buffer): Promise<BigUint64Array> {
  const ranges = isMmdb(path, content) ? rangesOfMmdb(content) : await rangesOfCsv(content);
  return countryLimits(ranges);
}
