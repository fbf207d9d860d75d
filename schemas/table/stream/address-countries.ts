import { seconds, u64, withCodec } from '../column.ts';
import { table } from '../table.ts';

/**
 * Countries of addresses as the file of the operator has them (`COUNTRIES_FILE`, docs/adr/0113-countries-of-addresses.md). The server
 * stores them when a request needs them, and again before they expire.
 */
export const addressCountries = table({
  name: 'address_countries',
  columns: {
    /** Of the file: the first bytes of the hash of its boundaries. */
    edition: u64,
    stored: seconds,
    /** Place in the address space in the upper 53 bits, number of the country from there on in the lower eleven. */
    boundary: withCodec(u64, 'Delta, ZSTD(1)'),
  },
  engine: 'MergeTree',
  partitionBy: 'toYYYYMM(stored)',
  orderBy: ['edition', 'boundary'],
  keep: { column: 'stored', days: 62 },
});
