import type { Metrics } from '#platform/metrics/metrics.ts';

const SECONDS = [0.005, 0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 30, 60];

/** What a poller shows of itself. */
export const pollerMetrics = (metrics: Metrics) => ({
  polls: metrics.counter({
    name: 'telltale_poller_polls_total',
    help: 'Polls of a device, by whether it answered',
    labels: ['outcome'],
  }),
  faults: metrics.counter({
    name: 'telltale_poller_faults_total',
    help: 'What went wrong in polls, by reason',
    labels: ['reason'],
  }),
  notStarted: metrics.counter({
    name: 'telltale_poller_polls_not_started_total',
    help: 'Polls that were due and left out: the one before was still going on, or the bus took nothing',
    labels: ['reason'],
  }),
  rows: metrics.counter({ name: 'telltale_poller_rows_total', help: 'Rows of samples published' }),
  full: metrics.counter({
    name: 'telltale_poller_stream_full_total',
    help: 'Messages that the full stream refused; each is offered again',
  }),
  held: metrics.gauge({ name: 'telltale_poller_held_bytes', help: 'Bytes of rows that wait for the bus' }),
  devices: metrics.gauge({ name: 'telltale_poller_devices', help: 'Devices that are polled' }),
  busy: metrics.gauge({ name: 'telltale_poller_busy', help: 'Polls going on now' }),
  seconds: metrics.histogram({ name: 'telltale_poller_poll_seconds', help: 'Duration of a poll' }, SECONDS),
});
export type PollerMetrics = ReturnType<typeof pollerMetrics>;
