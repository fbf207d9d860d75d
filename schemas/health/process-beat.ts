import { z } from 'zod';
import { SECOND_MS } from '../time/duration.ts';

/** Time between two beats of a process. */
export const BEAT_PERIOD_MS = 2 * SECOND_MS;

/** What a process says of itself, every two seconds. Its word alone: the server judges by the stores and the clock too. */
export const ProcessBeat = z.strictObject({
  /** Name of the process at the start (`schemas/tier/tier.ts`). */
  process: z.string(),
  /** Distinguishes processes of the same kind; empty where there is one. */
  instance: z.string(),
  /** Another one after each start. */
  run: z.string(),
  release: z.string(),
  /** By the clock of the process, milliseconds since 1970. */
  startedAt: z.number(),
  sentAt: z.number(),
  /** It drains and ends: what follows is no crash. */
  isEnding: z.boolean(),
  /** Its parts that are not ready. */
  waitingFor: z.array(z.string()),
  /** Cores in use since the beat before: 1 is one core. */
  cpu: z.number().nonnegative(),
  /** Memory of the process, and its heap as a share of the limit. */
  memoryBytes: z.number().nonnegative(),
  heapShare: z.number().nonnegative(),
  /** Longest delay of its event loop since the beat before, milliseconds. */
  loopDelayMs: z.number().nonnegative(),
  /** Sums of its metrics over their labels, by name (`beatFigures`). */
  figures: z.record(z.string(), z.number()),
});
export type ProcessBeat = z.infer<typeof ProcessBeat>;

/** Metrics that beats carry. Counters grow from zero with each run. */
export const beatFigures = [
  'telltale_collector_datagrams_total',
  'telltale_collector_records_total',
  'telltale_collector_published_rows_total',
  'telltale_collector_dropped_rows_total',
  'telltale_collector_socket_drops',
  'telltale_collector_lost_total',
  'telltale_collector_rejected_total',
  'telltale_collector_unknown_exporters',
  'telltale_poller_devices',
  'telltale_poller_polls_total',
  'telltale_poller_faults_total',
  'telltale_poller_polls_not_started_total',
  'telltale_poller_rows_total',
  'telltale_sdwan_rows_total',
  'telltale_sdwan_collections_total',
  'telltale_writer_rows_total',
  'telltale_writer_retries_total',
  'telltale_writer_store_full',
  'telltale_engine_windows_closed_total',
  'telltale_engine_alarms_running',
  'telltale_notification_attempts_total',
  'telltale_jobs_chromium',
] as const;
