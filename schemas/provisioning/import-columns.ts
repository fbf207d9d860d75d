import { z } from 'zod';

/** Levels of the inventory that a line describes, outermost first. */
export const importLevels = ['customer', 'site', 'device', 'interface'] as const;
export type ImportLevel = (typeof importLevels)[number];

/** What a column contains. `port`: a name that a device gives, exactly as it does. `bandwidth`: bit/s, also as `200M`. */
export type ImportCell =
  | 'name'
  | 'port'
  | 'text'
  | 'latitude'
  | 'longitude'
  | 'network'
  | 'zone'
  | 'address'
  | 'addresses'
  | 'prefixes'
  | 'udpPort'
  | 'bandwidth';

interface ColumnDefinition {
  readonly level: ImportLevel;
  readonly cell: ImportCell;
  /** Longest text. */
  readonly max?: number;
  /** Other headings by which the column is recognised, as `headingKey` returns them. */
  readonly known: readonly string[];
}

/**
 * Columns of an import: one line per interface, with the names of its parents. The first of each level is the name of the element. An empty
 * cell says nothing: it keeps what is stored.
 */
export const importFields = {
  customer: {
    level: 'customer',
    cell: 'name',
    max: 64,
    known: ['clientid', 'client', 'customerid', 'idclient'],
  },
  customerName: {
    level: 'customer',
    cell: 'text',
    max: 200,
    known: ['nomclient', 'nomduclient', 'clientname'],
  },
  profile: { level: 'customer', cell: 'text', max: 200, known: ['profil', 'customerprofile'] },
  recipientId: {
    level: 'customer',
    cell: 'network',
    known: ['recipient', 'collectionnetwork', 'sousreseau'],
  },
  timeZone: { level: 'customer', cell: 'zone', known: ['zone', 'tz', 'fuseau', 'fuseauhoraire'] },
  site: { level: 'site', cell: 'name', max: 200, known: ['sitename', 'nomdusite', 'nomsite', 'location'] },
  city: { level: 'site', cell: 'text', max: 100, known: ['ville', 'town'] },
  country: { level: 'site', cell: 'text', max: 100, known: ['pays'] },
  region: { level: 'site', cell: 'text', max: 100, known: ['area'] },
  latitude: { level: 'site', cell: 'latitude', known: ['lat'] },
  longitude: { level: 'site', cell: 'longitude', known: ['lon', 'lng', 'long'] },
  networks: { level: 'site', cell: 'prefixes', known: ['prefixes', 'prefix', 'reseaux', 'subnets'] },
  device: {
    level: 'device',
    cell: 'name',
    max: 200,
    known: ['devicename', 'hostname', 'router', 'equipement', 'routeur', 'cpe'],
  },
  address: {
    level: 'device',
    cell: 'address',
    known: ['ip', 'ipaddress', 'managementaddress', 'adresse', 'adresseip', 'loopback'],
  },
  vendor: { level: 'device', cell: 'text', max: 100, known: ['constructeur', 'manufacturer', 'fabricant'] },
  model: { level: 'device', cell: 'text', max: 100, known: ['modele', 'type'] },
  credential: {
    level: 'device',
    cell: 'text',
    max: 200,
    known: ['snmpcredential', 'snmp', 'identifiantsnmp'],
  },
  snmpPort: { level: 'device', cell: 'udpPort', known: ['portsnmp', 'udpport', 'portudp'] },
  exporters: {
    level: 'device',
    cell: 'addresses',
    known: ['exporter', 'exportaddress', 'exportateur', 'exportateurs', 'exporteur', 'exporteurs'],
  },
  interface: { level: 'interface', cell: 'port', max: 200, known: ['ifname', 'port', 'interfacename'] },
  alias: { level: 'interface', cell: 'text', max: 200, known: ['ifalias', 'description', 'libelle'] },
  bandwidthIn: {
    level: 'interface',
    cell: 'bandwidth',
    known: ['bandwidthinbps', 'bwin', 'debitentrant', 'download'],
  },
  bandwidthOut: {
    level: 'interface',
    cell: 'bandwidth',
    known: ['bandwidthoutbps', 'bwout', 'debitsortant', 'upload'],
  },
} as const satisfies Readonly<Record<string, ColumnDefinition>>;

export type ImportField = keyof typeof importFields;
export const importFieldNames = Object.keys(importFields) as [ImportField, ...ImportField[]];
export const ImportField = z.enum(importFieldNames);

export const definitionOf = (column: ImportField): ColumnDefinition => importFields[column];

/** The column with the name of a level. */
export const nameColumns = {
  customer: 'customer',
  site: 'site',
  device: 'device',
  interface: 'interface',
} as const satisfies Record<ImportLevel, ImportField>;

/** Heading by column of the import. Columns without one are not read. */
export const ImportMapping = z.partialRecord(ImportField, z.string().max(200));
export type ImportMapping = z.infer<typeof ImportMapping>;

/** The heading without case, accents and punctuation. */
export const headingKey = (heading: string): string =>
  heading
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

const recognised = new Map<string, ImportField>(
  importFieldNames.flatMap((column) =>
    [column.toLowerCase(), ...definitionOf(column).known].map((known) => [known, column] as const),
  ),
);

/** The mapping of headings that are known, the first of those that mean the same. */
export function recogniseColumns(headings: readonly string[]): ImportMapping {
  const mapping: ImportMapping = {};
  for (const heading of headings) {
    const column = recognised.get(headingKey(heading));
    if (column !== undefined) mapping[column] ??= heading;
  }
  return mapping;
}

/** Levels that a mapping has columns for: the content of the file. */
export const levelsOf = (mapping: ImportMapping): ImportLevel[] =>
  importLevels.filter((level) => mapping[nameColumns[level]] !== undefined);
