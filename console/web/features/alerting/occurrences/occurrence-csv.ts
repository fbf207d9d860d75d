import type { AlarmOccurrence } from '#schemas/alerting/occurrences.ts';
import { isoOf } from '#web/lib/clock.ts';
import { csvOf } from '#web/lib/csv.ts';
import { secondsOf } from './occurrences.ts';

const timeOf = (seconds: number | null): string | null => (seconds === null ? null : isoOf(seconds * 1_000));

/** Field names are the same in every language: scripts read the file. An alarm that runs has no `clearedAt`. */
export const occurrenceCsv = (occurrences: readonly AlarmOccurrence[], end: number): string =>
  csvOf([
    [
      ...['severity', 'alarm', 'kpi', 'site', 'element'],
      ...['raisedAt', 'clearedAt', 'durationSeconds', 'acknowledgedBy', 'assignedTo', 'raises', 'notified'],
    ],
    ...occurrences.map((each) => [
      ...[each.severity, each.name, each.kpi, each.siteName, each.elementName],
      ...[timeOf(each.raisedAt), timeOf(each.clearedAt), secondsOf(each, end)],
      ...[each.acknowledgedBy, each.assignedTo, each.raises],
      each.notified.map(({ kind, target, state }) => `${target ?? kind}: ${state}`).join('; '),
    ]),
  ]);
