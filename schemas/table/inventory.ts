import type { ComponentKind } from '../inventory/component.ts';
import type { Infrastructure } from '../inventory/list/infrastructure.ts';
import type { CounterScope } from '../counter/scope.ts';
import {
  bigint,
  double,
  flag,
  instant,
  integer,
  json,
  key,
  nullableField,
  references,
  relation,
  sharedKey,
  text,
  texts,
  type Field,
  uniqueIgnoringCase,
  withDefault,
} from './relation.ts';

export const customerProfile = relation({
  name: 'customer_profile',
  columns: {
    id: key,
    name: text,
    is_default: withDefault(flag, 'false'),
    /** Account that created it, also after its deletion: ids are not reused. Null: the product. */
    owner_id: nullableField(integer),
  },
  indexes: [
    uniqueIgnoringCase('customer_profile', 'name'),
    'CREATE UNIQUE INDEX customer_profile_one_default ON customer_profile (is_default) WHERE is_default',
  ],
});

export const customer = relation({
  name: 'customer',
  columns: {
    id: key,
    /** External identifier of the customer: unique and never changed. */
    client_id: text,
    name: text,
    profile_id: references(integer, 'customer_profile', 'RESTRICT'),
    /** Collection sub-network. */
    recipient_id: withDefault(integer, '1'),
    contracted_in_bps: nullableField(bigint),
    contracted_out_bps: nullableField(bigint),
    created_at: withDefault(instant, 'now()'),
    /** Initial role of users created for this customer; null: the default role. */
    default_role_id: nullableField(references(integer, 'role', 'SET NULL')),
    /** IANA name of the zone of its days and business hours; null: that of the reader. */
    time_zone: nullableField(text),
    /** That of the country in which most of its sites are, as the server finds it; null: none is known. */
    country_time_zone: nullableField(text),
    /** Unreachable devices and sites explain other alarms. */
    explains_alarms: withDefault(flag, 'true'),
    /** Incremented by each change through the console: a save names the version it is based on. */
    version: withDefault(integer, '1'),
  },
  indexes: [uniqueIgnoringCase('customer', 'client_id')],
});

/** Elements of all kinds share one id sequence: an alarm or a measure refers to an element by number alone. */
export const networkElement = relation({
  name: 'network_element',
  columns: {
    id: key,
    customer_id: references(integer, 'customer'),
    kind: text,
    parent_id: nullableField(integer),
    name: text,
    /** Whether data is collected. */
    active: withDefault(flag, 'true'),
    status_comment: nullableField(text),
    status_updated_by: nullableField(text),
    status_updated_at: nullableField(instant),
    /** Words by which users find and group elements. */
    tags: withDefault(texts, "'{}'"),
    /** Type of infrastructure that a user chose (`schemas/inventory/list/infrastructure.ts`); null: that of its kind. */
    infrastructure: nullableField(text as Field<Infrastructure>),
    created_at: withDefault(instant, 'now()'),
    /** The user or team that is responsible, in free words. */
    owner: withDefault(text, "''"),
  },
  constraints: [
    `CHECK (kind IN ('site', 'device', 'interface', 'class', 'probe', 'tunnel', 'application', 'collector', 'conversation', 'area', 'cluster', 'sensor', 'peer'))`,
    `CHECK ((kind IN ('site', 'area', 'cluster')) = (parent_id IS NULL))`,
    `CHECK (infrastructure IN ('router', 'wan access', 'cisco iwan', 'ipsla probe', 'cloud access', 'cloud'))`,
    'UNIQUE NULLS NOT DISTINCT (customer_id, kind, parent_id, name)',
    'FOREIGN KEY (parent_id) REFERENCES network_element (id) ON DELETE CASCADE',
  ],
  indexes: [
    'CREATE INDEX network_element_parent ON network_element (parent_id)',
    // Devices name their parts as they like, also apart by case alone.
    uniqueIgnoringCase('network_element', 'name', {
      within: ['customer_id', 'kind', 'coalesce(parent_id, 0)'],
      where: `kind IN ('site', 'device', 'area', 'cluster')`,
    }),
  ],
});

/** What a user noted on an element. */
export const elementNote = relation({
  name: 'element_note',
  columns: {
    id: key,
    element_id: references(integer, 'network_element'),
    text,
    author_id: nullableField(references(integer, 'account', 'SET NULL')),
    /** Name of the author when it was written. */
    author: text,
    created_at: instant,
    edited_at: nullableField(instant),
  },
  indexes: ['CREATE INDEX element_note_element ON element_note (element_id, id)'],
});

export const site = relation({
  name: 'site',
  columns: {
    id: sharedKey('network_element'),
    city: withDefault(text, "''"),
    country: withDefault(text, "''"),
    latitude: double,
    longitude: double,
    /** Prefixes of the site (CIDR), to find the remote site of a flow. */
    networks: withDefault(texts, "'{}'"),
    /** Region of the customer's network, to which users can be restricted; empty: none. */
    region: withDefault(text, "''"),
  },
  constraints: ['CHECK (latitude BETWEEN -90 AND 90)', 'CHECK (longitude BETWEEN -180 AND 180)'],
});

const snmpCells = {
  /** Null: not polled. */
  snmp_version: nullableField(text),
  snmp_port: withDefault(integer, '161'),
  /** v1 and v2c only. */
  snmp_community: nullableField(text),
  /** v3 only: authentication and privacy are null when unused. */
  snmp_user: nullableField(text),
  snmp_context: nullableField(text),
  snmp_auth_protocol: nullableField(text),
  snmp_auth_password: nullableField(text),
  snmp_priv_protocol: nullableField(text),
  snmp_priv_password: nullableField(text),
} as const;

