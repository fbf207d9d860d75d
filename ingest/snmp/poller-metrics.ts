import type { Metrics } from '#platform/metrics/metrics.ts';

const SECONDS = [0.005, 0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 30, 60];

/** Metrics of the poller process. */
export const pollerMetrics = (metrics: Metrics) => ({
  polls: metrics.counter({
    name: 'telltale_poller_polls_total',
    help: 'Device polls by outcome',
    labels: ['outcome'],
  }),
  faults: metrics.counter({
    name: 'telltale_poller_faults_total',
    help: 'Faults during polls by reason',
    labels: ['reason'],
  }),
  notStarted: metrics.counter({
    name: 'telltale_poller_polls_not_started_total',
    help: 'Due polls that were skipped because the previous one was still running or the bus was full',
    labels: ['reason'],
  }),
  rows: metrics.counter({ name: 'telltale_poller_rows_total', help: 'Sample rows published' }),
  full: metrics.counter({
    name: 'telltale_poller_stream_full_total',
    help: 'Messages rejected by a full stream; they are retried',
  }),
  unconfirmed: metrics.counter({
    name: 'telltale_poller_unconfirmed_rows_total',
    help: 'Sample rows sent to the stream and not acknowledged for 10 minutes: stored or lost. Sent again they might be stored twice',
  }),
  held: metrics.gauge({ name: 'telltale_poller_held_bytes', help: 'Bytes of rows waiting for the bus' }),
  devices: metrics.gauge({ name: 'telltale_poller_devices', help: 'Polled devices' }),
  busy: metrics.gauge({ name: 'telltale_poller_busy', help: 'Polls in progress' }),
  seconds: metrics.histogram({ name: 'telltale_poller_poll_seconds', help: 'Duration of a poll' }, SECONDS),
});
export type PollerMetrics = ReturnType<typeof pollerMetrics>;
