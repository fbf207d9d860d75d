import { dateAtMs } from '#platform/clock/time.ts';
import type { AuditEvent } from '#schemas/audit/event.ts';
import type { FileColumn, FileRow } from '#schemas/csv/table-file.ts';
import type { PagedTable } from '../../shared/file/paged-table.ts';

const after = [
  'kind',
  'action',
  'code',
  'actor',
  'via',
  'address',
  'subject',
  'subjectId',
  'subjectName',
  'customer',
  'detail',
  'requestId',
  'hash',
] as const;

const value = (name: string): FileColumn => ({ is: 'value', name });

/**
 * Audit events as a table. Names of columns are those of the REST API: scripts read the file. `timeZone`: of the times; without one they are
 * ISO 8601 in UTC, with milliseconds.
 */
export function auditTable(
  pages: AsyncIterable<readonly AuditEvent[]>,
  timeZone: string | undefined,
): PagedTable {
  const time: FileColumn = timeZone === undefined ? value('at') : { is: 'time', name: 'at', timeZone };
  const rowOf = (event: AuditEvent): FileRow => {
    const cells = { ...event, detail: JSON.stringify(event.detail) };
    const at = timeZone === undefined ? dateAtMs(event.at).toISOString() : event.at;
    return [event.seq, at, ...after.map((name) => cells[name])];
  };
  return {
    columns: [value('seq'), time, ...after.map(value)],
    async *pages() {
      for await (const events of pages) yield events.map(rowOf);
    },
  };
}
