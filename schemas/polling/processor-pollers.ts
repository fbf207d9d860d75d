import { enterprise, type DevicePoller } from './device-poller.ts';

const CPM = '1.3.6.1.4.1.9.9.109.1.1.1.1';
/** jnxOperatingTable: the first index is the component type, 9 is the routing engine. */
const JUNIPER = '1.3.6.1.4.1.2636.3.1.13.1';
const ROUTING_ENGINE = '9';
const HUAWEI_ENTITY = '1.3.6.1.4.1.2011.5.25.31.1.1.1.1';
const ONEACCESS_CPU = '1.3.6.1.4.1.13191.10.3.3.1.2';
const HOST_PROCESSOR = '1.3.6.1.2.1.25.3.3.1';
const UCD = '1.3.6.1.4.1.2021';

/** Load in percent, without facts. */
const load = (rows: string) =>
  ({ subject: 'processor', rows, facts: {}, values: { load: rows }, procedure: 'meanLoad' }) as const;

/**
 * Load of boards in percent. ENTITY-MIB lists ports, fans and slots too, whose load is always 0: a board with a processor
 * is one that uses memory.
 */
const boardLoad = (table: string, { loads, memory }: { readonly loads: number; readonly memory: number }) =>
  ({
    subject: 'processor',
    rows: `${table}.${String(memory)}`,
    facts: { memory: `${table}.${String(memory)}` },
    values: { load: `${table}.${String(loads)}` },
    procedure: 'meanLoad',
  }) as const;

/** hh3cEntityExtStateTable, which Comware has under three enterprises with names of their own. */
export const comwareTables = [
  {
    key: 'h3c',
    enterprises: [enterprise.h3c],
    prefix: 'hh3c',
    mib: 'HH3C-ENTITY-EXT-MIB',
    table: '1.3.6.1.4.1.25506.2.6.1.1.1.1',
  },
  {
    key: 'h3c-huawei',
    enterprises: [enterprise.huawei],
    prefix: 'h3c',
    mib: 'H3C-ENTITY-EXT-MIB',
    table: '1.3.6.1.4.1.2011.10.2.6.1.1.1.1',
  },
  {
    key: 'h3c-hp',
    enterprises: [enterprise.hp],
    prefix: 'hpnicf',
    mib: 'HPN-ICF-ENTITY-EXT-MIB',
    table: '1.3.6.1.4.1.11.2.14.11.15.2.6.1.1.1.1',
  },
] as const;

const comware = comwareTables.map(({ key, enterprises, prefix, mib, table }): DevicePoller => ({
  key: `${key}-processor`,
  name: `${prefix}EntityExtCpuUsage of boards (${mib})`,
  enterprises,
  ...boardLoad(table, { loads: 6, memory: 8 }),
}));

export const processorPollers: readonly DevicePoller[] = [
  {
    key: 'cisco-process',
    name: 'cpmCPUTotal5minRev (CISCO-PROCESS-MIB)',
    enterprises: [enterprise.cisco],
    ...load(`${CPM}.8`),
  },
  {
    key: 'juniper-processor',
    name: 'jnxOperatingCPU of routing engines (JUNIPER-MIB)',
    enterprises: [enterprise.juniper],
    ...load(`${JUNIPER}.8.${ROUTING_ENGINE}`),
    values: {
      load: `${JUNIPER}.8.${ROUTING_ENGINE}`,
      operatingState: `${JUNIPER}.6.${ROUTING_ENGINE}`,
    },
  },
  {
    key: 'fortigate-processor',
    name: 'fgSysCpuUsage (FORTINET-FORTIGATE-MIB)',
    enterprises: [enterprise.fortinet],
    ...load('1.3.6.1.4.1.12356.101.4.1.3'),
  },
  {
    key: 'sonicwall-processor',
    name: 'sonicCurrentCPUUtil (SONICWALL-FIREWALL-IP-STATISTICS-MIB)',
    enterprises: [enterprise.sonicWall],
    ...load('1.3.6.1.4.1.8741.1.3.1.3'),
  },
  {
    key: 'oneaccess-cores',
    name: 'oacSysCpuUsedOneMinuteValue of cores (ONEACCESS-SYS-MIB)',
    enterprises: [enterprise.oneAccess],
    ...load(`${ONEACCESS_CPU}.3.1.4`),
  },
  {
    // OneOS before the table of cores.
    key: 'oneaccess-processor',
    name: 'oacSysCpuUsed (ONEACCESS-SYS-MIB)',
    enterprises: [enterprise.oneAccess],
    ...load(`${ONEACCESS_CPU}.1`),
  },
  {
    key: 'timetra-processor',
    name: 'sgiCpuUsage (TIMETRA-SYSTEM-MIB)',
    enterprises: [enterprise.timetra],
    ...load('1.3.6.1.4.1.6527.3.1.2.1.1.1'),
  },
  {
    key: 'viptela-processor',
    name: 'systemStatusCpuIdle (VIPTELA-OPER-SYSTEM)',
    enterprises: [enterprise.viptela],
    subject: 'processor',
    rows: '1.3.6.1.4.1.41916.11.1.16',
    facts: {},
    values: { idle: '1.3.6.1.4.1.41916.11.1.16' },
    procedure: 'loadOfIdle',
  },
  {
    key: 'huawei-processor',
    name: 'hwEntityCpuUsage of boards (HUAWEI-ENTITY-EXTENT-MIB)',
    enterprises: [enterprise.huawei],
    ...boardLoad(HUAWEI_ENTITY, { loads: 5, memory: 7 }),
  },
  ...comware,
  {
    key: 'host-processor',
    name: 'hrProcessorLoad (HOST-RESOURCES-MIB)',
    ...load(`${HOST_PROCESSOR}.2`),
    // Linux agents report rows without load in their first minute.
    rows: `${HOST_PROCESSOR}.1`,
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
