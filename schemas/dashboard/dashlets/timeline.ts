import { z } from 'zod';
import { comparisons } from '../../data/comparison.ts';
import { requestFaults, requestPartOf } from '../request-settings.ts';
import {
  Axis,
  DashletSeries,
  GroupKeys,
  LastValue,
  Legend,
  Thresholds,
  requestShape,
  seriesOf,
  thresholdLooks,
} from '../dashlet-parts.ts';
import { reportFaults } from '../settings-fault.ts';

/** Values over time. `date` is always among the keys of its request. */
export const TimelineSettings = z
  .strictObject({
    ...requestShape,
    keys: GroupKeys,
    series: seriesOf(DashletSeries.extend({ axis: z.enum(['left', 'right']).default('left') })),
    style: z.enum(['line', 'area', 'bars']).default('line'),
    stacked: z.boolean().default(false),
    left: Axis,
    right: Axis,
    legend: Legend,
    /** Lines across the chart, on the left axis. */
    thresholds: Thresholds,
    thresholdLook: z.enum(thresholdLooks).default('line'),
    /** Least squares through the points shown. */
    regression: z.boolean().default(false),
    lastValue: LastValue,
    /** Draws an earlier period, dashed. */
    comparison: z.enum(['none', ...comparisons]).default('none'),
    /** What is marked in the background. */
    marks: z.array(z.enum(['alarms', 'silences', 'definitions'])).default([]),
  })
  .superRefine(reportFaults(requestFaults));
export type TimelineSettings = z.infer<typeof TimelineSettings>;

export const timelineRequest = ({ comparison, ...settings }: TimelineSettings) => ({
  ...requestPartOf(settings, ['date', ...settings.keys]),
  ...(comparison !== 'none' && { comparison }),
});
