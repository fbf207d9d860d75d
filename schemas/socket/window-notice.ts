import { z } from 'zod';

/** Steps whose end a notice tells: those of the base window, and of the rollups behind it. */
const steps = [
  { granularity: '1h', seconds: 3_600 },
  { granularity: '1d', seconds: 86_400 },
] as const;

/**
 * A step of time is over for a customer: what was measured in it can be read from now on. Of one customer, source and granularity
 * the starts only grow; several steps that ended together are told by the newest one.
 */
export const WindowNotice = z.strictObject({
  customer: z.number().int().positive(),
  /** Windows of counters and of flows end apart. */
  of: z.enum(['samples', 'flows']),
  /** `5m` is the base window, whatever length it is configured to. */
  granularity: z.enum(['5m', '1h', '1d']),
  /** Start of the step and its length, seconds since 1970. */
  start: z.number().int().nonnegative(),
  length: z.number().int().positive(),
  /** How far time had come by what was measured when it ended, milliseconds since 1970. */
  watermark: z.number().nonnegative(),
});
export type WindowNotice = z.infer<typeof WindowNotice>;

type Ended = Pick<WindowNotice, 'granularity' | 'start' | 'length'>;

/** The steps that end with a base window (seconds), and those that ended since the one told `before` (its start). */
export function stepsEnded(
  { start, length }: { readonly start: number; readonly length: number },
  before: number | undefined,
): readonly Ended[] {
  const end = start + length;
  const told = before === undefined ? start : before + length;
  const longer = steps.flatMap(({ granularity, seconds }): Ended[] => {
    const newest = Math.floor(end / seconds) * seconds;
    return newest > told && newest <= end && seconds > length
      ? [{ granularity, start: newest - seconds, length: seconds }]
      : [];
  });
  return [{ granularity: '5m', start, length }, ...longer];
}

/** What the notices of a step of time are told apart by. */
export const stepKey = ({
  customer,
  of,
  granularity,
}: Pick<WindowNotice, 'customer' | 'of' | 'granularity'>): string =>
  `${String(customer)}:${of}:${granularity}`;
