import { Reader, type Response } from 'mmdb-lib';
import type { AddressRange } from '#schemas/application/address-range.ts';

/** Stands before the metadata at the end of a MaxMind DB (file format 2.0). */
const MARKER = Buffer.from('\u00AB\u00CD\u00EFMaxMind.com', 'latin1');
/** The metadata is in the last 128 KiB. */
const METADATA_BYTES = 131_072;

const isComplete = (content: Buffer): boolean =>
  content.subarray(Math.max(0, content.length - METADATA_BYTES)).includes(MARKER);

/** Whether a file is a MaxMind DB by its content, or by its name when it was cut. */
export const isMmdb = (path: string, content: Buffer): boolean =>
  isComplete(content) || /\.mmdb$/i.test(path);

export interface MmdbNetwork extends AddressRange {
  /** The same object for networks with the same record. */
  readonly record: unknown;
}

/** What is walked of an address space, the end exclusive. */
interface WalkedSpace {
  readonly family: 4 | 6;
  readonly from: bigint;
  readonly to: bigint;
}

const v6 = (group: bigint, next = 0n): bigint => (group << 112n) | (next << 96n);

/** All IPv4 addresses. */
const ipv4: readonly WalkedSpace[] = [{ family: 4, from: 0n, to: 1n << 32n }];
/** Global addresses, without Teredo (2001::/32) and 6to4 (2002::/16), where the IPv4 tree is linked again. */
const ipv6: readonly WalkedSpace[] = [
  { family: 6, from: v6(0x20_00n), to: v6(0x20_01n) },
  { family: 6, from: v6(0x20_01n, 1n), to: v6(0x20_02n) },
  { family: 6, from: v6(0x20_03n), to: v6(0x40_00n) },
];

const bitsOf = { 4: 32, 6: 128 } as const;

function textOf(family: 4 | 6, address: bigint): string {
  if (family === 4) return [24n, 16n, 8n, 0n].map((shift) => String((address >> shift) & 0xffn)).join('.');
  const hex = address.toString(16).padStart(32, '0');
  return Array.from({ length: 8 }, (_, group) => hex.slice(4 * group, 4 * group + 4)).join(':');
}

/** Several times as many as the largest databases have: a damaged tree leads in circles. */
const MOST_NETWORKS = 6_000_000;

function* networksIn(reader: Reader<Response>, { family, from, to }: WalkedSpace): Generator<MmdbNetwork> {
  let walked = 0;
  for (let first = from; first < to;) {
    walked += 1;
    if (walked > MOST_NETWORKS) throw new Error('its search tree leads in circles: the file is damaged');
    const [record, length] = reader.getWithPrefixLength(textOf(family, first));
    const size = 1n << BigInt(bitsOf[family] - length);
    // An empty network may begin before the space.
    const last = first - (first % size) + size - 1n;
    if (record !== null) yield { family, first, last: last < to ? last : to - 1n, record };
    first = last + 1n;
  }
}

/** Returns the type of a MaxMind DB and its networks in order. Throws for a file that is none, or that was cut. */
export function openMmdb(content: Buffer): {
  readonly type: string;
  readonly networks: Iterable<MmdbNetwork>;
} {
  if (!isComplete(content)) throw new Error('it has no metadata: the file is cut, or no MaxMind DB');
  const records = new Map<string | number, unknown>();
  const reader = new Reader<Response>(content, {
    cache: { get: (place) => records.get(place), set: (place, record) => void records.set(place, record) },
  });
  const { databaseType, searchTreeSize, ipVersion } = reader.metadata;
  if (!(searchTreeSize > 0 && searchTreeSize < content.length))
    throw new Error('its search tree is larger than the file: the file is damaged');
  return {
    type: databaseType,
    networks: (ipVersion === 6 ? [...ipv4, ...ipv6] : ipv4)
      .values()
      .flatMap((space) => networksIn(reader, space)),
  };
}
