import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { isOutlier, latestValue } from './alarm-value.ts';

/**
 * Why the alarm runs now: its newest measure is out of limits, it is within limits again but the rule still holds, or there is no
 * newest measure.
 */
export type AlarmState = 'outOfLimits' | 'recovering' | 'noData';

/** In the order of urgency. */
export const alarmStates: readonly AlarmState[] = ['outOfLimits', 'noData', 'recovering'];

export function alarmState({
  recent,
  operator,
  threshold,
  noDataSince,
}: Pick<AlarmRow, 'recent' | 'operator' | 'threshold' | 'noDataSince'>): AlarmState {
  if (noDataSince !== undefined || (recent.at(-1) ?? null) === null) return 'noData';
  return isOutlier(latestValue(recent), operator, threshold) ? 'outOfLimits' : 'recovering';
}
