/** Seconds since 1970. */
export interface PlotPeriod {
  readonly from: number;
  readonly to: number;
}

/** A shorter period shows no more than one of a minute. */
const SHORTEST_S = 60;
const IN = 0.8;

/** A period `by` times as long about `at`, or its middle. It ends before `end`: what is after has not happened. */
export function zoomedOut(
  { from, to }: PlotPeriod,
  { at = (from + to) / 2, by, end }: { readonly at?: number; readonly by: number; readonly end: number },
): PlotPeriod {
  const length = (to - from) * by;
  const start = at - (at - from) * by;
  const last = Math.min(start + length, Math.max(end, to));
  return { from: Math.max(0, last - length), to: last };
}

/** A shorter period, in which `at` is where it was. */
export function zoomedIn({ from, to }: PlotPeriod, at: number): PlotPeriod {
  const by = Math.min(1, Math.max(IN, SHORTEST_S / (to - from)));
  return { from: at - (at - from) * by, to: at + (to - at) * by };
}
