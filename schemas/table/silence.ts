import type { FilterSearch } from '../alerting/saved-filter-list.ts';
import type { Recurrence } from '../silence/recurrence.ts';
import type { SilenceMatch } from '../silence/silence.ts';
import {
  withDefault,
  flag,
  instant,
  integer,
  integers,
  json,
  key,
  nullableField,
  references,
  relation,
  text,
  uniqueIgnoringCase,
  type Field,
} from './relation.ts';

/**
 * A silence or maintenance window of a customer, or of the provider (no customer) for all customers. Never deleted: it is
 * history.
 */
export const silence = relation({
  name: 'silence',
  columns: {
    id: key,
    customer_id: nullableField(references(integer, 'customer')),
    match: json<SilenceMatch>(),
    reason: text,
    starts_at: instant,
    /** Null: forever, maintenance windows only. */
    ends_at: nullableField(instant),
    recurrence: nullableField(json<Recurrence>()),
    author_id: nullableField(references(integer, 'account', 'SET NULL')),
    /** Name of the author when it was created. */
    author: text,
    version: withDefault(integer, '1'),
    created_at: withDefault(instant, 'now()'),
    updated_at: withDefault(instant, 'now()'),
    /** Excluded from availability. */
    maintenance: withDefault(flag, 'false'),
  },
  constraints: ['CHECK (ends_at >= starts_at)', 'CHECK (ends_at IS NOT NULL OR recurrence IS NOT NULL)'],
  indexes: ['CREATE INDEX silence_customer ON silence (customer_id, ends_at)'],
});

/** A note on a run of an alarm. Rows are added, and removed by their author within minutes, never changed. */
export const alarmNote = relation({
  name: 'alarm_note',
  columns: {
    id: key,
    customer_id: references(integer, 'customer'),
    /** No references: notes are history, as the events of the alarm are. */
    alarm_id: integer,
    element_id: integer,
    /** When the alarm was raised: start of the deciding window. */
    since: instant,
    text,
    author_id: nullableField(references(integer, 'account', 'SET NULL')),
    /** Name of the author when it was written. */
    author: text,
    created_at: instant,
  },
  indexes: [
    'CREATE INDEX alarm_note_run ON alarm_note (customer_id, alarm_id, element_id, since)',
    'CREATE INDEX alarm_note_time ON alarm_note (customer_id, created_at)',
  ],
});

/** What users note on charts, about a customer or one of its elements. */
export const annotation = relation({
  name: 'annotation',
  columns: {
    id: key,
    customer_id: references(integer, 'customer'),
    /** No references: annotations are history. The element at the site where it was then; null: the customer. */
    element_id: nullableField(integer),
    site_id: nullableField(integer),
    starts_at: instant,
    /** Null: a moment. */
    ends_at: nullableField(instant),
    text,
    author_id: nullableField(references(integer, 'account', 'SET NULL')),
    /** Name of the author when it was written. */
    author: text,
    version: withDefault(integer, '1'),
    created_at: withDefault(instant, 'now()'),
    updated_at: withDefault(instant, 'now()'),
  },
  constraints: ['CHECK (ends_at > starts_at)'],
  indexes: ['CREATE INDEX annotation_time ON annotation (customer_id, starts_at)'],
});

const entryKind: Field<'note' | 'owner'> = { sql: text.sql, optional: false };
const assigneeKind: Field<'user' | 'role'> = { sql: text.sql, optional: false };

/** A note at an incident, or who takes care of it from then on. Rows are added, never changed. */
export const incidentEntry = relation({
  name: 'incident_entry',
  columns: {
    id: key,
    customer_id: references(integer, 'customer'),
    /** No references: entries are history, as the events of the alarms are. */
    site_id: integer,
    /** 0 at a site. */
    cluster_id: integer,
    /** A time within the incident: the raise of its last alarm, as of the entry. */
    at: instant,
    /** The definitions of its alarms: an entry is shown to those who see all of them. */
    alarms: integers,
    kind: entryKind,
    /** The note, or the name of the owner. */
    text,
    /** Of the owner; null: of a note, or no one. */
    assignee_kind: nullableField(assigneeKind),
    assignee_id: nullableField(integer),
    author_id: nullableField(references(integer, 'account', 'SET NULL')),
    /** Name of the author when it was written. */
    author: text,
    created_at: instant,
  },
  constraints: [`CHECK (kind IN ('note', 'owner'))`],
  indexes: ['CREATE INDEX incident_entry_place ON incident_entry (customer_id, site_id, cluster_id, at)'],
});

/** A filter of the running alarms of a customer. */
export const savedFilter = relation({
  name: 'saved_filter',
  columns: {
    id: key,
    /** Null: across customers. */
    customer_id: nullableField(references(integer, 'customer')),
    /** Whose it is: it goes with the account. */
    account_id: references(integer, 'account'),
    name: text,
    search: json<FilterSearch>(),
    shared: withDefault(flag, 'false'),
    version: withDefault(integer, '1'),
  },
  indexes: [
    uniqueIgnoringCase('saved_filter', 'name', { within: ['account_id', 'coalesce(customer_id, 0)'] }),
    'CREATE INDEX saved_filter_customer ON saved_filter (customer_id)',
  ],
});

/** The saved filter that a user starts with. */
export const savedFilterDefault = relation({
  name: 'saved_filter_default',
  columns: {
    account_id: references(integer, 'account'),
    /** Customer of the filter; 0: across customers. */
    scope: integer,
    filter_id: references(integer, 'saved_filter'),
  },
  constraints: ['PRIMARY KEY (account_id, scope)'],
  indexes: ['CREATE INDEX saved_filter_default_filter ON saved_filter_default (filter_id)'],
});
