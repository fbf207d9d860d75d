import { inScope } from './counter.ts';

/** Cisco vManage counters, named after its fields; volumes, packets and errors are per sample. */
export const vmanageCounters = inScope('vmanage', {
  cv_rx_kbps: { id: 200, kind: 'gauge', element: 'interface', per: 100 },
  cv_tx_kbps: { id: 201, kind: 'gauge', element: 'interface', per: 100 },
  cv_rx_octets: { id: 202, kind: 'gauge', element: 'interface' },
  cv_tx_octets: { id: 203, kind: 'gauge', element: 'interface' },
  cv_rx_pps: { id: 204, kind: 'gauge', element: 'interface', per: 100 },
  cv_tx_pps: { id: 205, kind: 'gauge', element: 'interface', per: 100 },
  cv_rx_pkts: { id: 206, kind: 'gauge', element: 'interface' },
  cv_tx_pkts: { id: 207, kind: 'gauge', element: 'interface' },
  cv_rx_errors: { id: 208, kind: 'gauge', element: 'interface' },
  cv_tx_errors: { id: 209, kind: 'gauge', element: 'interface' },
  cv_rx_drops: { id: 210, kind: 'gauge', element: 'interface' },
  cv_tx_drops: { id: 211, kind: 'gauge', element: 'interface' },
  /** kbit/s. */
  cv_bw_down: { id: 212, kind: 'setting', element: 'interface' },
  cv_bw_up: { id: 213, kind: 'setting', element: 'interface' },
  cv_oper_up: { id: 214, kind: 'state', element: 'interface' },
  /** Percent. */
  cv_cpu_idle: { id: 220, kind: 'gauge', element: 'device', per: 100 },
  /** From 0 to 1. */
  cv_mem_util: { id: 221, kind: 'gauge', element: 'device', per: 10_000 },
  cv_disk_used: { id: 222, kind: 'gauge', element: 'device' },
  cv_disk_avail: { id: 223, kind: 'gauge', element: 'device' },
  /** When the device started, seconds since 1970. */
  cv_uptime_date: { id: 224, kind: 'gauge', element: 'device', per: 1_000 },
  cv_export_records: { id: 226, kind: 'gauge', element: 'device' },
  cv_reachable: { id: 225, kind: 'state', element: 'device' },
  /** Milliseconds. */
  cv_latency: { id: 230, kind: 'gauge', element: 'tunnel', per: 1_000 },
  cv_jitter: { id: 231, kind: 'gauge', element: 'tunnel', per: 1_000 },
  cv_loss: { id: 232, kind: 'gauge', element: 'tunnel' },
  cv_total: { id: 233, kind: 'gauge', element: 'tunnel' },
  cv_vqoe_score: { id: 234, kind: 'gauge', element: 'tunnel', per: 100 },
  cv_tunnel_up: { id: 235, kind: 'state', element: 'tunnel' },
  /** 1 for a sample that meets the SLA class of the tunnel. */
  cv_sla_met: { id: 236, kind: 'gauge', element: 'tunnel' },
  cv_control_connections: { id: 240, kind: 'gauge', element: 'site' },
});
