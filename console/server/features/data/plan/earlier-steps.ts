import { Temporal } from 'temporal-polyfill';
import type { Granularity } from '#schemas/time/granularity.ts';
import { stepStart, stepStarts } from '#schemas/time/zoned-steps.ts';
import type { Comparison } from '#schemas/data/comparison.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';

interface Stepped {
  /** Seconds since 1970: start of the first step, and end of the period, exclusive. */
  readonly from: number;
  readonly to: number;
  readonly display: Granularity;
  readonly timeZone: string;
}

const fixedSeconds = { '5m': 300, '1h': 3_600 } as const;
const dates = { '1d': 'days', '1w': 'weeks', '1mo': 'months' } as const;
const before = { day: { days: 1 }, week: { weeks: 1 }, month: { months: 1 } } as const;

const zoned = (at: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at * SECOND_MS).toZonedDateTimeISO(zone);
const secondsOf = ({ epochMilliseconds }: Temporal.ZonedDateTime): number => epochMilliseconds / SECOND_MS;

/** As many steps as a period has, right before it. */
function previousSteps({ from, to, display, timeZone }: Stepped): (at: number) => number | undefined {
  const steps = stepStarts({ from, to }, display, timeZone);
  const start =
    display === '5m' || display === '1h'
      ? from - steps.length * fixedSeconds[display]
      : secondsOf(zoned(from, timeZone).subtract({ [dates[display]]: steps.length }));
  const earlier = stepStarts({ from: start, to: from }, display, timeZone);
  const places = new Map(steps.map((step, index) => [step, earlier[index]]));
  return (at) => places.get(at);
}

/** The step that contains the same local time earlier; none on the 31st where the month before is shorter. */
function earlierStep(
  at: number,
  { display, timeZone }: Stepped,
  comparison: Exclude<Comparison, 'previous'>,
): number | undefined {
  const time = zoned(at, timeZone);
  const earlier = time.subtract(before[comparison]);
  if (comparison === 'month' && earlier.day !== time.day) return undefined;
  return stepStart(secondsOf(earlier), display, timeZone);
}

/** Returns for the start of a step of a period the start of the one it is compared with; undefined: there is none. */
export const earlierStepOf = (
  period: Stepped,
  comparison: Comparison,
): ((at: number) => number | undefined) =>
  comparison === 'previous' ? previousSteps(period) : (at) => earlierStep(at, period, comparison);
