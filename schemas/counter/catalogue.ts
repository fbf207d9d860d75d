import { inScope } from './counter.ts';
import { fortinetCounters } from './fortinet.ts';
import { flowCounters } from './flow.ts';
import { nuageCounters } from './nuage.ts';
import { vmanageCounters } from './vmanage.ts';

const IF = '1.3.6.1.2.1.2.2.1';
const IFX = '1.3.6.1.2.1.31.1.1.1';

const polled = inScope('snmp', {
  in_octets: { id: 1, kind: 'counter64', element: 'interface', oid: `${IFX}.6` },
  in_unicast: { id: 2, kind: 'counter64', element: 'interface', oid: `${IFX}.7` },
  in_multicast: { id: 3, kind: 'counter64', element: 'interface', oid: `${IFX}.8` },
  in_broadcast: { id: 4, kind: 'counter64', element: 'interface', oid: `${IFX}.9` },
  out_octets: { id: 5, kind: 'counter64', element: 'interface', oid: `${IFX}.10` },
  out_unicast: { id: 6, kind: 'counter64', element: 'interface', oid: `${IFX}.11` },
  out_multicast: { id: 7, kind: 'counter64', element: 'interface', oid: `${IFX}.12` },
  out_broadcast: { id: 8, kind: 'counter64', element: 'interface', oid: `${IFX}.13` },
  in_discards: { id: 9, kind: 'counter32', element: 'interface', oid: `${IF}.13` },
  in_errors: { id: 10, kind: 'counter32', element: 'interface', oid: `${IF}.14` },
  out_discards: { id: 11, kind: 'counter32', element: 'interface', oid: `${IF}.19` },
  out_errors: { id: 12, kind: 'counter32', element: 'interface', oid: `${IF}.20` },
  /** Speed of the line in bit/s (`schemas/line/line-speed.ts`). */
  speed: { id: 13, kind: 'setting', element: 'interface' },
  /** 1 when ifAdminStatus is up. */
  admin_up: { id: 14, kind: 'state', element: 'interface', oid: `${IF}.7` },
  /** 1 when ifOperStatus is up. */
  oper_up: { id: 15, kind: 'state', element: 'interface', oid: `${IF}.8` },
  /** 1 if the device replied to the poll, else 0: one row per scheduled poll. */
  poll: { id: 20, kind: 'state', element: 'device' },
  /** Seconds; sysUpTime is stored in milliseconds. */
  uptime: { id: 21, kind: 'gauge', element: 'device', per: 1_000 },
  /** Mean load of the processors, percent; stored in hundredths. */
  cpu: { id: 22, kind: 'gauge', element: 'device', per: 100 },
  /** Bytes. */
  memory_used: { id: 23, kind: 'gauge', element: 'device' },
  memory_total: { id: 24, kind: 'gauge', element: 'device' },
  disk_used: { id: 25, kind: 'gauge', element: 'device' },
  disk_total: { id: 26, kind: 'gauge', element: 'device' },
  /** Running IP SLA probes of the device, those with a successful last operation, and the sum of their RTT in µs. */
  sla_probes: { id: 27, kind: 'gauge', element: 'device' },
  sla_ok: { id: 28, kind: 'gauge', element: 'device' },
  sla_rtt: { id: 29, kind: 'gauge', element: 'device' },
  /** Flow records that a device with exporter addresses has exported since the last report, also none. */
  export_records: { id: 34, kind: 'gauge', element: 'device' },
  /** Offered, sent and dropped traffic of all classes of the outbound policy of an interface. */
  qos_offered_octets: { id: 30, kind: 'counter64', element: 'interface' },
  qos_sent_octets: { id: 31, kind: 'counter64', element: 'interface' },
  qos_offered_packets: { id: 32, kind: 'counter64', element: 'interface' },
  qos_dropped_packets: { id: 33, kind: 'counter64', element: 'interface' },
  /** A class of a policy on an interface (CISCO-CLASS-BASED-QOS-MIB): before and after the policy. */
  class_offered_octets: { id: 40, kind: 'counter64', element: 'class' },
  class_sent_octets: { id: 41, kind: 'counter64', element: 'class' },
  class_offered_packets: { id: 42, kind: 'counter64', element: 'class' },
  class_dropped_packets: { id: 43, kind: 'counter64', element: 'class' },
  class_dropped_octets: { id: 44, kind: 'counter64', element: 'class' },
  /** Packets in the queue at poll time. */
  class_queue_depth: { id: 45, kind: 'gauge', element: 'class' },
  /** Bit/s of the queue, else of the shaper. */
  class_bandwidth: { id: 46, kind: 'setting', element: 'class' },
});

