/** A unit is used below this count: 60 minutes, 24 hours, 30 days, 12 months (specification, section 9). */
export const relativeThresholds = { minute: 60, hour: 24, day: 30, month: 12 } as const;

export type RelativeUnit = 'second' | 'minute' | 'hour' | 'day' | 'month' | 'year';

/** From finest to coarsest: length in seconds and maximum count. */
const steps: readonly (readonly [RelativeUnit, number, number])[] = [
  ['second', 1, 60],
  ['minute', 60, relativeThresholds.minute],
  ['hour', 3_600, relativeThresholds.hour],
  ['day', 86_400, relativeThresholds.day],
  // A month has 30 days, so that the first month follows day 29.
  ['month', 2_592_000, relativeThresholds.month],
];

export interface RelativeTime {
  /** Whole units, toward zero; negative in the past. */
  readonly count: number;
  readonly unit: RelativeUnit;
}

/** Converts a difference in milliseconds (negative: in the past) to the unit of the thresholds. */
export function relativeTime(differenceMs: number): RelativeTime {
  const seconds = differenceMs / 1_000;
  for (const [unit, length, below] of steps) {
    const count = Math.trunc(seconds / length) + 0;
    if (Math.abs(count) < below) return { count, unit };
  }
  return { count: Math.trunc(seconds / 31_104_000), unit: 'year' };
}

/** “3 minutes ago”, “il y a 3 minutes”. */
export function relativeText(differenceMs: number, locale: string): string {
  const { count, unit } = relativeTime(differenceMs);
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(count, unit);
}
