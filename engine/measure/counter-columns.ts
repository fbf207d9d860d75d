import { counters } from '#schemas/counter/catalogue.ts';
import type { CounterKey } from '#schemas/counter/catalogue.ts';

/** Element kinds, in the order in which the engine numbers them. */
export const kinds = ['interface', 'device'] as const;
export type ElementKind = (typeof kinds)[number];

/** How a sample of a counter is taken up. */
export const takes = {
  growth64: 0,
  growth32: 1,
  /** Kept as it is; formulas read the newest value. */
  latest: 2,
  /** The value of the newest sample inside the window. */
  inWindow: 3,
  /** The time since the poll before counts when the state is 1. */
  stateTime: 4,
  /** As `stateTime`, of the time in which the interface was meant to be up. */
  stateTimeWhileAdminUp: 5,
  /** Polls answered of polls due. */
  polls: 6,
} as const;

const takeOf: Record<CounterKey, keyof typeof takes> = {
  in_octets: 'growth64',
  in_unicast: 'growth64',
  in_multicast: 'growth64',
  in_broadcast: 'growth64',
  out_octets: 'growth64',
  out_unicast: 'growth64',
  out_multicast: 'growth64',
  out_broadcast: 'growth64',
  in_discards: 'growth32',
  in_errors: 'growth32',
  out_discards: 'growth32',
  out_errors: 'growth32',
  speed: 'latest',
  admin_up: 'latest',
  oper_up: 'stateTimeWhileAdminUp',
  poll: 'polls',
  uptime: 'inWindow',
  cpu: 'inWindow',
  memory_used: 'inWindow',
  memory_total: 'inWindow',
  disk_used: 'inWindow',
  disk_total: 'inWindow',
  sla_probes: 'inWindow',
  sla_ok: 'inWindow',
  sla_rtt: 'inWindow',
  qos_offered_octets: 'growth64',
  qos_sent_octets: 'growth64',
  qos_offered_packets: 'growth64',
  qos_dropped_packets: 'growth64',
};

const keys = Object.keys(counters) as CounterKey[];
const keysOf = (kind: ElementKind) => keys.filter((key) => counters[key].element === kind);

/** Number of counters of an element of each kind. */
export const columnCounts: Record<ElementKind, number> = {
  interface: keysOf('interface').length,
  device: keysOf('device').length,
};

/** Place of a counter among those of its kind of element. */
export const columnOf = (key: CounterKey): number => keysOf(counters[key].element).indexOf(key);

const highest = Math.max(...keys.map((key) => counters[key].id));
const perId = (value: (key: CounterKey) => number): Int8Array => {
  const table = new Int8Array(highest + 1).fill(-1);
  for (const key of keys) table[counters[key].id] = value(key);
  return table;
};

/** By the counter's number in a sample: kind (index in `kinds`), column and way of taking; -1 for a number not known. */
export const kindById = perId((key) => kinds.indexOf(counters[key].element));
export const columnById = perId(columnOf);
export const takeById = perId((key) => takes[takeOf[key]]);
