import { alarmEvents } from './alarm-events.ts';
import { collectorStats } from './collector-stats.ts';
import { flows, flows1d, flows1h, flows5m } from './flows.ts';
import { measures, measures1d, measures1h } from './measures.ts';
import { samples } from './samples.ts';
import type { Table } from './table.ts';

/** Every ClickHouse table, in the order in which they can be made (a view after its source). */
export const clickhouseTables: readonly Table[] = [
  flows,
  flows5m,
  flows1h,
  flows1d,
  samples,
  measures,
  measures1h,
  measures1d,
  alarmEvents,
  collectorStats,
];
