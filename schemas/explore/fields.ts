import { detailedFlows, flows5m } from '../table/flows.ts';
import type { FieldType } from './field-type.ts';
import type { KeyBindings } from './key-bindings.ts';

/** A dimension of flows: what they are grouped and filtered by. */
interface FlowField {
  readonly type: FieldType;
  /** Columns of `flows` that it is computed from. Rollups have it when they have all of these. */
  readonly columns: readonly string[];
  /** SQL of its value; default: its only column. */
  readonly sql?: (bindings: KeyBindings) => string;
  /** The largest number; default: 32 bits. */
  readonly max?: number;
  /** The same of the other end. */
  readonly opposite?: string;
  readonly en: string;
  readonly fr: string;
}

/** A field that is the same in both ends of a flow: it matches when either does. Filters only. */
interface EitherEnd {
  readonly either: readonly [string, string];
  readonly en: string;
  readonly fr: string;
}

const U16 = 65_535;
const U8 = 255;

/** First and last IPv4 address as it is stored. */
const isV4Sql = (column: string): string =>
  `(${column} >= toIPv6('::ffff:0.0.0.0') AND ${column} <= toIPv6('::ffff:255.255.255.255'))`;

/** First address of the subnet; the length of IPv4 ones is that of mapped addresses. */
const subnetSql =
  (column: string) =>
  ({ subnet: { v4, v6 } }: KeyBindings): string =>
    `tupleElement(IPv6CIDRToRange(${column}, if(${isV4Sql(column)}, ${String(96 + v4)}, ${String(v6)})), 1)`;

const countrySql =
  (column: string) =>
  ({ countrySql: of }: KeyBindings): string =>
    of(column);

const REMOTE = 'if(source_site = site, destination_site, source_site)';
/** Way of a flow from the point of view of the site that reports it: see `wayNames`. */
const WAY =
  'multiIf(source_site = site AND destination_site != site, 1, source_site != site AND destination_site = site, 0, source_site = site, 2, 3)';

/** Remote sites that the reader does not see share one value, as in the values of dashboards. */
const remoteSql = ({ seenSql }: KeyBindings): string => seenSql(REMOTE);
const siteSql =
  (column: string) =>
  ({ seenSql }: KeyBindings): string =>
    seenSql(column);

/**
 * What flows are grouped by. Each stands for one value of a flow. Those whose columns all are in the rollups can be read for as long as
 * these are retained, all others for as long as raw flows.
 */
