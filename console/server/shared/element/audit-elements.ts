import type { AuditFields } from '#schemas/audit/field-changes.ts';
import type { Audit, AuditEntry, Tx } from '../../kernel/audit/audit-trail.ts';

type Cells = AuditFields[string];

/** An element of the inventory that was created, changed or deleted. */
export interface AuditedElement {
  readonly kind: string;
  /** The path below its customer or device. */
  readonly name: string;
  /** Undefined for a created element. */
  readonly before: Cells | undefined;
  readonly after: Cells | undefined;
}

/** Keeps each audit event readable. */
const MAX_ELEMENTS_PER_EVENT = 200;

/** The elements by kind and name. A repeated name gets a suffix. */
function elementFields(elements: readonly AuditedElement[]) {
  const before: Record<string, Cells> = {};
  const after: Record<string, Cells> = {};
  for (const element of elements) {
    let field = `${element.kind} ${element.name}`;
    while (field in after || field in before) field += '*';
    if (element.before !== undefined) before[field] = element.before;
    if (element.after !== undefined) after[field] = element.after;
  }
  return { before, after };
}

/** Records elements that changed together, in several audit entries where needed. The note is in the first entry. */
export async function auditElements(
  tx: Tx,
  audit: Audit,
  {
    elements,
    note,
    ...entry
  }: Omit<AuditEntry, 'before' | 'after'> & { elements: readonly AuditedElement[] },
): Promise<void> {
  const parts = Math.max(1, Math.ceil(elements.length / MAX_ELEMENTS_PER_EVENT));
  for (let part = 0; part < parts; part += 1) {
    const some = elements.slice(part * MAX_ELEMENTS_PER_EVENT, (part + 1) * MAX_ELEMENTS_PER_EVENT);
    const partNote = { part: part + 1, parts, ...(part === 0 ? note : {}) };
    await audit(tx, { ...entry, note: partNote, ...elementFields(some) });
  }
}
