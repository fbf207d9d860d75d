import { z } from 'zod';
import { requestFaults, requestPartOf } from '../request-settings.ts';
import { requestShape, Axis, DashletSeries, GroupKeys, seriesOf } from '../dashlet-parts.ts';
import { reportFaults } from '../settings-fault.ts';

/** A dial per key and series. Levels of its arc are the formatting of the series. */
export const GaugeSettings = z
  .strictObject({
    ...requestShape,
    keys: GroupKeys,
    series: seriesOf(DashletSeries),
    /** Ends of the dial; absent: 0, or below the value and thresholds where these are negative, and 100 for percents or the next round number. */
    axis: Axis,
    shape: z.enum(['arc', 'bar', 'number']).default('arc'),
  })
  .superRefine(reportFaults(requestFaults));
export type GaugeSettings = z.infer<typeof GaugeSettings>;

export const gaugeRequest = (settings: GaugeSettings) => requestPartOf(settings);
