import { z } from 'zod';
import { tableDashlet } from '../../limit/dashlet.ts';
import { requestFaults, requestPartOf } from '../request-settings.ts';
import { requestShape, DashletSeries, GroupKeys, seriesOf, Thresholds } from '../dashlet-parts.ts';
import { reportFaults } from '../settings-fault.ts';

/** A strip of levels over time per row and series. `date` is always among the keys of its request. */
export const StatesSettings = z
  .strictObject({
    ...requestShape,
    keys: GroupKeys,
    series: seriesOf(DashletSeries),
    thresholds: Thresholds,
    maxLines: z.int().min(1).max(tableDashlet.maxLines).default(30),
  })
  .superRefine(reportFaults(requestFaults));
export type StatesSettings = z.infer<typeof StatesSettings>;

export const statesRequest = (settings: StatesSettings) => ({
  ...requestPartOf(settings, ['date', ...settings.keys]),
  lines: { count: settings.maxLines },
});
