import { stepStarts } from '#schemas/time/zoned-steps.ts';
import { DAY_S } from '#schemas/time/duration.ts';

/** Steps of a period: their starts, and the seconds of each within the period. */
export interface ExploreSteps {
  readonly starts: readonly number[];
  readonly seconds: readonly number[];
}

interface SteppedPeriod {
  readonly from: number;
  readonly to: number;
  /** Seconds. */
  readonly step: number;
  readonly timeZone: string;
}

/** Days begin in a zone, shorter steps at multiples of their length since 1970, as `seriesSql` has them. */
export function stepsOfPeriod({ from, to, step, timeZone }: SteppedPeriod): ExploreSteps {
  const first = Math.floor(from / step) * step;
  const starts =
    step === DAY_S
      ? stepStarts({ from, to }, '1d', timeZone)
      : Array.from({ length: Math.ceil((to - first) / step) }, (_, place) => first + place * step);
  const seconds = starts.map((start, place) => Math.min(starts[place + 1] ?? to, to) - Math.max(start, from));
  return { starts, seconds };
}
