import type { Thresholds } from '#schemas/dashboard/dashlet-parts.ts';

export type Level = Thresholds[number]['level'];

/** The level of a value: that of the last threshold which it reaches; undefined below all of them. */
export const levelOf = (thresholds: Thresholds, value: number | null): Level | undefined =>
  value === null ? undefined : thresholds.findLast(({ from }) => from <= value)?.level;
