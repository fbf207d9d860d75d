import type { Metrics } from '#platform/metrics/metrics.ts';

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const deadLetterFigures = (metrics: Metrics) => ({
  deadLetters: metrics.counter({
    name: 'telltale_writer_dead_letters_total',
    help: 'Messages parked with their cause',
    labels: ['stream', 'partition'],
  }),
  deadLettersGivenUp: metrics.gauge({
    name: 'telltale_dead_letters_given_up',
    help: 'Dead letters that gave way to newer ones because there was no room: what they held is lost',
  }),
});

/** What a writer shows of itself. */
export const writerMetrics = (metrics: Metrics) => ({
  ...deadLetterFigures(metrics),
  rows: metrics.counter({
    name: 'telltale_writer_rows_total',
    help: 'Rows inserted, each once',
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
  repeated: metrics.counter({
    name: 'telltale_writer_repeated_ranges_total',
    help: 'Ranges found journaled at a start and inserted again under the same token',
    labels: ['stream', 'partition'],
  }),
  unread: metrics.counter({
    name: 'telltale_writer_unread_messages_total',
    help: 'Messages removed that the engine had not read, because the stream was half full: stored, but not measured',
    labels: ['stream', 'partition'],
  }),
  retries: metrics.counter({
    name: 'telltale_writer_retries_total',
    help: 'Attempts that failed and are made again, by what was attempted',
    labels: ['stream', 'partition', 'attempt'],
  }),
  lag: metrics.gauge({
    name: 'telltale_writer_lag_seconds',
    help: 'From storage of the newest committed message in the stream to its commit',
    labels: ['stream', 'partition'],
  }),
  pending: metrics.gauge({
    name: 'telltale_writer_pending_sequences',
    help: 'Sequences of the stream behind the position (those of other partitions included)',
    labels: ['stream', 'partition'],
  }),
  fill: metrics.gauge({
    name: 'telltale_stream_fill_ratio',
    help: 'Bytes of a stream over its bound; a full one refuses messages',
    labels: ['stream'],
  }),
  insertSeconds: metrics.histogram(
    {
      name: 'telltale_writer_insert_seconds',
      help: 'Duration of an insert until its rows are durable',
      labels: ['stream'],
    },
    SECONDS,
  ),
});
export type WriterMetrics = ReturnType<typeof writerMetrics>;
