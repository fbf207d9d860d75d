import type { AlarmRow, Operator } from '#schemas/alerting/alert.ts';

/** Whether a measure satisfies operator and threshold. A missing measure never does. */
export function isOutlier(value: number | null, operator: Operator, threshold: number): boolean {
  if (value === null) return false;
  switch (operator) {
    case '>':
      return value > threshold;
    case '>=':
      return value >= threshold;
    case '<':
      return value < threshold;
    case '<=':
      return value <= threshold;
    case '=':
      return value === threshold;
    case '!=':
      return value !== threshold;
  }
}

/** The newest measured value. */
export const latestValue = (recent: AlarmRow['recent']): number | null =>
  recent.findLast((value) => value !== null) ?? null;

/** Number of outliers among the last measures. */
export const countOutliers = ({
  recent,
  operator,
  threshold,
}: Pick<AlarmRow, 'recent' | 'operator' | 'threshold'>): number =>
  recent.filter((value) => isOutlier(value, operator, threshold)).length;
