import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';

function isTimeZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}

/** Name of an IANA zone. An offset such as +02:00 knows no summer time and is refused. */
const TimeZone = z
  .string()
  .max(64)
  .refine((name) => /^[A-Za-z]/.test(name) && isTimeZone(name), {
    error: ({ input }) => `"${String(input)}" is no time zone such as Europe/Paris`,
  });

const MONTH_MINUTES = 31 * 1_440;

const common = {
  /** Every day, week or month; every second one with 2. Counted from the day on which the silence starts. */
  interval: z.int().min(1).max(52).default(1),
  /** Local time of the beginning. */
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'a time such as 22:30' }),
  /**
   * How long a window lasts. Whole days are days of the calendar, the rest is time that passes (RFC 5545 §3.3.6): two hours
   * stay two hours in the night in which the clock changes, and a day that begins at midnight ends at midnight.
   */
  minutes: z.int().min(1).max(MONTH_MINUTES),
  zone: TimeZone,
};

/** Day of the week, 1 is Monday (ISO 8601). */
const Weekday = z.int().min(1).max(7);

/**
 * When a maintenance window comes again. A month is told by a day, -1 for its last one (29 to 31 are not in every month and
 * refused), or by a weekday: `nth` 2 and `weekday` 2 are the second Tuesday, -1 the last one.
 */
export const Recurrence = z.discriminatedUnion('every', [
  z.strictObject({ every: z.literal('day'), ...common }),
  z.strictObject({ every: z.literal('week'), weekdays: z.array(Weekday).min(1).max(7), ...common }),
  z.strictObject({
    every: z.literal('month'),
    on: z.union([
      z.strictObject({ day: z.union([z.int().min(1).max(28), z.literal(-1)]) }),
      z.strictObject({ nth: z.union([z.int().min(1).max(4), z.literal(-1)]), weekday: Weekday }),
    ]),
    ...common,
  }),
]);
export type Recurrence = z.infer<typeof Recurrence>;