export const dimensions = {
  customer: { type: 'customer', columns: ['customer'], en: 'Customer', fr: 'Client' },
  site: { type: 'site', columns: ['site'], en: 'Site', fr: 'Site' },
  'remote-site': {
    type: 'site',
    columns: ['site', 'source_site', 'destination_site'],
    sql: remoteSql,
    en: 'Remote site',
    fr: 'Site distant',
  },
  'source-site': {
    type: 'site',
    columns: ['source_site'],
    sql: siteSql('source_site'),
    opposite: 'destination-site',
    en: 'Source site',
    fr: 'Site source',
  },
  'destination-site': {
    type: 'site',
    columns: ['destination_site'],
    sql: siteSql('destination_site'),
    opposite: 'source-site',
    en: 'Destination site',
    fr: 'Site de destination',
  },
  way: {
    type: 'way',
    columns: ['site', 'source_site', 'destination_site'],
    sql: () => WAY,
    en: 'Way (seen from the site)',
    fr: 'Sens (vu du site)',
  },
  application: { type: 'application', columns: ['application'], en: 'Application', fr: 'Application' },
  class: {
    type: 'class',
    columns: ['dscp'],
    sql: ({ classSql }) => classSql('dscp'),
    en: 'Class of service',
    fr: 'Classe de service',
  },
  dscp: { type: 'dscp', columns: ['dscp'], en: 'DSCP', fr: 'DSCP' },
  protocol: { type: 'protocol', columns: ['protocol'], en: 'Protocol', fr: 'Protocole' },
  'source-port': {
    type: 'number',
    columns: ['source_port'],
    max: U16,
    opposite: 'destination-port',
    en: 'Source port',
    fr: 'Port source',
  },
  'destination-port': {
    type: 'number',
    columns: ['destination_port'],
    max: U16,
    opposite: 'source-port',
    en: 'Destination port',
    fr: 'Port de destination',
  },
  'source-address': {
    type: 'address',
    columns: ['source'],
    opposite: 'destination-address',
    en: 'Source address',
    fr: 'Adresse source',
  },
  'destination-address': {
    type: 'address',
    columns: ['destination'],
    opposite: 'source-address',
    en: 'Destination address',
    fr: 'Adresse de destination',
  },
  'source-subnet': {
    type: 'subnet',
    columns: ['source'],
    sql: subnetSql('source'),
    opposite: 'destination-subnet',
    en: 'Source subnet',
    fr: 'Sous-réseau source',
  },
  'destination-subnet': {
    type: 'subnet',
    columns: ['destination'],
    sql: subnetSql('destination'),
    opposite: 'source-subnet',
    en: 'Destination subnet',
    fr: 'Sous-réseau de destination',
  },
  'source-as': {
    type: 'as',
    columns: ['source_as', 'source'],
    sql: ({ asSql }) => asSql('source_as', 'source'),
    opposite: 'destination-as',
    en: 'Source AS',
    fr: 'AS source',
  },
  'destination-as': {
    type: 'as',
    columns: ['destination_as', 'destination'],
    sql: ({ asSql }) => asSql('destination_as', 'destination'),
    opposite: 'source-as',
    en: 'Destination AS',
    fr: 'AS de destination',
  },
  'source-country': {
    type: 'country',
    columns: ['source'],
    sql: countrySql('source'),
    opposite: 'destination-country',
    en: 'Source country',
    fr: 'Pays source',
  },
  'destination-country': {
    type: 'country',
    columns: ['destination'],
    sql: countrySql('destination'),
    opposite: 'source-country',
    en: 'Destination country',
    fr: 'Pays de destination',
  },
  exporter: { type: 'exporter', columns: ['exporter'], en: 'Exporter', fr: 'Exporteur' },
  'in-interface': {
    type: 'interface',
    columns: ['in_interface'],
    opposite: 'out-interface',
    en: 'Input interface',
    fr: 'Interface d’entrée',
  },
  'out-interface': {
    type: 'interface',
    columns: ['out_interface'],
    opposite: 'in-interface',
    en: 'Output interface',
    fr: 'Interface de sortie',
  },
  direction: { type: 'direction', columns: ['direction'], en: 'Observed at', fr: 'Observé en' },
  'next-hop': { type: 'address', columns: ['next_hop'], en: 'Next hop', fr: 'Prochain saut' },
  vrf: {
    type: 'number',
    columns: ['vpn'],
    opposite: 'egress-vrf',
    en: 'VPN or VRF',
    fr: 'VPN ou VRF',
  },
  'egress-vrf': {
    type: 'number',
    columns: ['egress_vpn'],
    opposite: 'vrf',
    en: 'VRF at the output',
    fr: 'VRF de sortie',
  },
  'tcp-flags': {
    type: 'flags',
    columns: ['tcp_flags'],
    max: U16,
    en: 'TCP flags',
    fr: 'Drapeaux TCP',
  },
  vlan: { type: 'number', columns: ['vlan'], max: U16, opposite: 'post-vlan', en: 'VLAN', fr: 'VLAN' },
  'post-vlan': {
    type: 'number',
    columns: ['post_vlan'],
    max: U16,
    opposite: 'vlan',
    en: 'VLAN at the output',
    fr: 'VLAN de sortie',
  },
  'mpls-label': { type: 'number', columns: ['mpls_label'], en: 'MPLS label', fr: 'Étiquette MPLS' },
  user: {
    type: 'text',
    columns: ['user'],
    sql: () => 'toValidUTF8(user_name)',
    en: 'User',
    fr: 'Utilisateur',
  },
  client: { type: 'address', columns: ['client'], en: 'Wireless client', fr: 'Client Wi-Fi' },
  'client-mac': { type: 'mac', columns: ['client_mac'], en: 'MAC of the client', fr: 'MAC du client' },
  'forwarding-status': {
    type: 'number',
    columns: ['forwarding_status'],
    max: U8,
    en: 'Forwarding status',
    fr: 'État de transmission',
  },
  'end-reason': {
    type: 'number',
    columns: ['end_reason'],
    max: U8,
    en: 'Reason of the end',
    fr: 'Motif de fin',
  },
  'nat-source': {
    type: 'address',
    columns: ['post_nat_source'],
    opposite: 'nat-destination',
    en: 'Source after NAT',
    fr: 'Source après NAT',
  },
  'nat-destination': {
    type: 'address',
    columns: ['post_nat_destination'],
    opposite: 'nat-source',
    en: 'Destination after NAT',
    fr: 'Destination après NAT',
  },
  'firewall-event': {
    type: 'number',
    columns: ['firewall_event'],
    max: U8,
    en: 'Firewall event',
    fr: 'Événement du pare-feu',
  },
} as const satisfies Readonly<Record<string, FlowField>>;

