import { z } from 'zod';
import { askedFaults, questionOf } from '../asked-settings.ts';
import { groupAttributes } from '../../data/key-attribute.ts';
import { askedShape, DashletSeries, Thresholds } from '../dashlet-parts.ts';
import { reportFaults } from '../settings-fault.ts';

/** One value per hour as cells of days and hours: when it happens again and again. `date` is the key of its request, in steps of an hour. */
export const HoursSettings = z
  .strictObject({
    ...askedShape,
    keys: z.array(z.enum(groupAttributes)).max(0).default([]),
    series: z.array(DashletSeries).length(1),
    thresholds: Thresholds,
  })
  .superRefine(reportFaults(askedFaults));
export type HoursSettings = z.infer<typeof HoursSettings>;

export const hoursQuestion = (settings: HoursSettings) => ({
  ...questionOf(settings, ['date']),
  display: '1h' as const,
});
