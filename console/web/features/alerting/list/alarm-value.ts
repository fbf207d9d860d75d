import type { AlarmRow, Operator } from '#schemas/alerting/alert.ts';

/** Whether a measure is an outlier: it satisfies operator and threshold. A missing measure never is. */
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

/** The newest value that was measured. */
export const latestValue = (recent: AlarmRow['recent']): number | null =>
  recent.findLast((value) => value !== null) ?? null;

/** How many of the last measures are outliers. */
export const countOutliers = ({
  recent,
  operator,
  threshold,
}: Pick<AlarmRow, 'recent' | 'operator' | 'threshold'>): number =>
  recent.filter((value) => isOutlier(value, operator, threshold)).length;
