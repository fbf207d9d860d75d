import { exportAudit, exportAuditRows } from '#schemas/audit/routes.ts';
import { FileMenu } from '#web/kernel/download/FileMenu.tsx';
import { now } from '#web/lib/clock.ts';
import { ownZone } from '#web/lib/local-time.ts';
import { auditHeading } from './audit-heading.ts';
import { auditQuery } from './audit-query.ts';
import { useAuditTexts } from './use-audit-texts.ts';
import { useAuditSearch } from './audit-search.ts';

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
          heading: (column) => auditHeading(column, text),
        }),
      }}
    />
  );
}
