import { z } from 'zod';
import { tableDashlet } from '../../limit/dashlet.ts';
import { askedFaults, questionOf } from '../asked-settings.ts';
import { askedShape, DashletSeries, GroupKeys } from '../dashlet-parts.ts';
import { reportFaults } from '../settings-fault.ts';

/**
 * A promised share of time, what was reached in the period shown, and how much of the time that may be missed is left. The KPI is an
 * availability in percent: `100 × time available ÷ time`.
 */
export const ServiceSettings = z
  .strictObject({
    ...askedShape,
    keys: GroupKeys,
    series: z.array(DashletSeries).length(1),
    /** Percent. */
    promise: z.number().gt(0).max(100).default(99.9),
    maxLines: z.int().min(1).max(tableDashlet.maxLines).default(30),
  })
  .superRefine(reportFaults(askedFaults));
export type ServiceSettings = z.infer<typeof ServiceSettings>;

export const serviceQuestion = (settings: ServiceSettings) => ({
  ...questionOf(settings),
  lines: { count: settings.maxLines },
});
