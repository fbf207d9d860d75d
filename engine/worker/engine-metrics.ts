import type { Metrics } from '#platform/metrics/metrics.ts';

export type EngineMetrics = ReturnType<typeof engineMetrics>;

const flowFigures = (metrics: Metrics) => ({
  flowLag: metrics.gauge({
    name: 'telltale_engine_flow_lag_seconds',
    help: 'Age of the newest flow, by partition; of the newest heartbeat while idle',
    labels: ['partition'],
  }),
  flowsLeftOut: metrics.counter({
    name: 'telltale_engine_flows_left_out_total',
    help: 'Flows left out: too late (late), dated ahead of the broker (ahead), or over the limit of keys without an element per customer (over)',
    labels: ['partition', 'reason'],
  }),
  flowCheckpointBytes: metrics.gauge({
    name: 'telltale_engine_flow_checkpoint_bytes',
    help: 'Size of the last checkpoint of flows before compression, by partition',
    labels: ['partition'],
  }),
  heartbeats: metrics.counter({
    name: 'telltale_engine_heartbeats_total',
    help: 'Heartbeats of idle partitions by pipeline (samples, flows): published (sent), or not because the stream is full (rejected)',
    labels: ['partition', 'pipeline', 'outcome'],
  }),
  targets: metrics.counter({
    name: 'telltale_engine_flow_targets_total',
    help: 'Flow targets of sites: elements created (added), or left out because their customer reached the limit (full)',
    labels: ['outcome'],
  }),
});

export const engineMetrics = (metrics: Metrics) => ({
  ...flowFigures(metrics),
  lag: metrics.gauge({
    name: 'telltale_engine_lag_seconds',
    help: 'Age of the newest sample, by partition; of the newest heartbeat while idle',
    labels: ['partition'],
  }),
  windows: metrics.counter({
    name: 'telltale_engine_windows_closed_total',
    help: 'Windows closed, by partition',
    labels: ['partition'],
  }),
  evaluations: metrics.counter({
    name: 'telltale_engine_evaluations_total',
    help: 'Alarm instances decided, by partition',
    labels: ['partition'],
  }),
  events: metrics.counter({
    name: 'telltale_engine_alarm_events_total',
    help: 'Alarms raised and cleared, by partition and edge; a replay counts again',
    labels: ['partition', 'edge'],
  }),
  leftOut: metrics.counter({
    name: 'telltale_engine_samples_left_out_total',
    help: 'Samples left out: too late (late), dated ahead of the broker (ahead), of an unknown element (unknown), or with more than a line can carry (fault)',
    labels: ['partition', 'reason'],
  }),
  running: metrics.gauge({
    name: 'telltale_engine_alarms_running',
    help: 'Alarms that are raised, by partition',
    labels: ['partition'],
  }),
  checkpointBytes: metrics.gauge({
    name: 'telltale_engine_checkpoint_bytes',
    help: 'Size of the last checkpoint before compression, by partition',
    labels: ['partition'],
  }),
  unreadable: metrics.counter({
    name: 'telltale_engine_unreadable_messages_total',
    help: 'Messages parked as dead letters, by partition',
    labels: ['partition'],
  }),
  full: metrics.counter({
    name: 'telltale_engine_stream_full_total',
    help: 'Waits for a full stream',
    labels: ['stream'],
  }),
});
