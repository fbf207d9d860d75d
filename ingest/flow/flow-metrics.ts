import type { Metrics } from '#platform/metrics/metrics.ts';

export type FlowMetrics = ReturnType<typeof flowMetrics>;

/** What samples and clocks of exporters tell. */
const sampling = (metrics: Metrics) => ({
  samplesLost: metrics.counter({
    name: 'telltale_collector_samples_lost_total',
    help: 'Samples of sFlow that were taken and never came in, by the sequence numbers of their sources',
  }),
  samplesDropped: metrics.counter({
    name: 'telltale_collector_samples_dropped_total',
    help: 'Packets that sFlow agents could not sample for lack of resources',
  }),
  correctedClocks: metrics.gauge({
    name: 'telltale_collector_corrected_clocks',
    help: 'Domains whose clock is too far off to be believed: the times of their flows are corrected',
  }),
  timesReplaced: metrics.counter({
    name: 'telltale_collector_times_replaced_total',
    help: 'Flows whose own times made no sense and were replaced by that of the export',
  }),
});

/** What the sockets that listen tell. */
const sockets = (metrics: Metrics) => ({
  socketErrors: metrics.counter({
    name: 'telltale_collector_socket_errors_total',
    help: 'Errors of the sockets that listen',
  }),
  socketDrops: metrics.gauge({
    name: 'telltale_collector_socket_drops',
    help: 'Datagrams that the kernel dropped because the receive buffer was full',
    labels: ['port'],
  }),
  socketBuffer: metrics.gauge({
    name: 'telltale_collector_receive_buffer_bytes',
    help: 'Receive buffer that the kernel granted, as it counts',
    labels: ['port'],
  }),
});

/** What `/metrics` of a collector tells. */
export const flowMetrics = (metrics: Metrics) => ({
  beforeText: metrics.beforeText,
  datagrams: metrics.counter({ name: 'telltale_collector_datagrams_total', help: 'Datagrams received' }),
  records: metrics.counter({ name: 'telltale_collector_records_total', help: 'Flow records decoded' }),
  lost: metrics.counter({
    name: 'telltale_collector_lost_total',
    help: 'Datagrams or records that exporters sent and that never came in, by their sequence numbers',
  }),
  refused: metrics.counter({
    name: 'telltale_collector_refused_total',
    help: 'Datagrams that no decoder took',
    labels: ['reason'],
  }),
  errors: metrics.counter({
    name: 'telltale_collector_errors_total',
    help: 'Datagrams, sets and templates of known exporters that were refused',
    labels: ['reason'],
  }),
  repeated: metrics.counter({
    name: 'telltale_collector_repeated_datagrams_total',
    help: 'Datagrams that came a second time, by their sequence numbers',
  }),
  restarts: metrics.counter({
    name: 'telltale_collector_exporter_restarts_total',
    help: 'Exporters that began their sequence anew',
  }),
  ...sampling(metrics),
  published: metrics.counter({
    name: 'telltale_collector_published_rows_total',
    help: 'Rows stored in the stream',
    labels: ['stream'],
  }),
  full: metrics.counter({
    name: 'telltale_collector_stream_full_total',
    help: 'Messages that the stream refused because it was full; they are offered again',
    labels: ['stream'],
  }),
  dropped: metrics.counter({
    name: 'telltale_collector_dropped_rows_total',
    help: 'Rows given up because the stream was full or away for longer than memory allows',
    labels: ['stream'],
  }),
  waiting: metrics.gauge({
    name: 'telltale_collector_waiting_bytes',
    help: 'Rows not yet stored in the stream',
    labels: ['stream'],
  }),
  unknownExporters: metrics.gauge({
    name: 'telltale_collector_unknown_exporters',
    help: 'Addresses that send flows and that the inventory does not know',
  }),
  unknownPushedOut: metrics.counter({
    name: 'telltale_collector_unknown_exporters_pushed_out_total',
    help: 'Unknown addresses that gave way to others in the list: more send flows than it holds',
  }),
  ...sockets(metrics),
});
