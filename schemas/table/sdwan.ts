import type { Fault } from '../problem/fault.ts';
import type { ProposedElement } from '../sdwan/proposal.ts';
import type { SdwanKind } from '../sdwan/kind.ts';
import type { SdwanSeverity } from '../sdwan/alarm.ts';
import type { ConnectivityState, StoredUnplaced, SignInMethod, SynchroniseState } from '../sdwan/server.ts';
import {
  bigint,
  flag,
  instant,
  integer,
  json,
  key,
  nullableField,
  references,
  relation,
  text,
  uniqueIgnoringCase,
  withDefault,
  type Field,
} from './relation.ts';

const word = <Word extends string>() => text as Field<Word>;
/** Why something failed, without a language. */
const fault = nullableField(json<Pick<Fault, 'code' | 'params'>>());

/** The certificate of a manager. Times are milliseconds since 1970. */
export interface StoredCertificate {
  readonly fingerprint: string;
  readonly subject: string;
  readonly expiresMs: number;
  /** When it replaced another one; null: never. */
  readonly changedMs: number | null;
}

/** An SD-WAN manager with its password, sealed, and what is known of its state. */
export const sdwanServer = relation({
  name: 'sdwan_server',
  columns: {
    id: key,
    name: text,
    kind: word<SdwanKind>(),
    url: text,
    login: text,
    password: text,
    signs_in_with: withDefault(word<SignInMethod>(), "'password'"),
    /** Day, `YYYY-MM-DD`. */
    secret_expires_on: nullableField(text),
    organization: text,
    elastic_url: text,
    vsd_name: text,
    adom: text,
    vdom: text,
    is_multi_tenant: flag,
    customer_id: nullableField(references(integer, 'customer')),
    client_id: text,
    verify_tls: flag,
    recipient_id: withDefault(integer, '1'),
    suspend_provisioning: flag,
    suspend_collect: flag,
    connectivity: withDefault(word<ConnectivityState>(), "'not tried'"),
    connectivity_at: nullableField(instant),
    response_ms: nullableField(integer),
    connectivity_fault: fault,
    collected_at: nullableField(instant),
    /** Start of the interval that was last collected, or tried. */
    collect_slot: nullableField(instant),
    synchronise_state: withDefault(word<SynchroniseState>(), "'never'"),
    synchronised_at: nullableField(instant),
    synchronise_fault: fault,
    /** The certificate that it showed last, and when that replaced another one. */
    certificate: nullableField(json<StoredCertificate>()),
    session_ends_at: nullableField(instant),
    /** Alarms until this time of the manager's clock are stored. */
    alarms_until: nullableField(instant),
    alarms_at: nullableField(instant),
    alarms_fault: fault,
    /** When volumes of applications were last read; null: it measures none. */
    volumes_at: nullableField(instant),
    volumes_fault: fault,
    /** What the last collection could not place. */
    unplaced: nullableField(json<StoredUnplaced>()),
    version: withDefault(integer, '1'),
  },
  constraints: [
    `CHECK (kind IN ('vmanage', 'nuage', 'fortinet'))`,
    `CHECK (signs_in_with IN ('password', 'token'))`,
    `CHECK (connectivity IN ('available', 'ok with lag', 'unavailable', 'not tried'))`,
    `CHECK (synchronise_state IN ('never', 'requested', 'running', 'done', 'failed'))`,
    'CHECK (is_multi_tenant = (customer_id IS NULL))',
  ],
  indexes: [uniqueIgnoringCase('sdwan_server', 'name')],
});

/** Changes to the inventory that the last synchronisation of a manager proposes. */
export const sdwanProposal = relation({
  name: 'sdwan_proposal',
  columns: {
    id: key,
    server_id: references(integer, 'sdwan_server'),
    customer_id: references(integer, 'customer'),
    change: word<'added' | 'changed' | 'vanished'>(),
    kind: word<'device' | 'interface' | 'tunnel'>(),
    device: text,
    name: text,
    /** The element that has vanished. */
    element_id: nullableField(integer),
    content: json<ProposedElement>(),
  },
  indexes: ['CREATE INDEX sdwan_proposal_server ON sdwan_proposal (server_id, id)'],
});

/** Alarms of the managers, in their words. */
export const sdwanAlarm = relation({
  name: 'sdwan_alarm',
  columns: {
    id: key,
    server_id: references(integer, 'sdwan_server'),
    customer_id: references(integer, 'customer'),
    /** Unique at the manager within the customer. */
    key: text,
    type: text,
    severity: word<SdwanSeverity>(),
    message: text,
    /** Name or address of its device, as the manager says; empty: none. */
    device: text,
    /** Its device in the inventory when it was last read; null: none had this name or address. */
    device_id: nullableField(integer),
    raised_at: instant,
    /** Null while it is raised. */
    cleared_at: nullableField(instant),
    /** It is reported once and has no end. */
    is_event: flag,
  },
  constraints: [
    `CHECK (severity IN ('critical', 'major', 'minor', 'info'))`,
    'UNIQUE (server_id, customer_id, key)',
  ],
  indexes: [
    'CREATE INDEX sdwan_alarm_raised ON sdwan_alarm (server_id, raised_at)',
    'CREATE INDEX sdwan_alarm_device ON sdwan_alarm (customer_id, lower(device))',
    'CREATE INDEX sdwan_alarm_device_id ON sdwan_alarm (device_id)',
  ],
});

/** Until when the volumes of applications of a device are published, by the manager's clock. */
export const sdwanVolume = relation({
  name: 'sdwan_volume',
  columns: {
    server_id: references(integer, 'sdwan_server'),
    device_id: integer,
    until_ms: bigint,
  },
  constraints: ['PRIMARY KEY (server_id, device_id)'],
});

/** What a manager called its devices at its last synchronisation: samples, alarms and volumes carry nothing else. */
export const sdwanDevice = relation({
  name: 'sdwan_device',
  columns: {
    id: key,
    server_id: references(integer, 'sdwan_server'),
    /** Empty: of a manager of one customer. */
    tenant: text,
    name: text,
    /** Empty: unknown. */
    address: text,
    /** The device of the inventory that has this name, or had it when they were last compared; null: none. */
    element_id: nullableField(integer),
  },
  indexes: ['CREATE INDEX sdwan_device_server ON sdwan_device (server_id, id)'],
});
