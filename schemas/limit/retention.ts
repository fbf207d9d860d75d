/**
 * Days for which values are retained by default, by granularity of the table (`RETENTION_5M_DAYS` and others). Hours as long as days: days of
 * every time zone are merged from them (docs/adr/0074-days-in-any-time-zone.md).
 */
export const defaultRetentionDays = { '5m': 31, '1h': 1_096, '1d': 1_096 } as const;

/** Days for which raw flows and samples are retained by default (`RETENTION_RAW_DAYS`). */
export const DEFAULT_RAW_DAYS = 3;

export type RetentionDays = Readonly<Record<keyof typeof defaultRetentionDays, number>>;

/** Retention as configured: hours are read together with days, and never retained for longer. */
export const retentionOf = (days: RetentionDays): RetentionDays => ({
  ...days,
  '1h': Math.min(days['1h'], days['1d']),
});
