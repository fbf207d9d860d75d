import { parseAddressRange, type AddressRange } from '../application/address-range.ts';
import { parseDscp } from '../qos/dscp.ts';
import { countryCodes, countryNumber } from './country.ts';
import type { FieldType } from './field-type.ts';

/** Where a flow was observed: at the input or at the output of its exporter (IPFIX element 61). */
export const directionNames = ['ingress', 'egress'] as const;
/** From the point of view of the site that reports a flow: towards it, from it, within it, or through it. */
export const wayNames = ['in', 'out', 'inside', 'transit'] as const;

/** Protocols by the names that filters use (IANA keywords in lower case). */
export const protocolNumbers: Readonly<Record<string, number>> = {
  icmp: 1,
  igmp: 2,
  ipip: 4,
  tcp: 6,
  udp: 17,
  gre: 47,
  esp: 50,
  ah: 51,
  'ipv6-icmp': 58,
  icmpv6: 58,
  eigrp: 88,
  ospf: 89,
  pim: 103,
  vrrp: 112,
  l2tp: 115,
  sctp: 132,
};

/** Bits of TCP flags from the lowest (RFC 9293). */
export const flagNames = ['fin', 'syn', 'rst', 'psh', 'ack', 'urg', 'ece', 'cwr'] as const;

/** Flags joined by `+`, or their number; undefined for anything else. */
function parseFlags(text: string): number | undefined {
  let bits = 0;
  for (const part of text.toLowerCase().split('+')) {
    const place = flagNames.findIndex((name) => name === part);
    if (place < 0) return undefined;
    bits |= 1 << place;
  }
  return bits;
}

/** Flags as a filter writes them; those without a name as a number. */
export const tcpFlagsText = (flags: number): string => {
  const set = flagNames.filter((_, place) => ((flags >> place) & 1) === 1);
  return set.length === 0 || flags >> flagNames.length > 0 ? String(flags) : set.join('+');
};

const integerVariable = (text: string, max: number): number | undefined =>
  /^\d{1,10}$/.test(text) && Number(text) <= max ? Number(text) : undefined;

const placeOf = (names: readonly string[], text: string): number | undefined => {
  const place = names.indexOf(text.toLowerCase());
  return place < 0 ? undefined : place;
};

/** Addresses without a country: private ones, and those that the file does not have. */
export const NO_COUNTRY = 'none';

const MAC = /^[0-9a-f]{2}([:-]?[0-9a-f]{2}){5}$/i;
const U32 = 4_294_967_295;
const U16 = 65_535;
const U8 = 255;

/** A value of a filter as statements bind it. */
export type FilterValue = number | string | AddressRange;

type Parse = (text: string, max: number) => FilterValue | undefined;

const readers: Readonly<Partial<Record<FieldType, Parse>>> = {
  address: (text) => parseAddressRange(text),
  subnet: (text) => parseAddressRange(text),
  number: (text, max) => integerVariable(text, max),
  as: (text) => integerVariable(text.replace(/^as/i, ''), U32),
  country: (text) => (text.toLowerCase() === NO_COUNTRY ? 0 : countryNumber(text)),
  protocol: (text) => protocolNumbers[text.toLowerCase()] ?? integerVariable(text, U8),
  dscp: (text) => parseDscp(text),
  direction: (text) => placeOf(directionNames, text),
  way: (text) => placeOf(wayNames, text),
  flags: (text) => integerVariable(text, U16) ?? parseFlags(text),
  text: (text) => text,
  mac: (text) => (MAC.test(text) ? text.replaceAll(/[:-]/g, '').toUpperCase() : undefined),
};

/** The value that a text of a type stands for; undefined: none. Names, which a server resolves, stand for themselves. */
export const parseValue = (type: FieldType, text: string, max = U32): FilterValue | undefined =>
  (readers[type] ?? ((name: string) => (name === '' ? undefined : name)))(text, max);

/** Words that stand for a value of a type; empty: there are too many, or none. */
export const valueWords = (type: FieldType): readonly string[] => {
  if (type === 'protocol') return Object.keys(protocolNumbers);
  if (type === 'direction') return directionNames;
  if (type === 'way') return wayNames;
  if (type === 'country') return [NO_COUNTRY, ...countryCodes()];
  return type === 'flags' ? flagNames : [];
};
