import { z } from 'zod';
import { requestFaults, requestPartOf } from '../request-settings.ts';
import { mayDisplay } from '../../time/granularity.ts';
import { groupAttributes } from '../../data/key-attribute.ts';
import { requestShape, DashletSeries, Thresholds } from '../dashlet-parts.ts';
import { reportFaults } from '../settings-fault.ts';

/** One value per hour as cells of days and hours: when it happens again and again. `date` is the key of its request, in steps of an hour. */
export const HoursSettings = z
  .strictObject({
    ...requestShape,
    keys: z.array(z.enum(groupAttributes)).max(0).default([]),
    series: z.array(DashletSeries).length(1),
    thresholds: Thresholds,
  })
  .superRefine(reportFaults(requestFaults));
export type HoursSettings = z.infer<typeof HoursSettings>;

export function hoursRequest({ working, ...settings }: HoursSettings) {
  return {
    // Values of days have no hours.
    ...requestPartOf(
      working !== undefined && mayDisplay(working, '1h') ? { ...settings, working } : settings,
      ['date'],
    ),
    display: '1h' as const,
  };
}
