import type { AlarmOccurrence } from '#schemas/alerting/occurrences.ts';
import type { FileCell, FileColumn, FileTable } from '#schemas/csv/table-file.ts';
import { lazyRowsOf } from '#web/lib/export/made-rows.ts';
import { secondsOf } from './occurrences.ts';

const value = (name: string): FileColumn => ({ is: 'value', name });
const timeOf = (seconds: number | null): FileCell => (seconds === null ? null : seconds * 1_000);

interface TableOptions {
  /** Of the period, seconds since 1970: an alarm that runs lasts until then. */
  readonly end: number;
  readonly timeZone: string;
}

/** Field names are the same in every language: scripts read the file. An alarm that runs has no `clearedAt`. */
export function occurrenceTable(
  occurrences: readonly AlarmOccurrence[],
  { end, timeZone }: TableOptions,
): FileTable {
  const time = (name: string): FileColumn => ({ is: 'time', name, timeZone });
  return {
    columns: [
      ...['severity', 'alarm', 'kpi', 'site', 'element'].map(value),
      ...['raisedAt', 'clearedAt'].map(time),
      ...['durationSeconds', 'acknowledgedBy', 'assignedTo', 'raises', 'notified'].map(value),
    ],
    rows: lazyRowsOf(occurrences, (each) => [
      each.severity,
      each.name,
      each.kpi,
      each.siteName,
      each.elementName,
      timeOf(each.raisedAt),
      timeOf(each.clearedAt),
      secondsOf(each, end),
      each.acknowledgedBy,
      each.assignedTo,
      each.raises,
      each.notified.map(({ kind, target, state }) => `${target ?? kind}: ${state}`).join('; '),
    ]),
  };
}
