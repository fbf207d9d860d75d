/** Days for which values are kept by default, by granularity of the table (`RETENTION_5M_DAYS` and others). */
export const defaultRetentionDays = { '5m': 31, '1h': 92, '1d': 1_096 } as const;

export type RetentionDays = Readonly<Record<keyof typeof defaultRetentionDays, number>>;
