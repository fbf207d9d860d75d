import type { tableOfStream } from '#schemas/bus/stream.ts';
import { alarmEvents } from '#schemas/table/alarm-events.ts';
import { applicationNames } from '#schemas/table/application-names.ts';
import { collectorStats } from '#schemas/table/collector-stats.ts';
import { flowMetrics } from '#schemas/table/flow-metrics.ts';
import { detailedFlows, flows, quarantinedFlows } from '#schemas/table/flows.ts';
import { measures } from '#schemas/table/measures.ts';
import { samples } from '#schemas/table/samples.ts';
import type { Table } from '#schemas/table/table.ts';

/** A stream whose messages carry table rows. */
export type RowsStream = keyof typeof tableOfStream;

/** Target table of each stream. */
export const streamTables = {
  flows,
  quarantine: quarantinedFlows,
  metrics: flowMetrics,
  samples,
  measures,
  alarms: alarmEvents,
  stats: collectorStats,
  applications: applicationNames,
} as const satisfies Readonly<Record<RowsStream, Table>>;

/** Layouts in which the rows of a stream may arrive, the usual one first. */
export const streamLayouts = (stream: RowsStream): readonly [Table, ...Table[]] =>
  stream === 'flows' ? [flows, detailedFlows] : [streamTables[stream]];

export const rowsStreams = Object.keys(streamTables) as readonly RowsStream[];
