import type { AuditFields } from '#schemas/audit/field-changes.ts';
import type { Audit, AuditEntry, Tx } from '../../kernel/audit/audit-trail.ts';

type Cells = AuditFields[string];

/** An element of the inventory that came, or became another. */
export interface ToldElement {
  readonly kind: string;
  /** From its customer, or its device, down. */
  readonly name: string;
  /** Undefined: there was none. */
  readonly before: Cells | undefined;
  readonly after: Cells | undefined;
}

/** Elements of one audit event: each stays readable, however many there are. */
const ELEMENTS_OF_EVENT = 200;

/** The elements by what they are called; two of one name stay two. */
function fieldsOf(elements: readonly ToldElement[]) {
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

/** Tells every element that changed at once, in as many events as it takes; the note stands in the first. */
export async function auditElements(
  tx: Tx,
  audit: Audit,
  { elements, note, ...entry }: Omit<AuditEntry, 'before' | 'after'> & { elements: readonly ToldElement[] },
): Promise<void> {
  const parts = Math.max(1, Math.ceil(elements.length / ELEMENTS_OF_EVENT));
  for (let part = 0; part < parts; part += 1) {
    const some = elements.slice(part * ELEMENTS_OF_EVENT, (part + 1) * ELEMENTS_OF_EVENT);
    const told = { part: part + 1, parts, ...(part === 0 ? note : {}) };
    await audit(tx, { ...entry, note: told, ...fieldsOf(some) });
  }
}
