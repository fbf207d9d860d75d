import type { Audit } from '../../../kernel/audit/audit-trail.ts';
import { auditElements } from '../../../shared/element/audit-elements.ts';
import type { RecordImport } from './import-network.ts';

/** Records every element of an import in the audit trail. */
export const recordBy =
  (audit: Audit): RecordImport =>
  (tx, { counts, elements }) =>
    auditElements(tx, audit, {
      action: 'inventory.import',
      subject: 'inventory',
      note: { counts },
      elements,
    });
