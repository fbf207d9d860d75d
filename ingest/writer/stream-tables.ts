import type { tableOfStream } from '#schemas/bus/stream.ts';
import { alarmEvents } from '#schemas/table/stream/alarm-events.ts';
import { applicationNames } from '#schemas/table/stream/application-names.ts';
import { collectorStats } from '#schemas/table/stream/collector-stats.ts';
import { flowMetrics } from '#schemas/table/stream/flow-metrics.ts';
import { detailedFlows, flows, quarantinedFlows } from '#schemas/table/flows.ts';
import { measures } from '#schemas/table/stream/measures.ts';
import { samples } from '#schemas/table/samples.ts';
import type { Table } from '#schemas/table/table.ts';
import type { RangeLimits } from './range/range-buffer.ts';

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

/** Streams whose rows are read later: what the console shows at once are measures and events. */
const isReadLater: Readonly<Record<RowsStream, boolean>> = {
  flows: true,
  quarantine: true,
  metrics: true,
  samples: true,
  applications: true,
  measures: false,
  alarms: false,
  stats: false,
};

/** Limits of the ranges of a stream. */
export const limitsOfStream = (stream: RowsStream, { sparse, ...limits }: RangeLimits): RangeLimits =>
  sparse === undefined || !isReadLater[stream] ? limits : { ...limits, sparse };

export const rowsStreams = Object.keys(streamTables) as readonly RowsStream[];
