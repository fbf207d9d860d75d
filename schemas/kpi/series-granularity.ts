import { DAY_MS, SECOND_MS } from '../time/duration.ts';
import { automaticGranularity, granularityMs, mayDisplay } from '../time/granularity.ts';
import type { Granularity } from '../time/granularity.ts';

/** Seconds since 1970; granularities that are not stated are automatic. */
interface AskedSpan {
  readonly from: number;
  readonly to: number;
  readonly working?: Granularity | undefined;
  readonly display?: Granularity | undefined;
}

/** Granularities of a request: the automatic one of its period where none is stated, as far as the other one allows. */
export function granularitiesOf({ from, to, working, display }: AskedSpan): {
  readonly working: Granularity;
  readonly display: Granularity;
} {
  const automatic = automaticGranularity((to - from) * SECOND_MS);
  const shown = display ?? (working === undefined || mayDisplay(working, automatic) ? automatic : working);
  return { working: working ?? (mayDisplay(automatic, shown) ? automatic : shown), display: shown };
}

/** The shortest month. */
const MONTH_MS = 28 * DAY_MS;

/** Maximum number of points of a period. */
export const pointsOf = ({ from, to }: Pick<AskedSpan, 'from' | 'to'>, display: Granularity): number =>
  Math.ceil(((to - from) * SECOND_MS) / (granularityMs[display] ?? MONTH_MS)) + 1;
