/** What the alarms of a period are grouped by. */
export const occurrenceGroupings = ['site', 'device', 'alarm'] as const;
export type OccurrenceGrouping = (typeof occurrenceGroupings)[number];
