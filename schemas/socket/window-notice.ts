import { z } from 'zod';

/** Rollups announced in addition to the base window. */
const rollupSteps = [
  { granularity: '1h', seconds: 3_600 },
  { granularity: '1d', seconds: 86_400 },
] as const;

/**
 * A window of a customer closed: its measures can be read. Starts increase per customer, source and granularity; windows that
 * closed together are announced by the newest one.
 */
export const WindowNotice = z.strictObject({
  customer: z.number().int().positive(),
  /** Windows of counters and flows close independently. */
  of: z.enum(['samples', 'flows']),
  /** `5m` is the base window of any configured length. */
  granularity: z.enum(['5m', '1h', '1d']),
  /** Start, seconds since 1970, and length in seconds. */
  start: z.number().int().nonnegative(),
  length: z.number().int().positive(),
  /** Watermark at closing time, milliseconds since 1970. */
  watermark: z.number().nonnegative(),
});
export type WindowNotice = z.infer<typeof WindowNotice>;

type ClosedStep = Pick<WindowNotice, 'granularity' | 'start' | 'length'>;

/** Returns the windows that close with a base window (seconds). `previousStart`: start of the last announced base window. */
export function closedSteps(
  { start, length }: { readonly start: number; readonly length: number },
  previousStart: number | undefined,
): readonly ClosedStep[] {
  const end = start + length;
  const announced = previousStart === undefined ? start : previousStart + length;
  const rolledUp = rollupSteps.flatMap(({ granularity, seconds }): ClosedStep[] => {
    const newest = Math.floor(end / seconds) * seconds;
    return newest > announced && newest <= end && seconds > length
      ? [{ granularity, start: newest - seconds, length: seconds }]
      : [];
  });
  return [{ granularity: '5m', start, length }, ...rolledUp];
}

/** Key of the notices of one customer, source and granularity. */
export const stepKey = ({
  customer,
  of,
  granularity,
}: Pick<WindowNotice, 'customer' | 'of' | 'granularity'>): string =>
  `${String(customer)}:${of}:${granularity}`;
