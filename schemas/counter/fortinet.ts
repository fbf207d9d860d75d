import { inScope } from './counter.ts';

/** FortiGate counters through FortiManager, named after its fields. */
export const fortinetCounters = inScope('fortinet', {
  /** bit/s. */
  fo_rx_bandwidth: { id: 400, kind: 'gauge', element: 'interface' },
  fo_tx_bandwidth: { id: 401, kind: 'gauge', element: 'interface' },
  fo_rx_bytes: { id: 402, kind: 'counter64', element: 'interface' },
  fo_tx_bytes: { id: 403, kind: 'counter64', element: 'interface' },
  fo_link: { id: 404, kind: 'state', element: 'interface' },
  /** Mbit/s. */
  fo_speed: { id: 405, kind: 'setting', element: 'interface' },
  /** Percent. */
  fo_cpu: { id: 410, kind: 'gauge', element: 'device', per: 100 },
  fo_mem: { id: 411, kind: 'gauge', element: 'device', per: 100 },
  fo_sessions: { id: 412, kind: 'gauge', element: 'device' },
  fo_export_records: { id: 414, kind: 'gauge', element: 'device' },
  fo_connected: { id: 413, kind: 'state', element: 'device' },
  /** Milliseconds. */
  fo_latency: { id: 420, kind: 'gauge', element: 'tunnel', per: 1_000 },
  fo_jitter: { id: 421, kind: 'gauge', element: 'tunnel', per: 1_000 },
  /** Percent. */
  fo_packet_loss: { id: 422, kind: 'gauge', element: 'tunnel', per: 1_000 },
  fo_up: { id: 423, kind: 'state', element: 'tunnel' },
  /** 1 for a sample that meets its SLA target. */
  fo_sla_met: { id: 424, kind: 'gauge', element: 'tunnel' },
});
