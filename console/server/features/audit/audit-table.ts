import { dateAtMs } from '#platform/clock/time.ts';
import type { AuditEvent } from '#schemas/audit/event.ts';
import { auditExportColumns } from '#schemas/audit/export-columns.ts';
import type { FileColumn, FileRow } from '#schemas/csv/table-file.ts';
import type { PagedTable } from '../../shared/file/paged-table.ts';

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
    return [event.seq, at, ...auditExportColumns.map((name) => cells[name])];
  };
  return {
    columns: [value('seq'), time, ...auditExportColumns.map(value)],
    async *pages() {
      for await (const events of pages) yield events.map(rowOf);
    },
  };
}
