import { counters } from '#schemas/counter/catalogue.ts';
import type { Counter } from '#schemas/counter/counter.ts';
import { bitsPerCount } from '#schemas/line/plausible-growth.ts';

const IF = '1.3.6.1.2.1.2.2.1';
const IFX = '1.3.6.1.2.1.31.1.1.1';

/** Scalars (RFC 3418, RFC 2863, RFC 3411). */
export const scalar = {
  sysDescr: '1.3.6.1.2.1.1.1.0',
  sysObjectId: '1.3.6.1.2.1.1.2.0',
  sysUpTime: '1.3.6.1.2.1.1.3.0',
  sysName: '1.3.6.1.2.1.1.5.0',
  /** Seconds since engine start, in 31 bits: 68 years. */
  snmpEngineTime: '1.3.6.1.6.3.10.2.1.3.0',
  ifTableLastChange: '1.3.6.1.2.1.31.1.5.0',
} as const;

/** Columns outside the catalogue; the ifIndex follows. */
export const column = {
  ifDescr: `${IF}.2`,
  ifType: `${IF}.3`,
  ifSpeed: `${IF}.5`,
  ifPhysAddress: `${IF}.6`,
  ifName: `${IFX}.1`,
  ifHighSpeed: `${IFX}.15`,
  ifAlias: `${IFX}.18`,
  ifCounterDiscontinuityTime: `${IFX}.19`,
} as const;

export interface InterfaceCounter extends Counter {
  readonly oid: string;
}

const all: readonly Counter[] = Object.values(counters);

/** Catalogue counters that are interface columns. */
export const interfaceCounters: readonly InterfaceCounter[] = all.filter(
  (counter): counter is InterfaceCounter => counter.element === 'interface' && counter.oid !== undefined,
);

export interface NarrowColumn {
  readonly oid: string;
  /** Minimum bits on the line per count. */
  readonly bits: number;
}

const octets = (arc: number): NarrowColumn => ({ oid: `${IF}.${String(arc)}`, bits: bitsPerCount.octet });
const packets = (oid: string): NarrowColumn => ({ oid, bits: bitsPerCount.packet });

/**
 * 32-bit columns of 64-bit counters, by counter id: SNMPv1 has no Counter64, and RFC 2863 §3.1.6 does not require them
 * on slow lines.
 */
export const narrowColumns: ReadonlyMap<number, NarrowColumn> = new Map([
  [counters.in_octets.id, octets(10)],
  [counters.in_unicast.id, packets(`${IF}.11`)],
  [counters.in_multicast.id, packets(`${IFX}.2`)],
  [counters.in_broadcast.id, packets(`${IFX}.3`)],
  [counters.out_octets.id, octets(16)],
  [counters.out_unicast.id, packets(`${IF}.17`)],
  [counters.out_multicast.id, packets(`${IFX}.4`)],
  [counters.out_broadcast.id, packets(`${IFX}.5`)],
]);

/** What decides from which columns a port is read. */
interface PortShape {
  /** Ids of counters that it has only in 32 bits. */
  readonly narrow: ReadonlySet<number>;
  readonly nameColumn: string;
}

/** Column from which a counter of a port is read. */
export const columnOf = ({ id, oid }: InterfaceCounter, { narrow }: Pick<PortShape, 'narrow'>): string =>
  narrow.has(id) ? (narrowColumns.get(id)?.oid ?? oid) : oid;

export interface InterfacePlan {
  readonly interfaceCounters: readonly InterfaceCounter[];
  /** Administrator-defined columns. */
  readonly ofInterface: readonly { readonly oid: string }[];
}

/** Columns of an interface poll in the order in which they are requested, the name of the port first. */
export const portColumns = (
  port: PortShape,
  { interfaceCounters: desired, ofInterface }: InterfacePlan,
): readonly string[] => [
  port.nameColumn,
  column.ifCounterDiscontinuityTime,
  column.ifHighSpeed,
  column.ifSpeed,
  ...desired.map((counter) => columnOf(counter, port)),
  ...ofInterface.map(({ oid }) => oid),
];
