import {
  byDefault,
  double,
  flag,
  instant,
  integer,
  key,
  orNull,
  references,
  relation,
  text,
  unique,
} from './relation.ts';

export const cockpit = relation({
  name: 'cockpit',
  fields: {
    id: key,
    name: unique(text),
    description: byDefault(text, "''"),
    created_at: byDefault(instant, 'now()'),
    updated_at: byDefault(instant, 'now()'),
  },
});

/** Definition of an alarm. Its id is that of the running instances and of the history. */
export const cockpitAlarm = relation({
  name: 'cockpit_alarm',
  fields: {
    id: key,
    cockpit_id: references(integer, 'cockpit'),
    label: text,
    /** Key of the KPI (`schemas/kpi/library.ts`). */
    kpi: text,
    operator: text,
    threshold: double,
    severity: text,
    outliers: integer,
    measures: integer,
    enabled: byDefault(flag, 'true'),
    snmp_trap: byDefault(flag, 'false'),
    /** `everyone` or `RESTRICTED`. */
    visibility: byDefault(text, "'everyone'"),
  },
  constraints: [
    `CHECK (operator IN ('>', '>=', '<', '<=', '=', '!='))`,
    `CHECK (severity IN ('critical', 'major', 'minor'))`,
    `CHECK (visibility IN ('everyone', 'RESTRICTED'))`,
    'CHECK (outliers BETWEEN 1 AND measures AND measures <= 32)',
    'UNIQUE (cockpit_id, kpi, operator, threshold, severity, outliers, measures)',
  ],
});

/** A threshold of a customer or of one element in place of the alarm's own; the element wins. */
export const alarmThreshold = relation({
  name: 'alarm_threshold',
  fields: {
    alarm_id: references(integer, 'cockpit_alarm'),
    customer_id: orNull(references(integer, 'customer')),
    element_id: orNull(references(integer, 'network_element')),
    value: double,
  },
  constraints: [
    'CHECK ((customer_id IS NULL) <> (element_id IS NULL))',
    'UNIQUE NULLS NOT DISTINCT (alarm_id, customer_id, element_id)',
  ],
});
