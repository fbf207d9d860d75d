import type { tableOfStream } from '#schemas/bus/stream.ts';
import { alarmEvents } from '#schemas/table/alarm-events.ts';
import { applicationNames } from '#schemas/table/application-names.ts';
import { collectorStats } from '#schemas/table/collector-stats.ts';
import { flowMetrics } from '#schemas/table/flow-metrics.ts';
import { flows } from '#schemas/table/flows.ts';
import { measures } from '#schemas/table/measures.ts';
import { samples } from '#schemas/table/samples.ts';
import type { Table } from '#schemas/table/table.ts';

/** A stream whose messages carry table rows. */
export type RowsStream = keyof typeof tableOfStream;

/** Target table of each stream. */
export const streamTables = {
  flows,
  metrics: flowMetrics,
  samples,
  measures,
  alarms: alarmEvents,
  stats: collectorStats,
  applications: applicationNames,
} as const satisfies Readonly<Record<RowsStream, Table>>;

export const rowsStreams = Object.keys(streamTables) as readonly RowsStream[];
