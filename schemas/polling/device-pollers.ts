import type { TableProcedure } from './procedure.ts';

/** A built-in poller of device objects other than interfaces. */
export interface DevicePoller {
  /** Stored when the poller is disabled, so it never changes. */
  readonly key: string;
  readonly name: string;
  /** Of the pollers with one subject, the first with rows on the device is used. */
  readonly subject: 'processor' | 'memory' | 'disk' | 'probe';
  /** Column that defines the rows of the poller. */
  readonly rows: string;
  /** Columns read with `rows`, once an hour. */
  readonly facts: Readonly<Record<string, string>>;
  /** Columns read in every poll. */
  readonly values: Readonly<Record<string, string>>;
  readonly procedure:
    | Exclude<
        TableProcedure,
        | 'classTotals'
        | 'lineSpeed'
        | 'probeStatistics'
        | 'tunnelState'
        | 'healthChecks'
        | 'sensorValues'
        | 'bgpPeers'
      >
    | 'meanLoad';
}

const CISCO = '1.3.6.1.4.1.9.9';
const CPM = `${CISCO}.109.1.1.1.1`;
const MEMORY_POOL = `${CISCO}.48.1.1.1`;
const ENHANCED_POOL = `${CISCO}.221.1.1.1.1`;
const RTTMON = `${CISCO}.42.1`;
const HOST = '1.3.6.1.2.1.25';
const STORAGE = `${HOST}.2.3.1`;
const UCD = '1.3.6.1.4.1.2021';
/** jnxOperatingTable: the first index is the component type, 9 is the routing engine. */
const JUNIPER = '1.3.6.1.4.1.2636.3.1.13.1';
const ROUTING_ENGINE = '9';
const FORTIGATE = '1.3.6.1.4.1.12356.101.4.1';
const TIMETRA = '1.3.6.1.4.1.6527.3.1.2.1.1';

const storage = {
  rows: `${STORAGE}.2`,
  facts: { type: `${STORAGE}.2`, unit: `${STORAGE}.4` },
  values: { size: `${STORAGE}.5`, used: `${STORAGE}.6` },
} as const;

/** Load in percent, without facts. */
const load = (rows: string) =>
  ({ subject: 'processor', rows, facts: {}, values: { load: rows }, procedure: 'meanLoad' }) as const;

const processors: readonly DevicePoller[] = [
  { key: 'cisco-process', name: 'cpmCPUTotal5minRev (CISCO-PROCESS-MIB)', ...load(`${CPM}.8`) },
  {
    key: 'juniper-processor',
    name: 'jnxOperatingCPU of routing engines (JUNIPER-MIB)',
    ...load(`${JUNIPER}.8.${ROUTING_ENGINE}`),
  },
  {
    key: 'fortigate-processor',
    name: 'fgSysCpuUsage (FORTINET-FORTIGATE-MIB)',
    ...load(`${FORTIGATE}.3`),
  },
  { key: 'timetra-processor', name: 'sgiCpuUsage (TIMETRA-SYSTEM-MIB)', ...load(`${TIMETRA}.1`) },
  {
    key: 'host-processor',
    name: 'hrProcessorLoad (HOST-RESOURCES-MIB)',
    ...load(`${HOST}.3.3.1.2`),
    // Linux agents report rows without load in their first minute.
    rows: `${HOST}.3.3.1.1`,
  },
  {
    key: 'ucd-processor',
    name: 'ssCpuIdle (UCD-SNMP-MIB)',
    subject: 'processor',
    rows: `${UCD}.11.11`,
    facts: {},
    values: { idle: `${UCD}.11.11` },
    procedure: 'loadOfIdle',
  },
];

const memories: readonly DevicePoller[] = [
  {
    key: 'cisco-enhanced-memory',
    name: 'cempMemPoolHC (CISCO-ENHANCED-MEMPOOL-MIB)',
    subject: 'memory',
    rows: `${ENHANCED_POOL}.18`,
    facts: {},
    values: { used: `${ENHANCED_POOL}.18`, free: `${ENHANCED_POOL}.20` },
    procedure: 'memoryUsedAndFree',
  },
  {
    key: 'cisco-memory',
    name: 'ciscoMemoryPool (CISCO-MEMORY-POOL-MIB)',
    subject: 'memory',
    rows: `${MEMORY_POOL}.5`,
    facts: {},
    values: { used: `${MEMORY_POOL}.5`, free: `${MEMORY_POOL}.6` },
    procedure: 'memoryUsedAndFree',
  },
  {
    key: 'juniper-memory',
    name: 'jnxOperatingBuffer of routing engines (JUNIPER-MIB)',
    subject: 'memory',
    rows: `${JUNIPER}.11.${ROUTING_ENGINE}`,
    facts: { bytes: `${JUNIPER}.10.${ROUTING_ENGINE}` },
    values: { percent: `${JUNIPER}.11.${ROUTING_ENGINE}` },
    procedure: 'memoryOfPercent',
  },
  {
    key: 'fortigate-memory',
    name: 'fgSysMemUsage (FORTINET-FORTIGATE-MIB)',
    subject: 'memory',
    rows: `${FORTIGATE}.4`,
    facts: { kibibytes: `${FORTIGATE}.5` },
    values: { percent: `${FORTIGATE}.4` },
    procedure: 'memoryOfPercent',
  },
  {
    key: 'timetra-memory',
    name: 'sgiMemoryUsed (TIMETRA-SYSTEM-MIB)',
    subject: 'memory',
    rows: `${TIMETRA}.2`,
    facts: {},
    values: { used: `${TIMETRA}.2`, free: `${TIMETRA}.3` },
    procedure: 'memoryUsedAndFree',
  },
  {
    key: 'ucd-memory',
    name: 'memory (UCD-SNMP-MIB)',
    subject: 'memory',
    rows: `${UCD}.4.5`,
    facts: {},
    values: { total: `${UCD}.4.5`, available: `${UCD}.4.6`, buffers: `${UCD}.4.14`, cached: `${UCD}.4.15` },
    procedure: 'memoryOfUcd',
  },
  {
    key: 'host-memory',
    name: 'hrStorage, RAM (HOST-RESOURCES-MIB)',
    subject: 'memory',
    ...storage,
    procedure: 'memoryOfStorage',
  },
];

/** A scalar is a column with one row of index 0. */
export const devicePollers: readonly DevicePoller[] = [
  ...processors,
  ...memories,
  {
    key: 'host-disk',
    name: 'hrStorage, fixed disks (HOST-RESOURCES-MIB)',
    subject: 'disk',
    ...storage,
    procedure: 'diskOfStorage',
  },
  {
    key: 'ip-sla',
    name: 'IP SLA (CISCO-RTTMON-MIB)',
    subject: 'probe',
    rows: `${RTTMON}.2.1.1.4`,
    facts: { kind: `${RTTMON}.2.1.1.4`, precision: `${RTTMON}.2.2.1.37` },
    values: {
      state: `${RTTMON}.2.9.1.10`,
      time: `${RTTMON}.2.10.1.1`,
      sense: `${RTTMON}.2.10.1.2`,
      rttCount: `${RTTMON}.5.2.1.1`,
      rttSum: `${RTTMON}.5.2.1.2`,
    },
    procedure: 'ipSla',
  },
];
