import { IconDownload } from '@tabler/icons-react';
import { exportAudit } from '#schemas/audit/routes.ts';
import { routeUrl } from '#web/kernel/api/route-url.ts';
import { useNow } from '#web/lib/clock.ts';
import { auditQuery } from './audit-query.ts';
import { useAuditTexts } from './use-audit-texts.ts';
import { useAuditSearch } from './audit-search.ts';

/** Exports the filtered entries. */
export function ExportLink() {
  const text = useAuditTexts();
  const { search } = useAuditSearch();
  const now = useNow();
  return (
    <a className="tt-button" href={routeUrl(exportAudit, {}, auditQuery(search, now))} download>
      <IconDownload size={15} aria-hidden="true" />
      {text('export')}
    </a>
  );
}
