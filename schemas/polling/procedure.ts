import type { CounterKey } from '../counter/catalogue.ts';

/**
 * Everything that a script `procedure(XXX)` may be: a poller is data and brings no code. These make one value of the rows
 * of one column, and anybody may name them.
 */
export const columnProcedures = {
  sum: { level: 'device' },
  mean: { level: 'device' },
  minimum: { level: 'device' },
  maximum: { level: 'device' },
  /** How many rows there are. */
  count: { level: 'device' },
  first: { level: 'device' },
  /** Mean of percents, in hundredths of a percent: the unit of the counter `cpu`. */
  meanLoad: { level: 'device' },
  /** A hundred times the value: what has decimals is stored as a whole number. */
  hundredths: { level: 'any' },
} as const satisfies Record<string, { readonly level: 'device' | 'any' }>;
export type ColumnProcedure = keyof typeof columnProcedures;

/** These read several columns by their names: only built-in pollers have them. By name, the counters that they give. */
export const tableProcedures = {
  loadOfIdle: ['cpu'],
  memoryUsedAndFree: ['memory_used', 'memory_total'],
  memoryOfPercent: ['memory_used', 'memory_total'],
  memoryOfStorage: ['memory_used', 'memory_total'],
  memoryOfUcd: ['memory_used', 'memory_total'],
  diskOfStorage: ['disk_used', 'disk_total'],
  /** Of each probe that is an element; of all together where the inventory has none of the device. */
  ipSla: [
    'probe_operations',
    'probe_ok',
    'probe_rtt',
    'probe_answers',
    'probe_lost',
    'probe_jitter',
    'probe_mos',
    'sla_probes',
    'sla_ok',
    'sla_rtt',
  ],
  /** All operations of a probe since the last poll in the place of its latest one, where the device keeps statistics by the hour. */
  probeStatistics: [
    'probe_operations',
    'probe_ok',
    'probe_rtt',
    'probe_answers',
    'probe_lost',
    'probe_lost_out',
    'probe_lost_back',
    'probe_late',
    'probe_disordered',
    'probe_jitter',
    'probe_delay_out',
    'probe_delay_back',
  ],
  classTotals: [
    'class_offered_octets',
    'class_sent_octets',
    'class_offered_packets',
    'class_dropped_packets',
    'class_dropped_octets',
    'class_queue_depth',
    'class_bandwidth',
    'qos_offered_octets',
    'qos_sent_octets',
    'qos_offered_packets',
    'qos_dropped_packets',
  ],
  tunnelState: ['tunnel_up'],
  lineSpeed: ['speed'],
} as const satisfies Record<string, readonly CounterKey[]>;
export type TableProcedure = keyof typeof tableProcedures;

const SCRIPT = /^procedure\(([A-Za-z]\w*)\)$/;

/** The name within `procedure(XXX)`; undefined for a text that does not look so. */
export const procedureIn = (script: string): string | undefined => SCRIPT.exec(script.trim())?.[1];

export const isColumnProcedure = (name: string): name is ColumnProcedure =>
  Object.hasOwn(columnProcedures, name);

export const scriptOf = (procedure: ColumnProcedure | TableProcedure): string => `procedure(${procedure})`;
