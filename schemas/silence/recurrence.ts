import { z } from 'zod';
import { TimeZone, ZoneName } from '../time/time-zone.ts';

const MONTH_MINUTES = 31 * 1_440;

const common = {
  /** Every n-th day, week or month, counted from the start day of the silence. */
  interval: z.int().min(1).max(52).default(1),
  /** Local start time. */
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'TIME_INVALID' }),
  /**
   * Length of a window. Whole days are calendar days, the remainder is elapsed time (RFC 5545 §3.3.6): two hours stay two hours across
   * a clock change, and a day from midnight ends at midnight.
   */
  minutes: z.int().min(1).max(MONTH_MINUTES),
};

/** Day of the week, 1 is Monday (ISO 8601). */
const Weekday = z.int().min(1).max(7);

const recurrenceIn = (zone: z.ZodType<string, string>) =>
  z.discriminatedUnion('every', [
    z.strictObject({ every: z.literal('day'), ...common, zone }),
    z.strictObject({ every: z.literal('week'), weekdays: z.array(Weekday).min(1).max(7), ...common, zone }),
    z.strictObject({
      every: z.literal('month'),
      on: z.union([
        z.strictObject({ day: z.union([z.int().min(1).max(28), z.literal(-1)]) }),
        z.strictObject({ nth: z.union([z.int().min(1).max(4), z.literal(-1)]), weekday: Weekday }),
      ]),
      ...common,
      zone,
    }),
  ]);

/**
 * Recurrence of a maintenance window. Monthly: a day, -1 for the last (29 to 31 are rejected since some months lack them), or a
 * weekday: `nth` 2 and `weekday` 2 is the second Tuesday, `nth` -1 the last.
 */
export const Recurrence = recurrenceIn(TimeZone);
/** One that is stored: its windows follow UTC where its zone is unknown to this process. */
export const StoredRecurrence = recurrenceIn(ZoneName);
export type Recurrence = z.infer<typeof Recurrence>;
