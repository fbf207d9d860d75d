import type { Language } from '../time/locale.ts';
import {
  bigint,
  withDefault,
  flag,
  instant,
  integer,
  json,
  key,
  nullableField,
  relation,
  text,
  texts,
  textKey,
  uniqueIgnoringCase,
  type Field,
} from './relation.ts';

const language = withDefault(text as Field<Language>, `'en'`);

/** Here and below, an empty list of customers, severities or alarms means all. */
export const webhook = relation({
  name: 'webhook',
  columns: {
    id: key,
    name: text,
    enabled: flag,
    url: text,
    /** With values, which are secrets of the receiver. */
    headers: json<readonly { readonly name: string; readonly value: string }[]>(),
    payload_kind: text,
    template: text,
    trigger: text,
    allow_insecure: flag,
    /** Time of activation: earlier events are not sent. */
    active_since: withDefault(instant, 'now()'),
    updated_at: withDefault(instant, 'now()'),
    /** Also sends alarms of restricted visibility. */
    include_restricted: withDefault(flag, 'false'),
    /** Also sends events of the platform itself, such as full streams. */
    notify_platform_events: withDefault(flag, 'false'),
    customers: withDefault(json<readonly number[]>(), `'[]'`),
    severities: withDefault(json<readonly string[]>(), `'[]'`),
    alarms: withDefault(json<readonly number[]>(), `'[]'`),
    /** `custom`, or a service known by name, whose address is the URL. */
    service: withDefault(text, `'custom'`),
    /** Of the service; empty: it has none. */
    channel: withDefault(text, `''`),
    /** Token or key of the service; null: it has none. */
    secret: nullableField(text),
    /** Of its texts. */
    language,
  },
  constraints: [
    `CHECK (payload_kind IN ('json', 'text'))`,
    `CHECK (trigger IN ('rising', 'falling', 'both'))`,
    `CHECK (language IN ('en', 'fr'))`,
  ],
  indexes: [uniqueIgnoringCase('webhook', 'name')],
});

/** What a service named the first message of an incident: the later ones reply to it. */
export const notificationThread = relation({
  name: 'notification_thread',
  columns: {
    /** Of the webhook. A number without reference: a message may be under way while the webhook is deleted. */
    target: integer,
    /** `incident:<customer>:<incident>`; where none is known `<alarm>:<element>:<when it was raised>`. */
    occurrence: text,
    thread: text,
    updated_at: instant,
  },
  constraints: ['PRIMARY KEY (target, occurrence)'],
  indexes: ['CREATE INDEX notification_thread_age ON notification_thread (updated_at)'],
});

/** Receivers of SNMP traps. */
export const trapReceiver = relation({
  name: 'trap_receiver',
  columns: {
    id: key,
    name: text,
    enabled: flag,
    host: text,
    port: integer,
    /** Whether the receiver acknowledges notifications (InformRequest, RFC 3416 §4.2.7). */
    inform: flag,
    version: text,
    /** v2c only. */
    community: nullableField(text),
    /** v3 only: authentication and privacy are null when unused. */
    user_name: nullableField(text),
    auth_protocol: nullableField(text),
    auth_password: nullableField(text),
    priv_protocol: nullableField(text),
    priv_password: nullableField(text),
    active_since: withDefault(instant, 'now()'),
    updated_at: withDefault(instant, 'now()'),
    /** Also sends alarms of restricted visibility. */
    include_restricted: withDefault(flag, 'false'),
    /** Also sends events of the platform itself, such as full streams. */
    notify_platform_events: withDefault(flag, 'false'),
    customers: withDefault(json<readonly number[]>(), `'[]'`),
    severities: withDefault(json<readonly string[]>(), `'[]'`),
    alarms: withDefault(json<readonly number[]>(), `'[]'`),
  },
  constraints: [`CHECK (version IN ('v2c', 'v3'))`, 'CHECK (port BETWEEN 1 AND 65535)'],
  indexes: [uniqueIgnoringCase('trap_receiver', 'name')],
});

