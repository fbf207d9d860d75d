import type { BacktestFigures } from '#schemas/cockpit/backtest.ts';

type Bucket = BacktestFigures['timeline'][number];

export interface BacktestBar {
  readonly at: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Frame {
  /** Seconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly bucketSeconds: number;
  readonly width: number;
  readonly height: number;
  /** Minutes of a full-height bar. */
  readonly fullMinutes: number;
  /** Bars stand on the line, or hang below it. */
  readonly side: 'up' | 'down';
}

const GAP = 0.5;
/** A minute stays visible next to a day. */
const MIN_HEIGHT = 2;

export const maxMinutes = (...timelines: readonly (readonly Bucket[])[]): number =>
  Math.max(1, ...timelines.flat().map(({ minutes }) => minutes));

/** Minutes in alarm of each bucket. Empty buckets have no bar. */
export function backtestBars(timeline: readonly Bucket[], frame: Frame): BacktestBar[] {
  const { from, to, bucketSeconds, width: wide, height: tall, fullMinutes, side } = frame;
  const xOf = (at: number): number => ((at - from) / Math.max(1, to - from)) * wide;
  return timeline.flatMap(({ at, minutes }) => {
    if (minutes === 0) return [];
    const x = Math.max(0, xOf(at));
    const width = Math.max(1, Math.min(wide, xOf(at + bucketSeconds)) - x - GAP);
    const height = Math.max(MIN_HEIGHT, (minutes / fullMinutes) * tall);
    return [{ at, x, width, height, y: side === 'up' ? tall - height : 0 }];
  });
}
