import {
  berElement,
  berTags,
  unsignedBytes,
  writeInteger,
  writeOctets,
  writeOid,
  type Oid,
} from '#platform/ber/ber.ts';

/** A value in the response of an agent. */
export type AgentValue =
  | { readonly type: 'integer' | 'counter32' | 'gauge32' | 'timeTicks' | 'counter64'; readonly value: number }
  | { readonly type: 'octets'; readonly value: string }
  | { readonly type: 'oid'; readonly value: Oid }
  | { readonly type: 'noSuchObject' | 'noSuchInstance' | 'endOfMibView' | 'null' };

const utf8 = new TextEncoder();

export function writeValue(value: AgentValue): readonly number[] {
  if (!('value' in value)) return berElement(berTags[value.type]);
  switch (value.type) {
    case 'integer':
      return writeInteger(value.value);
    case 'octets':
      return writeOctets(utf8.encode(value.value));
    case 'oid':
      return writeOid(value.value);
    case 'counter64':
      return berElement(berTags.counter64, unsignedBytes(value.value));
    case 'counter32':
    case 'gauge32':
    case 'timeTicks':
      return berElement(berTags[value.type], unsignedBytes(value.value % 2 ** 32));
  }
}

/** Lexicographic order of object identifiers (RFC 3416 §4.2.2). */
export function compareOids(one: Oid, other: Oid): number {
  const shared = Math.min(one.length, other.length);
  for (let at = 0; at < shared; at++) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}
