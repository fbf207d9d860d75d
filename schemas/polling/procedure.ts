import type { CounterKey } from '../counter/catalogue.ts';

/**
 * The closed list of procedures in scripts `procedure(XXX)`: pollers contain no code. These aggregate the rows of one column and
 * are available to every poller.
 */
export const columnProcedures = {
  sum: { level: 'device' },
  mean: { level: 'device' },
  minimum: { level: 'device' },
  maximum: { level: 'device' },
  /** Number of rows. */
  count: { level: 'device' },
  first: { level: 'device' },
  /** Mean of percentages in hundredths of a percent, the unit of the counter `cpu`. */
  meanLoad: { level: 'device' },
  /** The value times 100, to store decimals as an integer. */
  hundredths: { level: 'any' },
} as const satisfies Record<string, { readonly level: 'device' | 'any' }>;
export type ColumnProcedure = keyof typeof columnProcedures;

/** Procedures over several columns, reserved for built-in pollers, with the counters they provide. */
export const tableProcedures = {
  loadOfIdle: ['cpu'],
  memoryUsedAndFree: ['memory_used', 'memory_total'],
  /** Without pools that are part of another pool. */
  memoryOfPools: ['memory_used', 'memory_total'],
  memoryOfPercent: ['memory_used', 'memory_total'],
  /** Of a device that does not state its size: in hundredths of it. */
  memoryOfShare: ['memory_used', 'memory_total'],
  memoryOfStorage: ['memory_used', 'memory_total'],
  /** Without buffers and page cache. */
  memoryOfLinux: ['memory_used', 'memory_total'],
  diskOfStorage: ['disk_used', 'disk_total'],
  /** Per probe element, or for all probes of a device without probe elements. */
  ipSla: [
    'probe_operations',
    'probe_ok',
    'probe_rtt',
    'probe_rtt_count',
    'probe_lost',
    'probe_jitter',
    'probe_mos',
    'sla_probes',
    'sla_ok',
    'sla_rtt',
  ],
  /** All operations of a probe since the last poll instead of the latest one, if the device keeps hourly statistics. */
  probeStatistics: [
    'probe_operations',
    'probe_ok',
    'probe_rtt',
    'probe_rtt_count',
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
  /** Alive, latency, jitter and loss per member and health check of a FortiGate's SD-WAN. */
  healthChecks: ['tunnel_up', 'tunnel_latency', 'tunnel_jitter', 'tunnel_loss'],
  /** Temperatures, fans and power supplies. */
  sensorValues: ['sensor_celsius', 'sensor_rpm', 'sensor_watts', 'sensor_ok'],
  bgpPeers: ['peer_up', 'peer_transitions', 'peer_in_updates', 'peer_out_updates', 'peer_uptime'],
  lineSpeed: ['speed'],
} as const satisfies Record<string, readonly CounterKey[]>;
export type TableProcedure = keyof typeof tableProcedures;

const SCRIPT = /^procedure\(([A-Za-z]\w*)\)$/;

/** Returns the name within `procedure(XXX)`, undefined for other texts. */
export const procedureIn = (script: string): string | undefined => SCRIPT.exec(script.trim())?.[1];

export const isColumnProcedure = (name: string): name is ColumnProcedure =>
  Object.hasOwn(columnProcedures, name);

export const scriptOf = (procedure: ColumnProcedure | TableProcedure): string => `procedure(${procedure})`;
