import { z } from 'zod';
import { tableDashlet } from '../../limit/dashlet.ts';
import { askedFaults, questionOf } from '../asked-settings.ts';
import { askedShape, DashletSeries, GroupKeys, LastValue, seriesOf, Thresholds } from '../dashlet-parts.ts';
import { reportFaults } from '../settings-fault.ts';

/** A small line per row and series. `date` is always among the keys of its request. */
export const SparklineSettings = z
  .strictObject({
    ...askedShape,
    keys: GroupKeys,
    series: seriesOf(DashletSeries),
    thresholds: Thresholds,
    regression: z.boolean().default(false),
    lastValue: LastValue,
    maxLines: z.int().min(1).max(tableDashlet.maxLines).default(20),
  })
  .superRefine(reportFaults(askedFaults));
export type SparklineSettings = z.infer<typeof SparklineSettings>;

export const sparklineQuestion = (settings: SparklineSettings) => ({
  ...questionOf(settings, ['date', ...settings.keys]),
  lines: { count: settings.maxLines },
});
