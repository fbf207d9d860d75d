import type { RetentionDays } from '#schemas/limit/retention.ts';
import { DAY_MS, SECOND_MS } from '#schemas/time/duration.ts';
import {
  automaticGranularity,
  granularities,
  granularityMs,
  mayDisplay,
  type Granularity,
} from '#schemas/time/granularity.ts';

/** Seconds since 1970; granularities that are not stated are automatic. */
interface StatedSpan {
  readonly from: number;
  readonly to: number;
  readonly working?: Granularity | undefined;
  readonly display?: Granularity | undefined;
}

/** Returns the display granularity of a request: the automatic one of its period, as far as a stated working granularity allows. */
export function displayOf({ from, to, working, display }: StatedSpan): Granularity {
  const automatic = automaticGranularity((to - from) * SECOND_MS);
  return display ?? (working === undefined || mayDisplay(working, automatic) ? automatic : working);
}

/** Where the values of a series are read. */
export interface SeriesWorking {
  readonly working: Granularity;
  /** Whether a percentile comes from the stored quantiles of hours or days. */
  readonly fromQuantiles: boolean;
  /** Whether the points are coarser than the windows of measures, which are not retained any more, or too many to read. */
  readonly isCoarser: boolean;
}

type Reading = Pick<SeriesWorking, 'working' | 'fromQuantiles'>;

export interface WorkingRequest {
  readonly stated: Granularity | undefined;
  /** Stated by a document: it was retained for the period of that time, the automatic one takes its place where it is not. */
  readonly isStored?: boolean;
  readonly display: Granularity;
  /** Whether stored quantiles hold the aggregation from windows of five minutes. */
  readonly hasQuantiles: (working: Granularity) => boolean;
  /** The table that has to reach back to the start. */
  readonly finest: (reading: Reading) => keyof RetentionDays;
  readonly isRetained: (table: keyof RetentionDays) => boolean;
  /** Number of rows that are read; an automatic granularity avoids more than `maxRows`, which a page cannot wait for. */
  readonly rows?: (reading: Reading) => number;
  readonly maxRows?: number;
}

/** The readings of some granularities that retention holds, the finest first. */
const readingsOf = (
  { hasQuantiles, finest, isRetained }: WorkingRequest,
  candidates: readonly Granularity[],
): readonly Reading[] =>
  candidates
    .flatMap((working) => [
      { working, fromQuantiles: false },
      ...(hasQuantiles(working) ? [{ working, fromQuantiles: true }] : []),
    ])
    .filter((reading) => isRetained(finest(reading)));

/** The finest reading that the aggregation needs, retention holds and a page can wait for. */
function automaticReading(request: WorkingRequest): Reading | undefined {
  const { display, rows = () => 0, maxRows = Infinity } = request;
  const readings = readingsOf(
    request,
    granularities.filter((one) => mayDisplay(one, display)),
  );
  // Where all of them read too much, the finest of those that read the least.
  const least = Math.min(...readings.map(rows));
  return readings.find((reading) => rows(reading) <= Math.max(maxRows, least));
}

/** Returns how a series is read: as stated, else by the automatic granularity. Undefined: no table holds its period. */
export function workingOf(request: WorkingRequest): SeriesWorking | undefined {
  const { stated, isStored = false } = request;
  const [exact] = stated === undefined ? [] : readingsOf(request, [stated]);
  const chosen = exact ?? (stated === undefined || isStored ? automaticReading(request) : undefined);
  return chosen && { ...chosen, isCoarser: chosen !== exact && chosen.working !== '5m' };
}

/** The shortest month. */
const MONTH_MS = 28 * DAY_MS;

/** Maximum number of points of a period. */
export const pointsOf = ({ from, to }: Pick<StatedSpan, 'from' | 'to'>, display: Granularity): number =>
  Math.ceil(((to - from) * SECOND_MS) / (granularityMs[display] ?? MONTH_MS)) + 1;
