import type { ProcedureName } from './procedures.ts';

/** What is asked of a device beside its interfaces. A poller is data: it names a procedure, and has no code. */
export interface DevicePoller {
  readonly name: string;
  /** Of the pollers of one subject the first is used that the device has rows for. */
  readonly subject: 'processor' | 'memory' | 'disk' | 'probe';
  /** Column whose rows are the rows of the poller. */
  readonly rows: string;
  /** Columns that are read with `rows`, once an hour. */
  readonly facts: Readonly<Record<string, string>>;
  /** Columns that are read in every poll. */
  readonly values: Readonly<Record<string, string>>;
  readonly procedure: ProcedureName;
}

const CISCO = '1.3.6.1.4.1.9.9';
const CPM = `${CISCO}.109.1.1.1.1`;
const MEMORY_POOL = `${CISCO}.48.1.1.1`;
const ENHANCED_POOL = `${CISCO}.221.1.1.1.1`;
const RTTMON = `${CISCO}.42.1`;
const HOST = '1.3.6.1.2.1.25';
const STORAGE = `${HOST}.2.3.1`;
const UCD = '1.3.6.1.4.1.2021';

const storage = {
  rows: `${STORAGE}.2`,
  facts: { type: `${STORAGE}.2`, unit: `${STORAGE}.4` },
  values: { size: `${STORAGE}.5`, used: `${STORAGE}.6` },
} as const;

/** A scalar is a column whose one row has the index 0. */
export const devicePollers: readonly DevicePoller[] = [
  {
    name: 'cpmCPUTotal5minRev (CISCO-PROCESS-MIB)',
    subject: 'processor',
    rows: `${CPM}.8`,
    facts: {},
    values: { load: `${CPM}.8` },
    procedure: 'mean load',
  },
  {
    name: 'hrProcessorLoad (HOST-RESOURCES-MIB)',
    subject: 'processor',
    // Linux agents have no load in their first minute, but the rows.
    rows: `${HOST}.3.3.1.1`,
    facts: {},
    values: { load: `${HOST}.3.3.1.2` },
    procedure: 'mean load',
  },
  {
    name: 'ssCpuIdle (UCD-SNMP-MIB)',
    subject: 'processor',
    rows: `${UCD}.11.11`,
    facts: {},
    values: { idle: `${UCD}.11.11` },
    procedure: 'load of idle',
  },
  {
    name: 'cempMemPoolHC (CISCO-ENHANCED-MEMPOOL-MIB)',
    subject: 'memory',
    rows: `${ENHANCED_POOL}.18`,
    facts: {},
    values: { used: `${ENHANCED_POOL}.18`, free: `${ENHANCED_POOL}.20` },
    procedure: 'memory used and free',
  },
  {
    name: 'ciscoMemoryPool (CISCO-MEMORY-POOL-MIB)',
    subject: 'memory',
    rows: `${MEMORY_POOL}.5`,
    facts: {},
    values: { used: `${MEMORY_POOL}.5`, free: `${MEMORY_POOL}.6` },
    procedure: 'memory used and free',
  },
  {
    name: 'memory (UCD-SNMP-MIB)',
    subject: 'memory',
    rows: `${UCD}.4.5`,
    facts: {},
    values: { total: `${UCD}.4.5`, available: `${UCD}.4.6`, buffers: `${UCD}.4.14`, cached: `${UCD}.4.15` },
    procedure: 'memory of UCD',
  },
  {
    name: 'hrStorage, RAM (HOST-RESOURCES-MIB)',
    subject: 'memory',
    ...storage,
    procedure: 'memory of storage',
  },
  {
    name: 'hrStorage, fixed disks (HOST-RESOURCES-MIB)',
    subject: 'disk',
    ...storage,
    procedure: 'disk of storage',
  },
  {
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
    procedure: 'IP SLA',
  },
];
