import type { Metrics } from '#platform/metrics/metrics.ts';

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const deadLetterFigures = (metrics: Metrics) => ({
  deadLetters: metrics.counter({
    name: 'telltale_writer_dead_letters_total',
    help: 'Messages parked as dead letters',
    labels: ['stream', 'partition'],
  }),
  deadLettersDropped: metrics.gauge({
    name: 'telltale_dead_letters_dropped',
    help: 'Dead letters dropped because their stream was full',
  }),
});

const storeFigures = (metrics: Metrics) => ({
  storeFull: metrics.gauge({
    name: 'telltale_writer_store_full',
    help: '1 while ClickHouse refuses inserts because its disk is full; the stream retains the rows',
    labels: ['stream', 'partition'],
  }),
});

/** Metrics of the writer process. */
export const writerMetrics = (metrics: Metrics) => ({
  ...deadLetterFigures(metrics),
  ...storeFigures(metrics),
  rows: metrics.counter({
    name: 'telltale_writer_rows_total',
    help: 'Rows inserted, each exactly once',
    labels: ['stream', 'partition'],
  }),
  bytes: metrics.counter({
    name: 'telltale_writer_bytes_total',
    help: 'Bytes of rows inserted',
    labels: ['stream', 'partition'],
  }),
  ranges: metrics.counter({
    name: 'telltale_writer_ranges_total',
    help: 'Ranges committed',
    labels: ['stream', 'partition'],
  }),
  replayedRanges: metrics.counter({
    name: 'telltale_writer_replayed_ranges_total',
    help: 'Journaled ranges inserted again under the same token after a restart',
    labels: ['stream', 'partition'],
  }),
  purgedUnread: metrics.counter({
    name: 'telltale_writer_purged_unread_messages_total',
    help: 'Messages purged before the engine read them because the stream was half full: stored, but not evaluated',
    labels: ['stream', 'partition'],
  }),
  lostSequences: metrics.counter({
    name: 'telltale_writer_lost_sequences_total',
    help: 'Messages that a stream lost after they were read, as a broker does whose power failed; those that were written are stored',
    labels: ['stream', 'partition'],
  }),
  retries: metrics.counter({
    name: 'telltale_writer_retries_total',
    help: 'Failed attempts that are retried',
    labels: ['stream', 'partition', 'attempt'],
  }),
  lag: metrics.gauge({
    name: 'telltale_writer_lag_seconds',
    help: 'Time from the storage of the newest committed message in the stream to its commit',
    labels: ['stream', 'partition'],
  }),
  pending: metrics.gauge({
    name: 'telltale_writer_pending_sequences',
    help: 'Stream sequences behind the position, including those of other partitions',
    labels: ['stream', 'partition'],
  }),
  fill: metrics.gauge({
    name: 'telltale_stream_fill_ratio',
    help: 'Bytes of a stream divided by its limit; a full stream rejects messages',
    labels: ['stream'],
  }),
  insertSeconds: metrics.histogram(
    {
      name: 'telltale_writer_insert_seconds',
      help: 'Time until the rows of an insert are durable',
      labels: ['stream'],
    },
    SECONDS,
  ),
});
export type WriterMetrics = ReturnType<typeof writerMetrics>;
