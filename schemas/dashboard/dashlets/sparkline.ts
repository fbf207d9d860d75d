import { z } from 'zod';
import { tableDashlet } from '../../limit/dashlet.ts';
import { requestFaults, requestPartOf } from '../request-settings.ts';
import { requestShape, DashletSeries, GroupKeys, LastValue, seriesOf, Thresholds } from '../dashlet-parts.ts';
import { reportFaults } from '../settings-fault.ts';

/** A small line per row and series. `date` is always among the keys of its request. */
export const SparklineSettings = z
  .strictObject({
    ...requestShape,
    keys: GroupKeys,
    series: seriesOf(DashletSeries),
    thresholds: Thresholds,
    regression: z.boolean().default(false),
    lastValue: LastValue,
    maxLines: z.int().min(1).max(tableDashlet.maxLines).default(20),
  })
  .superRefine(reportFaults(requestFaults));
export type SparklineSettings = z.infer<typeof SparklineSettings>;

export const sparklineRequest = (settings: SparklineSettings) => ({
  ...requestPartOf(settings, ['date', ...settings.keys]),
  lines: { count: settings.maxLines },
});
