import { enterprise, type DevicePoller } from './device-poller.ts';
import { comwareTables } from './processor-pollers.ts';

const CISCO = '1.3.6.1.4.1.9.9';
const CPM = `${CISCO}.109.1.1.1.1`;
const MEMORY_POOL = `${CISCO}.48.1.1.1`;
const ENHANCED_POOL = `${CISCO}.221.1.1.1.1`;
const JUNIPER = '1.3.6.1.4.1.2636.3.1.13.1';
const ROUTING_ENGINE = '9';
const FORTIGATE = '1.3.6.1.4.1.12356.101.4.1';
const TIMETRA = '1.3.6.1.4.1.6527.3.1.2.1.1';
const VIPTELA = '1.3.6.1.4.1.41916.11.1';
const HUAWEI_ENTITY = '1.3.6.1.4.1.2011.5.25.31.1.1.1.1';
const SONICWALL_RAM = '1.3.6.1.4.1.8741.1.3.1.4';
const ONEACCESS_MEMORY = '1.3.6.1.4.1.13191.10.3.3.1.1';
const STORAGE = '1.3.6.1.2.1.25.2.3.1';
const UCD = '1.3.6.1.4.1.2021';

/** hrStorageTable (RFC 2790). */
export const storageColumns = {
  rows: `${STORAGE}.2`,
  facts: { type: `${STORAGE}.2`, description: `${STORAGE}.3`, unit: `${STORAGE}.4` },
  values: { size: `${STORAGE}.5`, used: `${STORAGE}.6` },
} as const;

const cisco: readonly DevicePoller[] = [
  {
    key: 'cisco-enhanced-memory',
    name: 'cempMemPoolHC (CISCO-ENHANCED-MEMPOOL-MIB)',
    enterprises: [enterprise.cisco],
    subject: 'memory',
    rows: `${ENHANCED_POOL}.18`,
    facts: { name: `${ENHANCED_POOL}.3`, kind: `${ENHANCED_POOL}.2` },
    values: { used: `${ENHANCED_POOL}.18`, free: `${ENHANCED_POOL}.20` },
    procedure: 'memoryOfPools',
  },
  {
    key: 'cisco-memory',
    name: 'ciscoMemoryPool (CISCO-MEMORY-POOL-MIB)',
    enterprises: [enterprise.cisco],
    subject: 'memory',
    rows: `${MEMORY_POOL}.5`,
    facts: { name: `${MEMORY_POOL}.2` },
    values: { used: `${MEMORY_POOL}.5`, free: `${MEMORY_POOL}.6` },
    procedure: 'memoryOfPools',
  },
  {
    // NX-OS has no memory pools.
    key: 'cisco-process-memory',
    name: 'cpmCPUMemory (CISCO-PROCESS-MIB)',
    enterprises: [enterprise.cisco],
    subject: 'memory',
    rows: `${CPM}.12`,
    facts: {},
    values: { usedKibibytes: `${CPM}.12`, freeKibibytes: `${CPM}.13` },
    procedure: 'memoryUsedAndFree',
  },
];

/** Memory of boards by its usage in percent: other parts of ENTITY-MIB report 0. */
const comware = comwareTables.map(({ key, enterprises, prefix, mib, table }): DevicePoller => ({
  key: `${key}-memory`,
  name: `${prefix}EntityExtMemUsage of boards (${mib})`,
  enterprises,
  subject: 'memory',
  rows: `${table}.8`,
  // EntityExtMemSize ends at 4 GiB, EntityExtMemSizeRev has 64 bits.
  facts: { memory: `${table}.8`, wideBytes: `${table}.32`, bytes: `${table}.10` },
  values: { percent: `${table}.8` },
  procedure: 'memoryOfPercent',
}));

