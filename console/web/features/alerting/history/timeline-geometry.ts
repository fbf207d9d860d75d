import type { AlertTimeline } from '#schemas/alerting/history.ts';
import { severities, type Severity } from '#schemas/alerting/severity.ts';

export interface AlertTimelineBar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly severity: Severity;
}

interface Frame {
  /** Seconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly width: number;
  readonly height: number;
}

const GAP = 1;
/** A single alarm stays visible next to a storm. */
const MIN_HEIGHT = 2;

/** Horizontal position of a time, clamped to 0 … `width`. */
export const timelineX = (at: number, { from, to, width }: Frame): number =>
  Math.min(1, Math.max(0, (at - from) / Math.max(1, to - from))) * width;

/** Alarms raised in each bucket, stacked by severity with the worst at the bottom. */
export function alertTimelineBars(
  { buckets, bucketSeconds }: AlertTimeline,
  frame: Frame,
): AlertTimelineBar[] {
  const max = Math.max(1, ...buckets.map(({ critical, major, minor }) => critical + major + minor));
  return buckets.flatMap((bucket) => {
    const x = timelineX(bucket.at, frame);
    const width = Math.max(1, timelineX(bucket.at + bucketSeconds, frame) - x - GAP);
    let bottom = frame.height;
    return severities.flatMap((severity) => {
      const count = bucket[severity];
      if (count === 0) return [];
      const height = Math.max(MIN_HEIGHT, (count / max) * frame.height);
      bottom -= height;
      return [{ x, y: Math.max(0, bottom), width, height, severity }];
    });
  });
}

/** Alarms raised in the bucket of a time, and alarms running after the last change before it. */
export function summaryAt({ buckets, bucketSeconds, running }: AlertTimeline, at: number) {
  const before = buckets.findLast((bucket) => bucket.at <= at);
  const inside = before !== undefined && at < before.at + bucketSeconds ? before : undefined;
  return {
    raised: inside === undefined ? 0 : inside.critical + inside.major + inside.minor,
    running: before?.running ?? running,
  };
}

/** [from, to), seconds since 1970. */
export interface DraggedPeriod {
  readonly from: number;
  readonly to: number;
}

/** The buckets between two times in any order, within the timeline. */
export function draggedPeriod(
  one: number,
  other: number,
  { from, to, step }: { readonly from: number; readonly to: number; readonly step: number },
): DraggedPeriod {
  const start = Math.floor(Math.min(one, other) / step) * step;
  const end = Math.ceil(Math.max(one, other) / step) * step;
  return { from: Math.max(from, start), to: Math.min(to, end) };
}

/** The time that a key selects; undefined for other keys. */
export function timeByKey(
  key: string,
  at: number,
  { from, to, step }: { readonly from: number; readonly to: number; readonly step: number },
): number | undefined {
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: at - step,
    ArrowDown: at - step,
    ArrowRight: at + step,
    ArrowUp: at + step,
    PageDown: at - 10 * step,
    PageUp: at + 10 * step,
    Home: from,
    End: to,
  };
  const target = targets[key];
  return target === undefined ? undefined : Math.min(to, Math.max(from, target));
}
