import { z } from 'zod';
import { askedFaults, questionOf, type AskedSettings } from '../asked-settings.ts';
import { askedShape, DashletSeries, GroupKeys, Legend, seriesOf } from '../dashlet-parts.ts';
import { reportFaults, type SettingsFault } from '../settings-fault.ts';

const pieFaults = (settings: AskedSettings): SettingsFault[] => [
  ...(settings.keys.length > 0 && settings.series.length > 1
    ? [{ path: ['series'], code: 'PIE_ONE_KPI' as const }]
    : []),
  ...askedFaults(settings),
];

/** Shares of one series by key, or of several series. */
export const PieSettings = z
  .strictObject({
    ...askedShape,
    keys: GroupKeys,
    series: seriesOf(DashletSeries),
    /** A ring with the total in the middle. */
    ring: z.boolean().default(true),
    labels: z.enum(['none', 'value', 'percent']).default('percent'),
    legend: Legend,
  })
  .superRefine(reportFaults(pieFaults));
export type PieSettings = z.infer<typeof PieSettings>;

export const pieQuestion = (settings: PieSettings) => questionOf(settings);
