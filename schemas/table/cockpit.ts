import type { CockpitDocument } from '../cockpit/version.ts';
import {
  withDefault,
  double,
  flag,
  instant,
  integer,
  json,
  key,
  nullableField,
  references,
  relation,
  text,
  texts,
  uniqueIgnoringCase,
} from './relation.ts';

/** Definition of an alarm. Running instances and history carry its id. */
export const cockpitAlarm = relation({
  name: 'cockpit_alarm',
  columns: {
    id: key,
    cockpit_id: references(integer, 'resource'),
    label: text,
    /** Key of the KPI (`schemas/kpi/library.ts`). */
    kpi: text,
    operator: text,
    threshold: double,
    severity: text,
    outliers: integer,
    measures: integer,
    enabled: withDefault(flag, 'true'),
    snmp_trap: withDefault(flag, 'false'),
    /** `everyone` or `RESTRICTED`. */
    visibility: withDefault(text, "'everyone'"),
    /** Incremented by each change, including those of its thresholds. */
    version: withDefault(integer, '1'),
    author_id: nullableField(references(integer, 'account', 'SET NULL')),
    updated_at: withDefault(instant, 'now()'),
    /** Topology context in notifications (`schemas/cockpit/topology.ts`). */
    topology_levels: withDefault(texts, "'{site}'"),
    topology_filter: withDefault(text, "''"),
    /** Kind of element that it evaluates (`schemas/cockpit/target.ts`); null: that of its KPI. */
    target: nullableField(text),
    /** See `schemas/cockpit/clearing.ts`. */
    clear_after: withDefault(integer, '1'),
    no_data_minutes: withDefault(integer, '0'),
    acknowledgement_minutes: withDefault(integer, '0'),
    /** Address or text (`schemas/cockpit/runbook.ts`); empty: none. */
    runbook: withDefault(text, "''"),
    /** Within these customers set the threshold (`schemas/cockpit/customer-bounds.ts`); null: they do not. */
    bound_min: nullableField(double),
    bound_max: nullableField(double),
    /** A running alarm becomes as severe from these on (`schemas/cockpit/level/severity-levels.ts`); null: it does not. */
    major_threshold: nullableField(double),
    critical_threshold: nullableField(double),
  },
  constraints: [
    `CHECK (operator IN ('>', '>=', '<', '<=', '=', '!='))`,
    `CHECK (severity IN ('critical', 'major', 'minor'))`,
    `CHECK (visibility IN ('everyone', 'RESTRICTED'))`,
    'CHECK (outliers BETWEEN 1 AND measures AND measures <= 32)',
    'CHECK (clear_after BETWEEN 1 AND 32)',
    'CHECK (no_data_minutes BETWEEN 0 AND 720)',
    'CHECK (acknowledgement_minutes BETWEEN 0 AND 60)',
    `CHECK (severity = 'minor' OR major_threshold IS NULL)`,
    `CHECK (severity <> 'critical' OR critical_threshold IS NULL)`,
    'CHECK ((bound_min IS NULL) = (bound_max IS NULL) AND bound_min <= bound_max)',
    'UNIQUE NULLS NOT DISTINCT (cockpit_id, kpi, operator, threshold, severity, outliers, measures, target)',
  ],
});

/** A threshold of a customer or an element that replaces the alarm's own; the element has precedence. */
export const alarmThreshold = relation({
  name: 'alarm_threshold',
  columns: {
    alarm_id: references(integer, 'cockpit_alarm'),
    customer_id: nullableField(references(integer, 'customer')),
    element_id: nullableField(references(integer, 'network_element')),
    value: double,
  },
  constraints: [
    'CHECK ((customer_id IS NULL) <> (element_id IS NULL))',
    'UNIQUE NULLS NOT DISTINCT (alarm_id, customer_id, element_id)',
  ],
});

/** A threshold that a customer has set within the bounds of the alarm; it replaces that of the provider for the customer. */
export const alarmCustomerThreshold = relation({
  name: 'alarm_customer_threshold',
  columns: {
    alarm_id: references(integer, 'cockpit_alarm'),
    customer_id: references(integer, 'customer'),
    value: double,
    /** By the provider: the customer cannot change it. */
    frozen: withDefault(flag, 'false'),
    author_id: nullableField(references(integer, 'account', 'SET NULL')),
    updated_at: withDefault(instant, 'now()'),
  },
  constraints: ['PRIMARY KEY (alarm_id, customer_id)'],
});

/** Accounts that see the alarms restricted to the group. */
export const alarmGroup = relation({
  name: 'alarm_group',
  columns: {
    id: key,
    name: text,
    version: withDefault(integer, '1'),
    /** Account that created it, also after its deletion: ids are not reused. */
    owner_id: nullableField(integer),
  },
  indexes: [uniqueIgnoringCase('alarm_group', 'name')],
});

export const alarmGroupAccount = relation({
  name: 'alarm_group_account',
  columns: { group_id: references(integer, 'alarm_group'), account_id: references(integer, 'account') },
  constraints: ['PRIMARY KEY (group_id, account_id)'],
  indexes: ['CREATE INDEX alarm_group_account_account ON alarm_group_account (account_id)'],
});

export const cockpitAlarmGroup = relation({
  name: 'cockpit_alarm_group',
  columns: {
    alarm_id: references(integer, 'cockpit_alarm'),
    group_id: references(integer, 'alarm_group', 'RESTRICT'),
  },
  constraints: ['PRIMARY KEY (alarm_id, group_id)'],
});

/** Recently opened cockpits of a user. */
export const cockpitOpened = relation({
  name: 'cockpit_opened',
  columns: {
    account_id: references(integer, 'account'),
    cockpit_id: references(integer, 'resource'),
    opened_at: instant,
  },
  constraints: ['PRIMARY KEY (account_id, cockpit_id)'],
});

/** What a cockpit was after each change (`schemas/cockpit/version.ts`). */
export const cockpitVersion = relation({
  name: 'cockpit_version',
  columns: {
    cockpit_id: references(integer, 'resource'),
    /** Counts from 1 in each cockpit. */
    number: integer,
    author_id: nullableField(references(integer, 'account', 'SET NULL')),
    at: instant,
    /** The version that was restored; null: the cockpit was changed. */
    restored: nullableField(integer),
    document: json<CockpitDocument>(),
  },
  constraints: ['PRIMARY KEY (cockpit_id, number)'],
});
