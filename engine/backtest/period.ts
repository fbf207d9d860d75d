/**
 * Windows to evaluate, by start in seconds: [from, until) is reported, [first, from) is only looked back at.
 */
export interface Period {
  readonly first: number;
  readonly from: number;
  readonly until: number;
  readonly length: number;
}

interface BacktestRange {
  readonly from: number;
  readonly to: number;
  readonly length: number;
  /** The largest number of windows that a rule looks back at (`lookback`). */
  readonly measures: number;
  /** Start of the newest window decided; it and later ones may not be stored yet and are left out. */
  readonly newest: number;
}

/** The windows that start within the requested period. */
export function evaluationPeriod({ from, to, length, measures, newest }: BacktestRange): Period {
  const nextStart = (at: number): number => Math.ceil(at / length) * length;
  const start = nextStart(from);
  const until = Math.max(start, Math.min(nextStart(to), newest));
  return { first: Math.max(0, start - measures * length), from: start, until, length };
}

/** Number of windows evaluated per element. */
export const windowsOf = ({ first, until, length }: Period): number => (until - first) / length;
