import { z } from 'zod';
import { requestFaults, requestPartOf } from '../request-settings.ts';
import { requestShape, DashletSeries, GroupKeys, seriesOf, Thresholds } from '../dashlet-parts.ts';
import { reportFaults } from '../settings-fault.ts';

/** Which of the values over time is shown. A mean of means would be none of the period. */
export const figureValues = ['last', 'minimum', 'maximum'] as const;

/** Large figures with their values over time as a line. `date` is always among the keys of its request. */
export const FigureSettings = z
  .strictObject({
    ...requestShape,
    keys: GroupKeys,
    series: seriesOf(DashletSeries),
    shown: z.enum(figureValues).default('last'),
    thresholds: Thresholds,
  })
  .superRefine(reportFaults(requestFaults));
export type FigureSettings = z.infer<typeof FigureSettings>;

export const figureRequest = (settings: FigureSettings) =>
  requestPartOf(settings, ['date', ...settings.keys]);