/** Alarm notifications by mail. */
export const alarmMail = relation({
  name: 'alarm_mail',
  columns: {
    id: key,
    name: text,
    enabled: flag,
    recipients: json<readonly string[]>(),
    trigger: text,
    customers: json<readonly number[]>(),
    severities: json<readonly string[]>(),
    alarms: json<readonly number[]>(),
    /** `single`: one mail per event; `minute`: one mail per minute and customer. */
    grouping: text,
    subject: text,
    body: text,
    active_since: withDefault(instant, 'now()'),
    updated_at: withDefault(instant, 'now()'),
    /** Also sends alarms of restricted visibility. */
    include_restricted: withDefault(flag, 'false'),
    /** Also sends events of the platform itself, such as full streams. */
    notify_platform_events: withDefault(flag, 'false'),
    /** Of its texts, for recipients who are no users with a language of their own. */
    language,
  },
  constraints: [
    `CHECK (trigger IN ('rising', 'falling', 'both'))`,
    `CHECK (grouping IN ('single', 'minute'))`,
    `CHECK (language IN ('en', 'fr'))`,
  ],
  indexes: [uniqueIgnoringCase('alarm_mail', 'name')],
});

/** Outcome of a notification. The key is that of the job: it is delivered or dropped once. */
export const notificationDelivery = relation({
  name: 'notification_delivery',
  columns: {
    key: textKey,
    kind: text,
    /** Id of the webhook, trap receiver or alarm mail; 0 for other mail. */
    target: integer,
    customer_id: nullableField(integer),
    /** `retrying` until one of the other states, which are final. */
    state: text,
    /** Number of alarm events. */
    events: integer,
    attempts: integer,
    /** Response of the receiver, or the cause of the failure; of the last attempt. */
    response: text,
    created_at: instant,
    updated_at: instant,
    /** It contains alarms of restricted visibility. */
    restricted: withDefault(flag, 'false'),
    /** Ids of the alarm events, hexadecimal; of a large group the first 5,000. */
    event_ids: withDefault(texts, `'{}'`),
    /** The instance of a single notification. */
    alarm_id: nullableField(bigint),
    element_id: nullableField(bigint),
  },
  constraints: [`CHECK (state IN ('retrying', 'delivered', 'dead', 'dropped'))`],
  indexes: [
    'CREATE INDEX notification_delivery_target ON notification_delivery (kind, target, created_at)',
    'CREATE INDEX notification_delivery_outcome ON notification_delivery (kind, target, state, updated_at)',
    'CREATE INDEX notification_delivery_event ON notification_delivery USING gin (event_ids)',
    'CREATE INDEX notification_delivery_instance ON notification_delivery (alarm_id, element_id) WHERE alarm_id IS NOT NULL',
    'CREATE INDEX notification_delivery_age ON notification_delivery (updated_at)',
  ],
});

/** The newest incident of each place, from which notifications describe what an event belongs to. */
export const notificationIncident = relation({
  name: 'notification_incident',
  columns: {
    /** `<customer>|<place>|<audience>`. */
    key: textKey,
    partition: integer,
    // A number without reference, as in `notification_raise`.
    customer_id: bigint,
    /** `<site>:<cluster, 0 at a site>`. */
    place: text,
    /** With restricted alarms, for the targets that include them. */
    restricted: flag,
    /** Sequence of the last message that is in it. */
    seq: bigint,
    content: json<unknown>(),
  },
  indexes: ['CREATE INDEX notification_incident_partition ON notification_incident (partition)'],
});

/** Raises that notification keeps until their clear: suppressed by a silence, explained by another alarm, or sent by trap. */
export const notificationRaise = relation({
  name: 'notification_raise',
  columns: {
    partition: integer,
    // Numbers without references: their subject may be deleted while the alarm is active.
    customer_id: bigint,
    alarm_id: bigint,
    element_id: bigint,
    /** Hexadecimal. */
    event: text,
    /** Of the alarm. */
    name: text,
    /** Sequence of its message, and the time at which the stream stored it, milliseconds since 1970. */
    seq: bigint,
    at_ms: bigint,
    suppressed: flag,
    /** Another alarm explains it: it is not notified before that ends. */
    explained: withDefault(flag, 'false'),
    trap_sent: flag,
    /** Sequence of the message after which the row can be removed. */
    ended_seq: nullableField(bigint),
    /** The row of `alarm_events` as base64 RowBinary. */
    content: text,
  },
  constraints: ['PRIMARY KEY (customer_id, alarm_id, element_id)'],
  indexes: ['CREATE INDEX notification_raise_partition ON notification_raise (partition)'],
});
