import type { RetentionDays } from '#schemas/limit/retention.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#schemas/time/duration.ts';
import { cutsHours } from '#schemas/time/zoned-steps.ts';

/** What is kept, and since when. */
export interface KeptValues {
  readonly days: RetentionDays;
  readonly nowMs: number;
}

/** The day of the start is kept as a whole, and values are removed some time after they expired. */
const SLACK_MS = HOUR_MS;

/** Whether a table reaches back to a start. */
export const isKept = (from: number, finest: keyof RetentionDays, { days, nowMs }: KeptValues): boolean =>
  from * SECOND_MS >= nowMs - days[finest] * DAY_MS - SLACK_MS;

/** Whether steps are put together from values of 5 minutes: those of zones that cut hours in two, as long as these are kept. */
export const isFromMinutes = (
  { from, to, timeZone }: { readonly from: number; readonly to: number; readonly timeZone: string },
  retention: KeptValues,
): boolean => isKept(from, '5m', retention) && cutsHours({ from, to }, timeZone);
