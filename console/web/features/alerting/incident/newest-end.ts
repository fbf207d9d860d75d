import type { AlarmRow } from '#schemas/alerting/alert.ts';

/** The end of the newest window of some alarms, seconds since 1970; 0 without any. */
export const newestEnd = (rows: readonly AlarmRow[]): number =>
  rows.reduce((newest, { window, length }) => Math.max(newest, window + length), 0);
