import { addressCountries } from './stream/address-countries.ts';
import { alarmEvents } from './stream/alarm-events.ts';
import { applicationNames } from './stream/application-names.ts';
import { collectorStats } from './stream/collector-stats.ts';
import { flowMetrics, flowMetrics1d, flowMetrics1h, flowMetrics5m } from './stream/flow-metrics.ts';
import { detailedFlows, flows1d, flows1h, flows5m, quarantinedFlows } from './flows.ts';
import { measures, measures1d, measures1h, recentMeasures, recentMeasures1h } from './stream/measures.ts';
import { rollupSteps } from './stream/rollup-steps.ts';
import { samples } from './samples.ts';
import type { Table } from './table.ts';

/** Every ClickHouse table in creation order (a view after its source and what it looks up). */
export const clickhouseTables: readonly Table[] = [
  detailedFlows,
  quarantinedFlows,
  rollupSteps,
  flows5m,
  flows1h,
  flows1d,
  flowMetrics,
  flowMetrics5m,
  flowMetrics1h,
  flowMetrics1d,
  samples,
  measures,
  measures1h,
  measures1d,
  recentMeasures,
  recentMeasures1h,
  alarmEvents,
  collectorStats,
  applicationNames,
  addressCountries,
];
