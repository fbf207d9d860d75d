import type { DataResult } from '#schemas/data/data-result-size.ts';
import { businessHours, type BusinessHours } from '#schemas/time/business-hours.ts';
import type { Granularity } from '#schemas/time/granularity.ts';
import { nextStepStart, secondsOnDays, stepStarts } from '#schemas/time/zoned-steps.ts';

/** What of a result decides how many points become one value. */
export interface PointSpan extends Pick<DataResult, 'display' | 'timeZone' | 'from' | 'to'> {
  readonly steps: readonly number[] | null;
}

/** Fewest and most points of a value. */
export interface PointCount {
  readonly least: number;
  readonly most: number;
}

interface Counted {
  readonly working: Granularity;
  readonly timeZone: string;
  /** Days of the week that count. */
  readonly days: readonly number[];
}

const seconds: Partial<Record<Granularity, number>> = { '5m': 300, '1h': 3_600 };

function pointsIn(
  span: { readonly from: number; readonly to: number },
  { working, timeZone, days }: Counted,
): number {
  const length = seconds[working];
  if (length !== undefined) return Math.round(secondsOnDays(span, days, timeZone) / length);
  const starts = stepStarts(span, working, timeZone);
  return starts.filter((from, index) => {
    const to = starts[index + 1] ?? span.to;
    return secondsOnDays({ from, to }, days, timeZone) > 0;
  }).length;
}

/**
 * Returns how many points at the working granularity become one value: of a complete step each, or of the period. A day of a clock change
 * has fewer or more. Undefined: weeks do not divide months.
 */
export function pointCount(
  { display, timeZone, from, to, steps }: PointSpan,
  working: Granularity,
  hours: BusinessHours,
): PointCount | undefined {
  if (working === '1w' && (steps === null || display === '1mo')) return undefined;
  const { days } = businessHours[hours];
  const counted = { working, timeZone, days };
  const spans =
    steps === null
      ? [{ from, to }]
      : steps.map((start) => ({ from: start, to: nextStepStart(start, display, timeZone) }));
  const counts = spans.map((span) => pointsIn(span, counted)).filter((count) => count > 0);
  if (counts.length === 0) return undefined;
  return {
    least: counts.reduce((least, count) => Math.min(least, count)),
    most: counts.reduce((most, count) => Math.max(most, count)),
  };
}