const vendors: readonly DevicePoller[] = [
  {
    key: 'juniper-memory',
    name: 'jnxOperatingBuffer of routing engines (JUNIPER-MIB)',
    enterprises: [enterprise.juniper],
    subject: 'memory',
    rows: `${JUNIPER}.11.${ROUTING_ENGINE}`,
    // jnxOperatingDRAMSize counts bytes in 32 bits.
    facts: { mebibytes: `${JUNIPER}.15.${ROUTING_ENGINE}`, narrowBytes: `${JUNIPER}.10.${ROUTING_ENGINE}` },
    values: {
      percent: `${JUNIPER}.11.${ROUTING_ENGINE}`,
      operatingState: `${JUNIPER}.6.${ROUTING_ENGINE}`,
    },
    procedure: 'memoryOfPercent',
  },
  {
    key: 'fortigate-memory',
    name: 'fgSysMemUsage (FORTINET-FORTIGATE-MIB)',
    enterprises: [enterprise.fortinet],
    subject: 'memory',
    rows: `${FORTIGATE}.4`,
    facts: { kibibytes: `${FORTIGATE}.5` },
    values: { percent: `${FORTIGATE}.4` },
    procedure: 'memoryOfPercent',
  },
  {
    key: 'sonicwall-memory',
    name: 'sonicCurrentRAMUtil (SONICWALL-FIREWALL-IP-STATISTICS-MIB)',
    enterprises: [enterprise.sonicWall],
    subject: 'memory',
    rows: SONICWALL_RAM,
    facts: {},
    values: { percent: SONICWALL_RAM },
    procedure: 'memoryOfShare',
  },
  {
    key: 'oneaccess-memory',
    name: 'oacSysMemoryUsed (ONEACCESS-SYS-MIB)',
    enterprises: [enterprise.oneAccess],
    subject: 'memory',
    rows: `${ONEACCESS_MEMORY}.4`,
    facts: { bytes: `${ONEACCESS_MEMORY}.3` },
    values: { percent: `${ONEACCESS_MEMORY}.4` },
    procedure: 'memoryOfPercent',
  },
  {
    key: 'timetra-memory',
    name: 'sgiMemoryUsed, sgiKbMemoryUsed (TIMETRA-SYSTEM-MIB)',
    enterprises: [enterprise.timetra],
    subject: 'memory',
    rows: `${TIMETRA}.2`,
    facts: {},
    values: {
      used: `${TIMETRA}.2`,
      free: `${TIMETRA}.3`,
      usedKibibytes: `${TIMETRA}.9`,
      freeKibibytes: `${TIMETRA}.10`,
    },
    procedure: 'memoryUsedAndFree',
  },
  {
    key: 'viptela-memory',
    name: 'systemStatusMem (VIPTELA-OPER-SYSTEM)',
    enterprises: [enterprise.viptela],
    subject: 'memory',
    rows: `${VIPTELA}.17`,
    facts: {},
    values: {
      total: `${VIPTELA}.17`,
      used: `${VIPTELA}.18`,
      free: `${VIPTELA}.19`,
      buffers: `${VIPTELA}.20`,
      cached: `${VIPTELA}.21`,
    },
    procedure: 'memoryOfLinux',
  },
  {
    key: 'huawei-memory',
    name: 'hwEntityMemUsage of boards (HUAWEI-ENTITY-EXTENT-MIB)',
    enterprises: [enterprise.huawei],
    subject: 'memory',
    rows: `${HUAWEI_ENTITY}.7`,
    // hwEntityMemSize ends at 2 GiB; the percentage refers to it, not to the larger installed memory.
    facts: { memory: `${HUAWEI_ENTITY}.7`, bytes: `${HUAWEI_ENTITY}.9`, mebibytes: `${HUAWEI_ENTITY}.19` },
    values: { percent: `${HUAWEI_ENTITY}.7` },
    procedure: 'memoryOfPercent',
  },
];

export const memoryPollers: readonly DevicePoller[] = [
  ...cisco,
  ...vendors,
  ...comware,
  {
    key: 'ucd-memory',
    name: 'memory (UCD-SNMP-MIB)',
    subject: 'memory',
    rows: `${UCD}.4.5`,
    facts: {},
    values: {
      total: `${UCD}.4.5`,
      free: `${UCD}.4.6`,
      buffers: `${UCD}.4.14`,
      cached: `${UCD}.4.15`,
      available: `${UCD}.4.27`,
    },
    procedure: 'memoryOfLinux',
  },
  {
    key: 'host-memory',
    name: 'hrStorage, RAM (HOST-RESOURCES-MIB)',
    subject: 'memory',
    ...storageColumns,
    procedure: 'memoryOfStorage',
  },
];
