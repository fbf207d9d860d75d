import { auditExportColumns } from '#schemas/audit/export-columns.ts';
import { exportAudit, exportAuditRows } from '#schemas/audit/routes.ts';
import { FileMenu } from '#web/kernel/download/FileMenu.tsx';
import { now } from '#web/lib/clock.ts';
import { ownZone } from '#web/lib/zoned/local-time.ts';
import { auditQuery } from './audit-query.ts';
import { useAuditTexts, type AuditText } from './texts/en.ts';
import { useAuditSearch } from './audit-search.ts';

const named = ['seq', 'at', ...auditExportColumns] as const;

/** A column without a text has the name of the interface. */
function headingOf(column: string, text: AuditText): string {
  const known = named.find((name) => name === column);
  return known === undefined ? column : text(`column-${known}`);
}

/** Exports the filtered entries, with their times as on the page. */
export function ExportMenu() {
  const text = useAuditTexts();
  const { search } = useAuditSearch();
  const timeZone = ownZone();
  return (
    <FileMenu
      label={text('export')}
      csv={{
        route: exportAudit,
        options: (dialect) => ({ query: { ...auditQuery(search, now()), dialect, timeZone } }),
      }}
      xlsx={{
        route: exportAuditRows,
        options: () => ({ query: { ...auditQuery(search, now()), timeZone } }),
        workbook: () => ({
          name: 'audit',
          title: text('title'),
          timeZone,
          heading: (column) => headingOf(column, text),
        }),
      }}
    />
  );
}
