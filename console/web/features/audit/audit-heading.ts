import { auditExportColumns } from '#schemas/audit/export-columns.ts';
import type { AuditText } from './use-audit-texts.ts';

const named = ['seq', 'at', ...auditExportColumns] as const;

/** What a column of the export is called; one without a text has the name of the interface. */
export function auditHeading(column: string, text: AuditText): string {
  const known = named.find((name) => name === column);
  return known === undefined ? column : text(`column-${known}`);
}