export type DimensionId = keyof typeof dimensions;
export const dimensionIds = Object.keys(dimensions) as DimensionId[];

/** Filter fields that either end of a flow may match. */
export const eitherEnds = {
  address: { either: ['source-address', 'destination-address'], en: 'Address', fr: 'Adresse' },
  port: { either: ['source-port', 'destination-port'], en: 'Port', fr: 'Port' },
  as: { either: ['source-as', 'destination-as'], en: 'AS', fr: 'AS' },
  country: { either: ['source-country', 'destination-country'], en: 'Country', fr: 'Pays' },
  interface: { either: ['in-interface', 'out-interface'], en: 'Interface', fr: 'Interface' },
} as const satisfies Readonly<
  Record<string, EitherEnd & { readonly either: readonly [DimensionId, DimensionId] }>
>;

export type FieldId = DimensionId | keyof typeof eitherEnds;
export const fieldIds: readonly FieldId[] = [
  ...(Object.keys(eitherEnds) as (keyof typeof eitherEnds)[]),
  ...dimensionIds,
];

const isEither = (field: FieldId): field is keyof typeof eitherEnds => field in eitherEnds;

/** The dimensions that a field of a filter compares: one, or those of both ends. */
export const dimensionsOfField = (field: FieldId): readonly DimensionId[] =>
  isEither(field) ? eitherEnds[field].either : [field];

/** The description of a dimension. */
export const dimension = (id: DimensionId): FlowField => dimensions[id];

export const typeOf = (field: FieldId): FieldType =>
  dimension(dimensionsOfField(field)[0] as DimensionId).type;

/** Name of a field in a language. */
export const fieldName = (field: FieldId, language: 'en' | 'fr'): string =>
  (isEither(field) ? eitherEnds[field] : dimensions[field])[language];

/** Columns that the rollups have as raw flows do. */
const rollupColumns: ReadonlySet<string> = new Set(
  Object.keys(flows5m.columns).filter((column) => column in detailedFlows.columns),
);

/** Whether the rollups have a field. */
export const isInRollups = (field: FieldId): boolean =>
  dimensionsOfField(field).every((id) => dimension(id).columns.every((column) => rollupColumns.has(column)));

/** SQL of the value of a dimension. */
export const dimensionSql = (id: DimensionId, bindings: KeyBindings): string => {
  const { sql, columns } = dimension(id);
  return sql === undefined ? (columns[0] ?? '') : sql(bindings);
};
