import type { RetentionDays } from '#schemas/limit/retention.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#schemas/time/duration.ts';
import { hourPartsOf, stepStart } from '#schemas/time/zoned-steps.ts';
import type { HourCut } from '../../shared/zone/hour-cuts.ts';

/** What is kept of a customer, and since when. */
export interface KeptValues {
  readonly days: RetentionDays;
  readonly nowMs: number;
  /** Into how many rows its hours are cut. */
  readonly cut: HourCut;
}

/** The day of the start is kept as a whole, and values are removed some time after they expired. */
const SLACK_MS = HOUR_MS;

/** Whether a table reaches back to a start. */
export const isKept = (from: number, finest: keyof RetentionDays, { days, nowMs }: KeptValues): boolean =>
  from * SECOND_MS >= nowMs - days[finest] * DAY_MS - SLACK_MS;

/** Start of the first day of UTC with hours; undefined: hours are kept for as long as days. */
export const hoursFrom = ({ days, nowMs }: KeptValues): number | undefined =>
  days['1h'] >= days['1d']
    ? undefined
    : stepStart(Math.floor((nowMs - days['1h'] * DAY_MS - SLACK_MS) / SECOND_MS), '1d', 'UTC');

interface ZonedPeriod {
  readonly from: number;
  readonly to: number;
  readonly timeZone: string;
}

/** Whether the hours of a zone are put together exactly from the stored ones. */
export const fitsHours = ({ from, to, timeZone }: ZonedPeriod, { cut }: Pick<KeptValues, 'cut'>): boolean => {
  const parts = hourPartsOf({ from, to }, timeZone);
  return parts === 1 || (cut.parts % parts === 0 && cut.since <= from);
};

/** Whether steps are put together from values of 5 minutes: those of zones that cut stored hours in two, as long as these are kept. */
export const isFromMinutes = (period: ZonedPeriod, retention: KeptValues): boolean =>
  isKept(period.from, '5m', retention) && !fitsHours(period, retention);
