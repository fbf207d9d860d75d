import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { isOutlier } from '../list/alarm-value.ts';

export interface Bar {
  readonly x: number;
  readonly width: number;
  readonly y: number;
  readonly height: number;
  readonly is: 'outlier' | 'normal' | 'none';
}

export interface EvidenceGeometry {
  readonly bars: readonly Bar[];
  /** Where the threshold lies. */
  readonly threshold: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const room = 1.12;
const widest = 36;
const stub = 2;

/** Bars of the last measures against the threshold, from zero up. */
export function evidenceGeometry(
  alarm: Pick<AlarmRow, 'recent' | 'operator' | 'threshold'>,
  { width: wide, height }: Size,
): EvidenceGeometry {
  const values = alarm.recent.map((value) => value ?? 0);
  const top = Math.max(alarm.threshold, ...values, Number.EPSILON) * room;
  const slot = wide / Math.max(1, alarm.recent.length);
  const width = Math.min(widest, slot * 0.7);
  const bars = alarm.recent.map((value, index): Bar => {
    const tall = value === null ? stub : Math.max(stub, (Math.max(0, value) / top) * height);
    const is =
      value === null ? 'none' : isOutlier(value, alarm.operator, alarm.threshold) ? 'outlier' : 'normal';
    return { x: index * slot + (slot - width) / 2, width, y: height - tall, height: tall, is };
  });
  return { bars, threshold: height - (Math.max(0, alarm.threshold) / top) * height };
}
