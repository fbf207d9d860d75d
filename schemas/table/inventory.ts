import type { ComponentKind } from '../inventory/component.ts';
import type { CounterScope } from '../kpi/kpi.ts';
import {
  bigint,
  byDefault,
  double,
  flag,
  instant,
  integer,
  json,
  key,
  orNull,
  references,
  relation,
  sharedKey,
  text,
  texts,
  unique,
} from './relation.ts';
import type { Field } from './relation.ts';

export const customerProfile = relation({
  name: 'customer_profile',
  columns: { id: key, name: unique(text), is_default: byDefault(flag, 'false') },
  indexes: [
    'CREATE UNIQUE INDEX customer_profile_one_default ON customer_profile (is_default) WHERE is_default',
  ],
});

export const customer = relation({
  name: 'customer',
  columns: {
    id: key,
    /** Name by which systems know the customer: unused elsewhere, never changes. */
    client_id: unique(text),
    name: text,
    profile_id: references(integer, 'customer_profile', 'RESTRICT'),
    /** Sub-network of the collection. */
    recipient_id: byDefault(integer, '1'),
    contracted_in_bps: orNull(bigint),
    contracted_out_bps: orNull(bigint),
    created_at: byDefault(instant, 'now()'),
    /** Role that users made for this customer begin with; null: the default role. */
    default_role_id: orNull(references(integer, 'role', 'SET NULL')),
    /** Counts the changes by hand: who saves names the one he read. */
    version: byDefault(integer, '1'),
  },
});

/** Elements of every kind share one sequence of ids: an alarm or a measure names an element by number alone. */
export const networkElement = relation({
  name: 'network_element',
  columns: {
    id: key,
    customer_id: references(integer, 'customer'),
    kind: text,
    parent_id: orNull(integer),
    name: text,
    /** Data collection switched on. */
    active: byDefault(flag, 'true'),
    status_comment: orNull(text),
    status_updated_by: orNull(text),
    status_updated_at: orNull(instant),
    created_at: byDefault(instant, 'now()'),
  },
  constraints: [
    `CHECK (kind IN ('site', 'device', 'interface', 'class', 'probe', 'tunnel', 'application', 'collector', 'conversation', 'area', 'cluster'))`,
    `CHECK ((kind IN ('site', 'area', 'cluster')) = (parent_id IS NULL))`,
    'UNIQUE NULLS NOT DISTINCT (customer_id, kind, parent_id, name)',
    'FOREIGN KEY (parent_id) REFERENCES network_element (id) ON DELETE CASCADE',
  ],
  indexes: ['CREATE INDEX network_element_parent ON network_element (parent_id)'],
});

export const site = relation({
  name: 'site',
  columns: {
    id: sharedKey('network_element'),
    city: byDefault(text, "''"),
    country: byDefault(text, "''"),
    latitude: double,
    longitude: double,
    /** Prefixes of the site (CIDR), for the remote site of a flow. */
    networks: byDefault(texts, "'{}'"),
    /** Part of the customer's network that users can be restricted to; empty: of none. */
    region: byDefault(text, "''"),
  },
  constraints: ['CHECK (latitude BETWEEN -90 AND 90)', 'CHECK (longitude BETWEEN -180 AND 180)'],
});

export const device = relation({
  name: 'device',
  columns: {
    id: sharedKey('network_element'),
    address: text,
    vendor: byDefault(text, "''"),
    model: byDefault(text, "''"),
    /** Null: the device is not polled. */
    snmp_version: orNull(text),
    snmp_port: byDefault(integer, '161'),
    /** Of v1 and v2c. */
    snmp_community: orNull(text),
    /** Of v3: authentication and privacy are null where they are not used. */
    snmp_user: orNull(text),
    snmp_context: orNull(text),
    snmp_auth_protocol: orNull(text),
    snmp_auth_password: orNull(text),
    snmp_priv_protocol: orNull(text),
    snmp_priv_password: orNull(text),
    /** Another exporter of its site reports the same flows: its own count in no sum. */
    duplicate_flows: byDefault(flag, 'false'),
  },
  constraints: [`CHECK (snmp_version IN ('v1', 'v2c', 'v3'))`, 'CHECK (snmp_port BETWEEN 1 AND 65535)'],
});

/** Source addresses from which a device sends flows. Customers of different collection sub-networks may use the same ones. */
export const exporter = relation({
  name: 'exporter',
  columns: { address: text, device_id: references(integer, 'device') },
  constraints: ['PRIMARY KEY (address, device_id)'],
});

/** Matched by ifName; the ifIndex is only an attribute and is learned again when it moves. */
export const networkInterface = relation({
  name: 'network_interface',
  columns: {
    id: sharedKey('network_element'),
    if_alias: byDefault(text, "''"),
    if_index: orNull(integer),
    bandwidth_in_bps: orNull(bigint),
    bandwidth_out_bps: orNull(bigint),
  },
});

/** What a device has that is measured by itself: classes of service, probes, tunnels, its export to a collector. */
export const networkComponent = relation({
  name: 'network_component',
  columns: {
    id: sharedKey('network_element'),
    device_id: references(integer, 'device'),
    kind: text as Field<ComponentKind>,
    scope: text as Field<CounterScope>,
    key: text,
    fields: byDefault(json<Readonly<Record<string, string>>>(), "'{}'"),
  },
  constraints: [
    `CHECK (kind IN ('class', 'probe', 'tunnel', 'collector'))`,
    'UNIQUE (device_id, kind, scope, key)',
  ],
});

/** Flows of one VPN, VRF, interface or agent of a device that are those of another customer or site than the device's. */
export const flowAttribution = relation({
  name: 'flow_attribution',
  columns: {
    id: key,
    device_id: references(integer, 'device'),
    interface_id: orNull(references(integer, 'network_interface')),
    /** Id of the VPN or VRF as the device exports it. */
    vpn: orNull(bigint),
    /** Name of the VRF in the device's own table. */
    vrf: orNull(text),
    customer_id: references(integer, 'customer'),
    site_id: references(integer, 'site'),
    /** Agent behind the exporter: its address, or the number of its exporting process. */
    agent: orNull(text),
  },
  constraints: [
    'CHECK (num_nonnulls(interface_id, vpn, vrf, agent) = 1)',
    'UNIQUE NULLS NOT DISTINCT (device_id, interface_id, vpn, vrf, agent)',
  ],
});

/** What flows of a site are summed by: an application, a class of service, or the site at the other end of conversations. */
export const flowTarget = relation({
  name: 'flow_target',
  columns: {
    id: sharedKey('network_element'),
    site_id: references(integer, 'network_element'),
    kind: text,
    /** Number of the application, DSCP, id of the other site (`schemas/inventory/flow-target.ts`). */
    detail: bigint,
    /** What exporters call the application. */
    label: orNull(text),
  },
  constraints: [
    `CHECK (kind IN ('application', 'class', 'conversation'))`,
    'CHECK (detail >= 0)',
    'UNIQUE (site_id, kind, detail)',
  ],
});
