import { z } from 'zod';
import { tableDashlet } from '../../limit/dashlet.ts';
import { requestFaults, requestPartOf } from '../request-settings.ts';
import {
  requestShape,
  Axis,
  DashletKeys,
  DashletSeries,
  Legend,
  LastValue,
  seriesOf,
  Thresholds,
} from '../dashlet-parts.ts';
import { reportFaults } from '../settings-fault.ts';

/** A bar per key and series; with `date` among the keys a bar per step. */
export const BarSettings = z
  .strictObject({
    ...requestShape,
    keys: DashletKeys,
    series: seriesOf(DashletSeries),
    orientation: z.enum(['horizontal', 'vertical']).default('horizontal'),
    stacked: z.boolean().default(false),
    axis: Axis,
    legend: Legend,
    thresholds: Thresholds,
    /** With `date` among the keys only; otherwise without effect. */
    regression: z.boolean().default(false),
    lastValue: LastValue,
    maxLines: z.int().min(1).max(tableDashlet.maxLines).default(30),
  })
  .superRefine(reportFaults(requestFaults));
export type BarSettings = z.infer<typeof BarSettings>;

/** Bars of a top are in its rank; others begin with the greatest value. */
function orderOf({ breakdown }: BarSettings) {
  if (breakdown.kind !== 'top') return { orderBy: 0, order: 'descending' as const };
  const order = breakdown.order === 'lowest' ? ('ascending' as const) : ('descending' as const);
  return { orderBy: breakdown.rankedBy, order };
}

export const barRequest = (settings: BarSettings) => ({
  ...requestPartOf(settings),
  lines: { count: settings.maxLines, ...orderOf(settings) },
});
