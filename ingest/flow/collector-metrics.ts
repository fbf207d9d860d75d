import type { Metrics } from '#platform/metrics/metrics.ts';

export type CollectorMetrics = ReturnType<typeof collectorMetrics>;

/** Sampling and clocks of exporters. */
const sampling = (metrics: Metrics) => ({
  samplesLost: metrics.counter({
    name: 'telltale_collector_samples_lost_total',
    help: 'sFlow samples sent but not received, by the sequence numbers of their sources',
  }),
  samplesDropped: metrics.counter({
    name: 'telltale_collector_samples_dropped_total',
    help: 'Packets that sFlow agents could not sample for lack of resources',
  }),
  correctedClocks: metrics.gauge({
    name: 'telltale_collector_corrected_clocks',
    help: 'Domains whose clock skew is too large: the times of their flows are corrected',
  }),
  timesReplaced: metrics.counter({
    name: 'telltale_collector_times_replaced_total',
    help: 'Flows with implausible times, replaced by the export time',
  }),
});

/** Bytes of flows, multiplied by their sampling interval. */
const volumes = (metrics: Metrics) => ({
  flowBytes: metrics.counter({
    name: 'telltale_collector_flow_bytes_total',
    help: 'Bytes of flows, multiplied by their sampling interval',
  }),
  duplicateBytes: metrics.counter({
    name: 'telltale_collector_duplicate_bytes_total',
    help: 'Bytes of flows that count in no sum: another row of their site reports them',
  }),
  unknownSamplerBytes: metrics.counter({
    name: 'telltale_collector_unknown_sampler_bytes_total',
    help: 'Bytes of flows, as exported, whose sampler the exporter has not announced',
  }),
  quarantined: metrics.counter({
    name: 'telltale_collector_quarantined_flows_total',
    help: 'Flows set aside because their interface could not have carried them in their duration',
  }),
});

/** Listening sockets. */
const sockets = (metrics: Metrics) => ({
  socketErrors: metrics.counter({
    name: 'telltale_collector_socket_errors_total',
    help: 'Errors of listening sockets',
  }),
  socketDrops: metrics.gauge({
    name: 'telltale_collector_socket_drops',
    help: 'Datagrams dropped by the kernel because the receive buffer was full',
    labels: ['port'],
  }),
  socketBuffer: metrics.gauge({
    name: 'telltale_collector_receive_buffer_bytes',
    help: 'Receive buffer granted by the kernel',
    labels: ['port'],
  }),
});

/** What became of rows at their streams. */
const publishing = (metrics: Metrics) => ({
  published: metrics.counter({
    name: 'telltale_collector_published_rows_total',
    help: 'Rows stored in the stream',
    labels: ['stream'],
  }),
  full: metrics.counter({
    name: 'telltale_collector_stream_full_total',
    help: 'Messages rejected by a full stream; they are retried',
    labels: ['stream'],
  }),
  dropped: metrics.counter({
    name: 'telltale_collector_dropped_rows_total',
    help: 'Rows dropped because the stream was full or unreachable for longer than the spool lasts',
    labels: ['stream'],
  }),
  unconfirmed: metrics.counter({
    name: 'telltale_collector_unconfirmed_rows_total',
    help: 'Rows sent to the stream and not acknowledged for 10 minutes: stored or lost. Sent again they might be stored twice',
    labels: ['stream'],
  }),
  waiting: metrics.gauge({
    name: 'telltale_collector_waiting_bytes',
    help: 'Rows not yet stored in the stream',
    labels: ['stream'],
  }),
});

/** Metrics of the collector process. */
export const collectorMetrics = (metrics: Metrics) => ({
  beforeText: (run: () => void): void => {
    metrics.beforeText(run);
  },
  datagrams: metrics.counter({ name: 'telltale_collector_datagrams_total', help: 'Datagrams received' }),
  records: metrics.counter({ name: 'telltale_collector_records_total', help: 'Flow records decoded' }),
  lost: metrics.counter({
    name: 'telltale_collector_lost_total',
    help: 'Datagrams or records sent but not received, by the sequence numbers of exporters',
  }),
  rejected: metrics.counter({
    name: 'telltale_collector_rejected_total',
    help: 'Datagrams that no decoder accepted',
    labels: ['reason'],
  }),
  errors: metrics.counter({
    name: 'telltale_collector_errors_total',
    help: 'Rejected datagrams, sets and templates of registered exporters',
    labels: ['reason'],
  }),
  duplicates: metrics.counter({
    name: 'telltale_collector_duplicate_datagrams_total',
    help: 'Duplicate datagrams, by their sequence numbers',
  }),
  restarts: metrics.counter({
    name: 'telltale_collector_exporter_restarts_total',
    help: 'Exporter restarts, by their sequence numbers',
  }),
  ...sampling(metrics),
  ...volumes(metrics),
  ...publishing(metrics),
  unknownExporters: metrics.gauge({
    name: 'telltale_collector_unknown_exporters',
    help: 'Addresses that send flows and are not registered in the inventory',
  }),
  unknownEvicted: metrics.counter({
    name: 'telltale_collector_unknown_exporters_evicted_total',
    help: 'Unknown addresses evicted from the list because it was full',
  }),
  ...sockets(metrics),
});
