import { inScope } from './counter.ts';

/** Nokia Nuage counters in Elasticsearch, named after its fields; volumes are per sample. */
export const nuageCounters = inScope('nuage', {
  nu_bytes_in: { id: 300, kind: 'gauge', element: 'interface' },
  nu_bytes_out: { id: 301, kind: 'gauge', element: 'interface' },
  /** Percent. */
  nu_cpu: { id: 310, kind: 'gauge', element: 'device', per: 100 },
  nu_memory: { id: 311, kind: 'gauge', element: 'device', per: 100 },
  /** The gateway is bootstrapped and reachable. */
  nu_export_records: { id: 313, kind: 'gauge', element: 'device' },
  nu_active: { id: 312, kind: 'state', element: 'device' },
  /** Milliseconds. */
  nu_avg_delay: { id: 320, kind: 'gauge', element: 'tunnel', per: 1_000 },
  nu_avg_jitter: { id: 321, kind: 'gauge', element: 'tunnel', per: 1_000 },
  /** Percent. */
  nu_avg_pkt_loss: { id: 322, kind: 'gauge', element: 'tunnel', per: 1_000 },
  nu_session_up: { id: 323, kind: 'state', element: 'tunnel' },
  nu_flows: { id: 324, kind: 'gauge', element: 'tunnel' },
  nu_flows_in_sla: { id: 325, kind: 'gauge', element: 'tunnel' },
  nu_total_bytes: { id: 330, kind: 'gauge', element: 'application' },
});
