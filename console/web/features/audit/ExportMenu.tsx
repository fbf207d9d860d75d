import { exportAudit } from '#schemas/audit/routes.ts';
import { CsvMenu } from '#web/kernel/download/CsvMenu.tsx';
import { now } from '#web/lib/clock.ts';
import { ownZone } from '#web/lib/local-time.ts';
import { auditQuery } from './audit-query.ts';
import { useAuditTexts } from './use-audit-texts.ts';
import { useAuditSearch } from './audit-search.ts';

/** Exports the filtered entries, with their times as on the page. */
export function ExportMenu() {
  const text = useAuditTexts();
  const { search } = useAuditSearch();
  return (
    <CsvMenu
      label={text('export')}
      route={exportAudit}
      options={(dialect) => ({ query: { ...auditQuery(search, now()), dialect, timeZone: ownZone() } })}
    />
  );
}
