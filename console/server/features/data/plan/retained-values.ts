import type { RetentionDays } from '#schemas/limit/retention.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#schemas/time/duration.ts';
import { hourPartsOf, stepStart } from '#schemas/time/zoned-steps.ts';
import type { HourCut } from '#server/shared/zone/hour-cuts.ts';

/** How long values of a customer are retained, and how its hours are cut. */
export interface RetainedValues {
  readonly days: RetentionDays;
  readonly nowMs: number;
  /** Into how many rows its hours are cut. */
  readonly cut: HourCut;
}

/** Values are removed some time after they expire, a full day at a time. */
const SLACK_MS = HOUR_MS;

/** Whether a table reaches back to a start. */
export const reachesBack = (
  from: number,
  finest: keyof RetentionDays,
  { days, nowMs }: RetainedValues,
): boolean => from * SECOND_MS >= nowMs - days[finest] * DAY_MS - SLACK_MS;

/** Start of the first day of UTC with hours; undefined: hours are retained for as long as days. */
export const hoursFrom = ({ days, nowMs }: RetainedValues): number | undefined =>
  days['1h'] >= days['1d']
    ? undefined
    : stepStart(Math.floor((nowMs - days['1h'] * DAY_MS - SLACK_MS) / SECOND_MS), '1d', 'UTC');

interface ZonedPeriod {
  readonly from: number;
  readonly to: number;
  readonly timeZone: string;
}

/** Whether the stored hours add up to those of a zone. */
export const fitsHours = (
  { from, to, timeZone }: ZonedPeriod,
  { cut }: Pick<RetainedValues, 'cut'>,
): boolean => {
  const parts = hourPartsOf({ from, to }, timeZone);
  return parts === 1 || (cut.parts % parts === 0 && cut.since <= from);
};

/** Whether steps are aggregated from values of 5 minutes: those of zones that cut stored hours in two, while these are retained. */
export const isFromMinutes = (period: ZonedPeriod, retention: RetainedValues): boolean =>
  reachesBack(period.from, '5m', retention) && !fitsHours(period, retention);
