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
  /** Vertical position of the threshold. */
  readonly threshold: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const HEADROOM = 1.12;
const MAX_BAR_PX = 36;
const STUB_PX = 2;

/** Bars of the last measures against the threshold, from zero up. */
export function evidenceGeometry(
  alarm: Pick<AlarmRow, 'recent' | 'operator' | 'threshold'>,
  { width: wide, height }: Size,
): EvidenceGeometry {
  const values = alarm.recent.map((value) => value ?? 0);
  const top = Math.max(alarm.threshold, ...values, Number.EPSILON) * HEADROOM;
  const slot = wide / Math.max(1, alarm.recent.length);
  const width = Math.min(MAX_BAR_PX, slot * 0.7);
  const bars = alarm.recent.map((value, index): Bar => {
    const tall = value === null ? STUB_PX : Math.max(STUB_PX, (Math.max(0, value) / top) * height);
    const is =
      value === null ? 'none' : isOutlier(value, alarm.operator, alarm.threshold) ? 'outlier' : 'normal';
    return { x: index * slot + (slot - width) / 2, width, y: height - tall, height: tall, is };
  });
  return { bars, threshold: height - (Math.max(0, alarm.threshold) / top) * height };
}
