import type { AlarmOccurrence } from '#schemas/alerting/occurrences.ts';
import type { Severity } from '#schemas/alerting/severity.ts';

export const severityRank: Readonly<Record<Severity, number>> = { critical: 0, major: 1, minor: 2 };

/** Seconds from the raise to the clear, or to `end` while it runs; null if the raise is not known. */
export const secondsOf = (
  { raisedAt, clearedAt }: Pick<AlarmOccurrence, 'raisedAt' | 'clearedAt'>,
  end: number,
): number | null => (raisedAt === null ? null : Math.max(0, (clearedAt ?? end) - raisedAt));
