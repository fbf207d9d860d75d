import { z } from 'zod';
import { requestFaults, requestPartOf, type RequestSettings } from '../request-settings.ts';
import { requestShape, DashletSeries, GroupKeys, Legend, seriesOf } from '../dashlet-parts.ts';
import { reportFaults, type SettingsFault } from '../settings-fault.ts';

const pieFaults = (settings: RequestSettings): SettingsFault[] => [
  ...(settings.keys.length > 0 && settings.series.length > 1
    ? [{ path: ['series'], code: 'PIE_ONE_KPI' as const }]
    : []),
  ...requestFaults(settings),
];

/** Shares of one series by key, or of several series. */
export const PieSettings = z
  .strictObject({
    ...requestShape,
    keys: GroupKeys,
    series: seriesOf(DashletSeries),
    /** A ring with the total in the middle. */
    ring: z.boolean().default(true),
    labels: z.enum(['none', 'value', 'percent']).default('percent'),
    legend: Legend,
  })
  .superRefine(reportFaults(pieFaults));
export type PieSettings = z.infer<typeof PieSettings>;

export const pieRequest = (settings: PieSettings) => requestPartOf(settings);
