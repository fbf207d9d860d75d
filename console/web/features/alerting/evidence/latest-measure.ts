import type { AlarmRow } from '#schemas/alerting/alert.ts';

/** A measured value of an alarm. */
export interface LatestMeasure {
  readonly value: number;
  /** End of its window, seconds since 1970. */
  readonly until: number;
  /** Whether no window without a value came later. */
  readonly isNewest: boolean;
}

/** The newest measured value with its time. Undefined without any. */
export function latestMeasure({
  recent,
  window,
  length,
}: Pick<AlarmRow, 'recent' | 'window' | 'length'>): LatestMeasure | undefined {
  const index = recent.findLastIndex((value) => value !== null);
  const value = recent[index] ?? null;
  if (value === null) return undefined;
  const later = recent.length - 1 - index;
  return { value, until: window + length - later * length, isNewest: later === 0 };
}
