import { z } from 'zod';
import { tableDashlet } from '../../limit/dashlet.ts';
import { requestFaults, requestPartOf } from '../request-settings.ts';
import { requestShape, DashletSeries, GroupKeys } from '../dashlet-parts.ts';
import { reportFaults } from '../settings-fault.ts';

/**
 * A promised share of time, what was reached in the period shown, and how much of the time that may be missed is left. The KPI is an
 * availability in percent: `100 × time available ÷ time`.
 */
export const ServiceSettings = z
  .strictObject({
    ...requestShape,
    keys: GroupKeys,
    series: z.array(DashletSeries).length(1),
    /** Percent. */
    promise: z.number().gt(0).max(100).default(99.9),
    maxLines: z.int().min(1).max(tableDashlet.maxLines).default(30),
  })
  .superRefine(reportFaults(requestFaults));
export type ServiceSettings = z.infer<typeof ServiceSettings>;

export const serviceRequest = (settings: ServiceSettings) => ({
  ...requestPartOf(settings),
  lines: { count: settings.maxLines },
});
