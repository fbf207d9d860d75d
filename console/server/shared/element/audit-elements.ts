import { sql } from 'kysely';
import { fieldChangesOf, type AuditFields } from '#schemas/audit/field-changes.ts';
import type { Audit, AuditEntry, Tx } from '../../kernel/audit/audit-trail.ts';

type Cells = AuditFields[string];

/** An element of the inventory that was created, changed or deleted. */
export interface AuditedElement {
  /** Absent: the entry is not part of the log of the element. */
  readonly element?: { readonly id: number; readonly site: number; readonly customer: number } | undefined;
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
  const byField = new Map<string, AuditedElement>();
  for (const element of elements) {
    let field = `${element.kind} ${element.name}`;
    while (field in after || field in before) field += '*';
    if (element.before !== undefined) before[field] = element.before;
    if (element.after !== undefined) after[field] = element.after;
    byField.set(field, element);
  }
  return { before, after, byField };
}

/** Of the last event, which this transaction has appended. */
async function lastSeq(tx: Tx): Promise<number> {
  const { seq } = await tx
    .selectFrom('audit_head')
    .select('seq')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  return seq;
}

/**
 * Adds the last event to the action logs of elements whose changes it does not name, from a place behind those of its changes.
 */
export async function addToActionLogs(
  tx: Tx,
  elements: readonly { readonly id: number; readonly site: number; readonly customer: number }[],
  place: number,
): Promise<void> {
  if (elements.length === 0) return;
  const seq = await lastSeq(tx);
  await sql`
    INSERT INTO audit_element (seq, place, element_id, site_id, customer_id)
    SELECT ${seq}::bigint, ${place}::int + (row.place - 1)::int, row.id, row.site, row.customer
    FROM unnest(
      ${elements.map(({ id }) => id)}::int[],
      ${elements.map(({ site }) => site)}::int[],
      ${elements.map(({ customer }) => customer)}::int[]
    ) WITH ORDINALITY AS row (id, site, customer, place)
  `.execute(tx);
}

/** Adds the last event to the logs of its elements. */
async function addToLogs(
  tx: Tx,
  { before, after, byField }: ReturnType<typeof elementFields>,
): Promise<void> {
  const places = fieldChangesOf(before, after).flatMap(({ field }, place) => {
    const { element } = byField.get(field) ?? {};
    return element === undefined ? [] : [{ place, ...element }];
  });
  if (places.length === 0) return;
  const seq = await lastSeq(tx);
  await tx
    .insertInto('audit_element')
    .values(
      places.map(({ place, id, site, customer }) => ({
        seq,
        place,
        element_id: id,
        site_id: site,
        customer_id: customer,
      })),
    )
    .execute();
}

/** Records elements that changed together, in several audit entries where needed. The note is in the first entry. */
export async function auditElements(
  tx: Tx,
  audit: Audit,
  {
    elements,
    note,
    comment,
    ...entry
  }: Omit<AuditEntry, 'before' | 'after'> & {
    readonly elements: readonly AuditedElement[];
    /** Why, in every entry. */
    readonly comment?: string;
  },
): Promise<void> {
  const parts = Math.max(1, Math.ceil(elements.length / MAX_ELEMENTS_PER_EVENT));
  for (let part = 0; part < parts; part += 1) {
    const some = elements.slice(part * MAX_ELEMENTS_PER_EVENT, (part + 1) * MAX_ELEMENTS_PER_EVENT);
    const shared = comment === undefined ? {} : { comment };
    const partNote = { part: part + 1, parts, ...shared, ...(part === 0 ? note : {}) };
    const fields = elementFields(some);
    const { before, after } = fields;
    await audit(tx, { ...entry, note: partNote, before, after });
    await addToLogs(tx, fields);
  }
}
