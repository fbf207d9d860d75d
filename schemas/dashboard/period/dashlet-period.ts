import { z } from 'zod';
import { currentStart, currentUnits } from '../../time/current-start.ts';

/** The longest period of documents. */
export const MAX_PERIOD_MINUTES = 366 * 24 * 60;

/** A period up to the end of that of the page: a length, or since the beginning of the day, week or month. */
export const DashletPeriod = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('last'), minutes: z.int().min(5).max(MAX_PERIOD_MINUTES) }),
  z.strictObject({ kind: z.literal('current'), unit: z.enum(currentUnits) }),
]);
export type DashletPeriod = z.infer<typeof DashletPeriod>;

interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * What a dashlet with its own period requests, where the page shows `page`, seconds since 1970: a page up to now has it up to now. Days
 * begin at midnight of the zone. At the very end of a day, today is that day.
 */
export function dashletSpan(period: DashletPeriod | undefined, page: Span, timeZone: string): Span {
  if (period === undefined) return page;
  const { to } = page;
  const from =
    period.kind === 'last' ? to - period.minutes * 60 : currentStart(to - 1, period.unit, timeZone);
  return { from: Math.max(0, from), to };
}