const probed = inScope('ipsla', {
  /** Latest operation of an IP SLA probe (CISCO-RTTMON-MIB): 1 if it succeeded. */
  probe_ok: { id: 50, kind: 'gauge', element: 'probe' },
  /** Sum (milliseconds, stored in µs) and number of the round trips of the operation; an echo has one. */
  probe_rtt: { id: 51, kind: 'gauge', element: 'probe', per: 1_000 },
  probe_rtt_count: { id: 52, kind: 'gauge', element: 'probe' },
  /** Lost packets; for an echo, 1 if it failed. */
  probe_lost: { id: 53, kind: 'gauge', element: 'probe' },
  /** Milliseconds; stored in µs. */
  probe_jitter: { id: 54, kind: 'gauge', element: 'probe', per: 1_000 },
  probe_mos: { id: 55, kind: 'gauge', element: 'probe', per: 100 },
  /** Part of `probe_lost` by direction, where the probe distinguishes it. */
  probe_lost_out: { id: 56, kind: 'gauge', element: 'probe' },
  probe_lost_back: { id: 57, kind: 'gauge', element: 'probe' },
  /** Packets received, late or out of order. */
  probe_late: { id: 58, kind: 'gauge', element: 'probe' },
  probe_disordered: { id: 59, kind: 'gauge', element: 'probe' },
  /** One-way milliseconds between synchronised clocks; stored in µs. */
  probe_delay_out: { id: 60, kind: 'gauge', element: 'probe', per: 1_000 },
  probe_delay_back: { id: 61, kind: 'gauge', element: 'probe', per: 1_000 },
});

/** Append only: checkpoints of the engine depend on the positions of existing counters and kinds. */
const tunnels = inScope('snmp', {
  /** 1 when the interface of the tunnel is up, or its SD-WAN health check alive. */
  tunnel_up: { id: 65, kind: 'state', element: 'tunnel' },
});

/** FORTINET-FORTIGATE-MIB fgVWLHealthCheckLinkTable: means of the last 30 probes. */
const healthChecks = inScope('snmp', {
  /** Milliseconds; stored in µs. */
  tunnel_latency: { id: 66, kind: 'gauge', element: 'tunnel', per: 1_000 },
  tunnel_jitter: { id: 67, kind: 'gauge', element: 'tunnel', per: 1_000 },
  /** Percent. */
  tunnel_loss: { id: 68, kind: 'gauge', element: 'tunnel', per: 1_000 },
});

/** Temperatures, fans and power supplies (ENTITY-SENSOR-MIB, RFC 3433, and vendors' MIBs); stored in thousandths. */
const sensors = inScope('snmp', {
  /** Degrees Celsius; negative ones are stored as two's complement. */
  sensor_celsius: { id: 70, kind: 'gauge', element: 'sensor', per: 1_000 },
  /** Revolutions per minute. */
  sensor_rpm: { id: 71, kind: 'gauge', element: 'sensor', per: 1_000 },
  /** Watts. */
  sensor_watts: { id: 72, kind: 'gauge', element: 'sensor', per: 1_000 },
  /** 1 when the sensor, fan or power supply works. */
  sensor_ok: { id: 73, kind: 'state', element: 'sensor' },
});

/**
 * BGP peers (BGP4-MIB, RFC 4273, and vendors' MIBs). The counters have 32 bits and restart with the session or its peer; none
 * wraps in practice, so that one that went back was reset.
 */
const peers = inScope('snmp', {
  /** 1 while the session is established. */
  peer_up: { id: 80, kind: 'state', element: 'peer' },
  /** Times that the session was established. */
  peer_transitions: { id: 81, kind: 'counter64', element: 'peer' },
  peer_in_updates: { id: 82, kind: 'counter64', element: 'peer' },
  peer_out_updates: { id: 83, kind: 'counter64', element: 'peer' },
  /** Seconds since the session was established. */
  peer_uptime: { id: 84, kind: 'gauge', element: 'peer' },
});

const operations = inScope('ipsla', {
  /** Operations counted by `probe_ok`: 1, or all since the last poll if the device keeps hourly statistics. */
  probe_operations: { id: 62, kind: 'gauge', element: 'probe' },
});

/** Every counter by its formula key. */
export const counters = {
  ...polled,
  ...probed,
  ...vmanageCounters,
  ...nuageCounters,
  ...fortinetCounters,
  ...flowCounters,
  ...tunnels,
  ...operations,
  ...healthChecks,
  ...sensors,
  ...peers,
} as const;

export type CounterKey = keyof typeof counters;