const SNMP_CHECKS = [`CHECK (snmp_version IN ('v1', 'v2c', 'v3'))`, 'CHECK (snmp_port BETWEEN 1 AND 65535)'];

/** SNMP access under a name. Devices that refer to it hold a copy of its cells, so that pollers read one row. */
export const snmpCredential = relation({
  name: 'snmp_credential',
  columns: { id: key, name: text, ...snmpCells, version: withDefault(integer, '1') },
  constraints: SNMP_CHECKS,
  indexes: [uniqueIgnoringCase('snmp_credential', 'name')],
});

export const device = relation({
  name: 'device',
  columns: {
    id: sharedKey('network_element'),
    address: text,
    vendor: withDefault(text, "''"),
    model: withDefault(text, "''"),
    ...snmpCells,
    /** The credential that the cells are copied from; null: they are its own. */
    snmp_credential_id: nullableField(references(integer, 'snmp_credential', 'RESTRICT')),
    /** Another exporter of its site reports the same flows: those of this device count in no sum. */
    duplicate_flows: withDefault(flag, 'false'),
  },
  constraints: SNMP_CHECKS,
});

/** Source addresses of flow exports. Customers of different collection sub-networks may use the same ones. */
export const exporter = relation({
  name: 'exporter',
  columns: { address: text, device_id: references(integer, 'device') },
  constraints: ['PRIMARY KEY (address, device_id)'],
});

/** Identified by ifName; the ifIndex is an attribute that is updated when it changes. */
export const networkInterface = relation({
  name: 'network_interface',
  columns: {
    id: sharedKey('network_element'),
    if_alias: withDefault(text, "''"),
    if_index: nullableField(integer),
    bandwidth_in_bps: nullableField(bigint),
    bandwidth_out_bps: nullableField(bigint),
    /** What an SD-WAN manager says of it: `speed` in bit/s, `address`, `color`. */
    fields: withDefault(json<Readonly<Record<string, string>>>(), "'{}'"),
  },
});

/** Components of a device that are measured separately: classes of service, probes, tunnels, its export to a collector, sensors, BGP peers. */
export const networkComponent = relation({
  name: 'network_component',
  columns: {
    id: sharedKey('network_element'),
    device_id: references(integer, 'device'),
    kind: text as Field<ComponentKind>,
    scope: text as Field<CounterScope>,
    key: text,
    fields: withDefault(json<Readonly<Record<string, string>>>(), "'{}'"),
  },
  constraints: [
    `CHECK (kind IN ('class', 'probe', 'tunnel', 'collector', 'sensor', 'peer'))`,
    'UNIQUE (device_id, kind, scope, key)',
  ],
});

/** Flows of a VPN, VRF, interface or agent of a device that belong to another customer or site than the device. */
export const flowAttribution = relation({
  name: 'flow_attribution',
  columns: {
    id: key,
    device_id: references(integer, 'device'),
    interface_id: nullableField(references(integer, 'network_interface')),
    /** Id of the VPN or VRF as exported. */
    vpn: nullableField(bigint),
    /** Name of the VRF in the device's table. */
    vrf: nullableField(text),
    customer_id: references(integer, 'customer'),
    site_id: references(integer, 'site'),
    /** Agent behind the exporter: its address, or the number of its exporting process. */
    agent: nullableField(text),
  },
  constraints: [
    'CHECK (num_nonnulls(interface_id, vpn, vrf, agent) = 1)',
    'UNIQUE NULLS NOT DISTINCT (device_id, interface_id, vpn, vrf, agent)',
  ],
});

/** Exporters outside the inventory whose flows belong to a customer until they expire. */
export const flowAgent = relation({
  name: 'flow_agent',
  columns: {
    id: key,
    agent_id: text,
    customer_id: references(integer, 'customer'),
    /** Part of the customer's network: names a site. */
    network_marker: text,
    /** Distinguishes agents of the same organization and marker. */
    index_text: text,
    /** Canonical address, or prefix in CIDR notation, of its flow exports. */
    source: text,
    /** Midnight UTC. */
    expires_at: instant,
    version: withDefault(integer, '1'),
  },
  constraints: ["CHECK (strpos(agent_id || network_marker || index_text, '_') = 0)"],
  indexes: [uniqueIgnoringCase('flow_agent', 'agent_id')],
});

/** Elements that flows of a site are summed by: an application, a class of service, or the other site of a conversation. */
export const flowTarget = relation({
  name: 'flow_target',
  columns: {
    id: sharedKey('network_element'),
    site_id: references(integer, 'network_element'),
    kind: text,
    /** Number of the application, DSCP, id of the other site (`schemas/inventory/flow-target.ts`). */
    detail: bigint,
    /** Name of the application as exported, or the last one of a custom one that is deleted. */
    label: nullableField(text),
  },
  constraints: [
    `CHECK (kind IN ('application', 'class', 'conversation'))`,
    'CHECK (detail >= 0)',
    'UNIQUE (site_id, kind, detail)',
  ],
});

/**
 * A former name of an alarm or network element, recorded by triggers at a rename or delete: history shows the names of its
 * time. Unchanged names have no row. Of custom applications, the last one.
 */
export const pastName = relation({
  name: 'past_name',
  columns: {
    /** `alarm`, `element` or `application`. */
    subject: text,
    subject_id: integer,
    until: instant,
    name: text,
    /** Kind and parent of elements; the customer also of applications, null: of the provider. */
    customer_id: nullableField(integer),
    kind: nullableField(text),
    parent_id: nullableField(integer),
    /** Of alarms and applications. */
    visibility: nullableField(text),
    /** Whether it was deleted at that time. */
    deleted: flag,
  },
  constraints: [
    'PRIMARY KEY (subject, subject_id, until)',
    `CHECK (subject IN ('alarm', 'element', 'application'))`,
  ],
});
