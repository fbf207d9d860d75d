import { Temporal } from 'temporal-polyfill';
import { daysOfMonth, monthBefore } from '#schemas/billing/day.ts';
import { knownZone } from '#schemas/time/time-zone.ts';

interface Monthly {
  readonly monthly: boolean;
  readonly monthlySince: string | null;
  readonly timeZone: string;
}

/**
 * The month whose units are to be mailed now: the one before the current month of the time zone, once its last day of UTC was counted.
 * Undefined: none, also when the month began before mails were switched on.
 */
export function monthToMail(
  { monthly, monthlySince, timeZone }: Monthly,
  { now, lastDay }: { readonly now: Date; readonly lastDay: string | undefined },
): string | undefined {
  if (!monthly || monthlySince === null || lastDay === undefined) return undefined;
  const begun = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(knownZone(timeZone))
    .with({ day: 1 })
    .startOfDay();
  if (Temporal.Instant.compare(begun.toInstant(), Temporal.Instant.from(monthlySince)) < 0) return undefined;
  const month = monthBefore(begun.toPlainDate().toString().slice(0, 7));
  return daysOfMonth(month).to <= lastDay ? month : undefined;
}
