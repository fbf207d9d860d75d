import { counters, type CounterKey } from '../counter/catalogue.ts';
import type { Counter, CounterKind } from '../counter/counter.ts';
import { devicePollers } from './device-pollers.ts';
import type { PollerDefinition, ValueType } from './poller.ts';
import { scriptOf, tableProcedures } from './procedure.ts';

/** A built-in poller: it can be disabled but not changed. */
export interface BuiltInPoller extends Omit<PollerDefinition, 'active'> {
  readonly key: string;
}

const valueTypes: Readonly<Record<CounterKind, ValueType>> = {
  counter64: 'counter64',
  counter32: 'counter32',
  gauge: 'gauge',
  state: 'integer',
  setting: 'gauge',
};

/** Column names of IF-MIB (RFC 2863). */
const columnNames: Partial<Record<CounterKey, string>> = {
  in_octets: 'ifHCInOctets',
  in_unicast: 'ifHCInUcastPkts',
  in_multicast: 'ifHCInMulticastPkts',
  in_broadcast: 'ifHCInBroadcastPkts',
  out_octets: 'ifHCOutOctets',
  out_unicast: 'ifHCOutUcastPkts',
  out_multicast: 'ifHCOutMulticastPkts',
  out_broadcast: 'ifHCOutBroadcastPkts',
  in_discards: 'ifInDiscards',
  in_errors: 'ifInErrors',
  out_discards: 'ifOutDiscards',
  out_errors: 'ifOutErrors',
  admin_up: 'ifAdminStatus',
  oper_up: 'ifOperStatus',
};

/** Key of the built-in poller of a counter. */
export const builtInKeyOf = (counter: string): string => counter.replaceAll('_', '-');

/** One poller for each counter that is a single column of IF-MIB. */
const columnPollers: readonly BuiltInPoller[] = Object.entries(counters).flatMap(
  ([name, { oid, kind, element }]: readonly [string, Counter]): readonly BuiltInPoller[] =>
    oid === undefined || (element !== 'device' && element !== 'interface')
      ? []
      : [
          {
            key: builtInKeyOf(name),
            name: `${columnNames[name as CounterKey] ?? name} (IF-MIB)`,
            level: element,
            oid,
            script: null,
            valueType: valueTypes[kind],
            defaultValue: null,
            incremental: kind === 'counter64' || kind === 'counter32',
            counters: [name],
          },
        ],
);

/** What pollers with a procedure have in common, unless they override it. */
const scripted = { script: null, valueType: 'gauge', defaultValue: null, incremental: false } as const;

/** Keys of the pollers that read a table by a procedure: interface speed, and the components of a device. */
export const LINE_SPEED = 'line-speed';
export const QOS_CLASSES = 'qos-classes';
export const IP_SLA = 'ip-sla';
export const IP_SLA_STATISTICS = 'ip-sla-statistics';
export const TUNNEL_STATE = 'tunnel-state';
export const HEALTH_CHECKS = 'sd-wan-health-checks';
export const SENSORS = 'sensors';
export const BGP_PEERS = 'bgp-peers';

export const builtInPollers: readonly BuiltInPoller[] = [
  ...columnPollers,
  {
    ...scripted,
    key: LINE_SPEED,
    name: 'ifSpeed, ifHighSpeed (IF-MIB)',
    level: 'interface',
    oid: '1.3.6.1.2.1.31.1.1.1.15',
    script: scriptOf('lineSpeed'),
    counters: [...tableProcedures.lineSpeed],
  },
  {
    ...scripted,
    key: QOS_CLASSES,
    name: 'cbQosCMStats (CISCO-CLASS-BASED-QOS-MIB)',
    level: 'interface',
    oid: '1.3.6.1.4.1.9.9.166.1.15.1.1',
    script: scriptOf('classTotals'),
    valueType: 'counter64',
    incremental: true,
    counters: [...tableProcedures.classTotals],
  },
  {
    ...scripted,
    key: TUNNEL_STATE,
    name: 'ifOperStatus of tunnels (IF-MIB, TUNNEL-MIB)',
    level: 'interface',
    oid: '1.3.6.1.2.1.2.2.1.8',
    script: scriptOf('tunnelState'),
    valueType: 'integer',
    counters: [...tableProcedures.tunnelState],
  },
  {
    ...scripted,
    key: HEALTH_CHECKS,
    name: 'fgVWLHealthCheckLink (FORTINET-FORTIGATE-MIB)',
    level: 'device',
    oid: '1.3.6.1.4.1.12356.101.4.9.2.1',
    script: scriptOf('healthChecks'),
    counters: [...tableProcedures.healthChecks],
  },
  {
    ...scripted,
    key: SENSORS,
    name: 'Temperature, fans, power supplies (ENTITY-SENSOR-MIB, ENTITY-STATE-MIB, vendors)',
    level: 'device',
    oid: '1.3.6.1.2.1.99.1.1.1.4',
    script: scriptOf('sensorValues'),
    counters: [...tableProcedures.sensorValues],
  },
  {
    ...scripted,
    key: BGP_PEERS,
    name: 'bgpPeer (BGP4-MIB, vendors)',
    level: 'device',
    oid: '1.3.6.1.2.1.15.3.1.2',
    script: scriptOf('bgpPeers'),
    counters: [...tableProcedures.bgpPeers],
  },
  {
    ...scripted,
    key: IP_SLA_STATISTICS,
    name: 'rttMonStats (CISCO-RTTMON-MIB)',
    level: 'device',
    oid: '1.3.6.1.4.1.9.9.42.1.3',
    script: scriptOf('probeStatistics'),
    counters: [...tableProcedures.probeStatistics],
  },
  // A mean load of several processors is one counter of the device; the other procedures name theirs.
  ...devicePollers.map(({ key, name, rows, procedure }): BuiltInPoller => ({
    ...scripted,
    key,
    name,
    level: 'device',
    oid: rows,
    script: scriptOf(procedure),
    counters: procedure === 'meanLoad' ? ['cpu'] : [...tableProcedures[procedure]],
  })),
];
