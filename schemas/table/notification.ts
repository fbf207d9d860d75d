import {
  bigint,
  byDefault,
  flag,
  instant,
  integer,
  json,
  key,
  orNull,
  relation,
  text,
  textKey,
  unique,
} from './relation.ts';

export const webhook = relation({
  name: 'webhook',
  columns: {
    id: key,
    name: unique(text),
    enabled: flag,
    url: text,
    /** With their values: secrets of the receiver. */
    headers: json<readonly { readonly name: string; readonly value: string }[]>(),
    payload_kind: text,
    template: text,
    trigger: text,
    allow_insecure: flag,
    /** When it was switched on: it does not tell what was before. */
    active_since: byDefault(instant, 'now()'),
    updated_at: byDefault(instant, 'now()'),
    /** Also sends alarms of restricted visibility. */
    include_restricted: byDefault(flag, 'false'),
    /** Also sends events of the platform itself, such as full streams. */
    notify_platform_events: byDefault(flag, 'false'),
  },
  constraints: [
    `CHECK (payload_kind IN ('json', 'text'))`,
    `CHECK (trigger IN ('rising', 'falling', 'both'))`,
  ],
});

/** Where SNMP traps of alarms go. */
export const trapReceiver = relation({
  name: 'trap_receiver',
  columns: {
    id: key,
    name: unique(text),
    enabled: flag,
    host: text,
    port: integer,
    /** Acknowledged by the receiver (RFC 3416 §4.2.7). */
    inform: flag,
    version: text,
    /** Of v2c. */
    community: orNull(text),
    /** Of v3: authentication and privacy are null where they are not used. */
    user_name: orNull(text),
    auth_protocol: orNull(text),
    auth_password: orNull(text),
    priv_protocol: orNull(text),
    priv_password: orNull(text),
    active_since: byDefault(instant, 'now()'),
    updated_at: byDefault(instant, 'now()'),
    /** Also sends alarms of restricted visibility. */
    include_restricted: byDefault(flag, 'false'),
    /** Also sends events of the platform itself, such as full streams. */
    notify_platform_events: byDefault(flag, 'false'),
  },
  constraints: [`CHECK (version IN ('v2c', 'v3'))`, 'CHECK (port BETWEEN 1 AND 65535)'],
});

/** Who is told of which alarms by mail. An empty list of customers, severities or alarms: all of them. */
export const alarmMail = relation({
  name: 'alarm_mail',
  columns: {
    id: key,
    name: unique(text),
    enabled: flag,
    recipients: json<readonly string[]>(),
    trigger: text,
    customers: json<readonly number[]>(),
    severities: json<readonly string[]>(),
    alarms: json<readonly number[]>(),
    /** `single`: one mail an event; `minute`: one mail a minute and customer. */
    grouping: text,
    subject: text,
    body: text,
    active_since: byDefault(instant, 'now()'),
    updated_at: byDefault(instant, 'now()'),
    /** Also sends alarms of restricted visibility. */
    include_restricted: byDefault(flag, 'false'),
    /** Also sends events of the platform itself, such as full streams. */
    notify_platform_events: byDefault(flag, 'false'),
  },
  constraints: [
    `CHECK (trigger IN ('rising', 'falling', 'both'))`,
    `CHECK (grouping IN ('single', 'minute'))`,
  ],
});

/** What became of a notification. The key is that of the job: it is delivered, or given up, once. */
export const notificationDelivery = relation({
  name: 'notification_delivery',
  columns: {
    key: textKey,
    kind: text,
    /** Id of the webhook, of the trap receiver or of the alarm mail; 0 for other mail. */
    target: integer,
    customer_id: orNull(integer),
    /** `retrying` until one of the others, which are final. */
    state: text,
    /** Alarm events that it tells. */
    events: integer,
    attempts: integer,
    /** What the receiver said, or why it could not be asked; of the last attempt. */
    answer: text,
    created_at: instant,
    updated_at: instant,
    /** It told of alarms of restricted visibility. */
    restricted: byDefault(flag, 'false'),
  },
  constraints: [`CHECK (state IN ('retrying', 'delivered', 'dead', 'dropped'))`],
  indexes: [
    'CREATE INDEX notification_delivery_target ON notification_delivery (kind, target, created_at)',
    'CREATE INDEX notification_delivery_age ON notification_delivery (updated_at)',
  ],
});

/** Raises that notification remembers until they end: held back by a silence, or told by trap. */
export const notificationRaise = relation({
  name: 'notification_raise',
  columns: {
    partition: integer,
    // Numbers of events: what they name may be deleted while it runs.
    customer_id: bigint,
    alarm_id: bigint,
    element_id: bigint,
    /** Hexadecimal. */
    event: text,
    /** Of the alarm. */
    name: text,
    /** Sequence of its message, and when the stream stored it, milliseconds since 1970. */
    seq: bigint,
    at_ms: bigint,
    held: flag,
    trapped: flag,
    /** Sequence of the message behind which the row matters no more. */
    ended_seq: orNull(bigint),
    /** The row of `alarm_events`, base64 of its RowBinary. */
    content: text,
  },
  constraints: ['PRIMARY KEY (customer_id, alarm_id, element_id)'],
  indexes: ['CREATE INDEX notification_raise_partition ON notification_raise (partition)'],
});
