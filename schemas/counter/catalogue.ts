/**
 * Counters that are polled, by the key that KPI formulas use. The number stands in `samples.counter`; a retired number is
 * never used again.
 */
export type CounterKind =
  /** Grows and wraps at 2^64 or 2^32 (IF-MIB Counter64, Counter32). */
  | 'counter64'
  | 'counter32'
  | 'gauge'
  /** 1 or 0. */
  | 'state';

export interface Counter {
  readonly id: number;
  readonly kind: CounterKind;
  readonly element: 'interface' | 'device';
  /** Column of an SNMP table, without the index; undefined when the poller derives the value. */
  readonly oid?: string;
}

const IF = '1.3.6.1.2.1.2.2.1';
const IFX = '1.3.6.1.2.1.31.1.1.1';

export const counters = {
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
  /** Speed of the line in bit/s: ifHighSpeed · 10^6, else ifSpeed. */
  speed: { id: 13, kind: 'gauge', element: 'interface' },
  /** 1 when ifAdminStatus is up. */
  admin_up: { id: 14, kind: 'state', element: 'interface', oid: `${IF}.7` },
  /** 1 when ifOperStatus is up. */
  oper_up: { id: 15, kind: 'state', element: 'interface', oid: `${IF}.8` },
  /** 1 when the device answered the poll, 0 when it did not: one row per poll due. */
  poll: { id: 20, kind: 'state', element: 'device' },
  /** sysUpTime in milliseconds. */
  uptime: { id: 21, kind: 'gauge', element: 'device' },
  /** Load of the processors, their mean, in hundredths of a percent. */
  cpu: { id: 22, kind: 'gauge', element: 'device' },
  /** Bytes. */
  memory_used: { id: 23, kind: 'gauge', element: 'device' },
  memory_total: { id: 24, kind: 'gauge', element: 'device' },
  disk_used: { id: 25, kind: 'gauge', element: 'device' },
  disk_total: { id: 26, kind: 'gauge', element: 'device' },
  /** IP SLA probes of the device that run; those of them whose last operation succeeded; the sum of their RTT in µs. */
  sla_probes: { id: 27, kind: 'gauge', element: 'device' },
  sla_ok: { id: 28, kind: 'gauge', element: 'device' },
  sla_rtt: { id: 29, kind: 'gauge', element: 'device' },
  /** What the classes of the policy that goes out of an interface were offered, sent and dropped, all classes together. */
  qos_offered_octets: { id: 30, kind: 'counter64', element: 'interface' },
  qos_sent_octets: { id: 31, kind: 'counter64', element: 'interface' },
  qos_offered_packets: { id: 32, kind: 'counter64', element: 'interface' },
  qos_dropped_packets: { id: 33, kind: 'counter64', element: 'interface' },
} as const satisfies Record<string, Counter>;

export type CounterKey = keyof typeof counters;
