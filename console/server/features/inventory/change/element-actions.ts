import { sql } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';
import { AuditDetail, type FieldChange } from '#schemas/audit/event.ts';
import { fieldChangesOf, type AuditFields } from '#schemas/audit/field-changes.ts';
import type { ElementAction } from '#schemas/inventory/change/action-routes.ts';
import { siteReachOf } from '../../../kernel/access/site-reach.ts';
import type { Caller } from '../../../kernel/access/caller.ts';

/** An element of an event of the audit, as `actionRows` reads it. */
export interface ActionRow {
  readonly seq: number;
  readonly place: number;
  readonly element_id: number;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly detail: string;
  /** Name of the file of an import. */
  readonly file: string | null;
  /** Kind and name of today; null once it is deleted. */
  readonly current: string | null;
}

export interface RequestedActions {
  readonly customer: number;
  readonly caller: Caller;
  readonly element?: number | undefined;
  /** `seq.place` of the last action of the page before. */
  readonly before?: string | undefined;
  readonly count: number;
}

const cellsOf = (value: FieldChange['before']): AuditFields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;

/** An entry of the log. */
export function elementActionOf({
  seq,
  place,
  element_id,
  at,
  actor,
  action,
  detail,
  file,
  current,
}: ActionRow): ElementAction {
  const { changes = [], note } = AuditDetail.parse(JSON.parse(detail));
  // An import of thousands of elements names the first of them: the others have what they are called today.
  const { field = current ?? '', before = null, after = null } = changes[place] ?? {};
  const comment = note?.['comment'];
  return {
    seq,
    place,
    at: at.toISOString(),
    actor,
    action,
    element: element_id,
    name: field,
    comment: typeof comment === 'string' ? comment : (file ?? ''),
    changes: fieldChangesOf(cellsOf(before), cellsOf(after)),
  };
}

/** Rows of the log, of which each query states its condition and order. */
export const actionRows = sql`own.seq, own.place, own.element_id, event.at, event.actor, event.action, event.detail,
      CASE WHEN event.subject = 'import' THEN event.subject_name END AS file,
      CASE WHEN named.id IS NOT NULL THEN named.kind || ' ' || named.name END AS current`;
export const actionTables = sql`audit_element AS own JOIN audit_event AS event ON event.seq = own.seq
      LEFT JOIN network_element AS named ON named.id = own.element_id`;

/** Changes of elements at sites that the caller sees, newest first. */
export async function readElementActions(
  db: Db,
  { customer, caller, element, before, count }: RequestedActions,
): Promise<{ readonly actions: ElementAction[]; readonly next: string | null }> {
  const { restricted, sites } = siteReachOf(caller, [customer]);
  const [seq, place] = before?.split('.').map(Number) ?? [];
  const { rows } = await sql<ActionRow>`
    SELECT ${actionRows} FROM ${actionTables}
    WHERE own.customer_id = ${customer}
      AND (${restricted.length === 0} OR own.site_id = ANY(${[...sites]}::integer[]))
      AND (${element ?? null}::integer IS NULL OR own.element_id = ${element ?? null}::integer)
      AND (${seq ?? null}::bigint IS NULL OR (own.seq, own.place) < (${seq ?? null}::bigint, ${place ?? null}::integer))
    ORDER BY own.seq DESC, own.place DESC LIMIT ${count + 1}`.execute(db);
  const page = rows.slice(0, count);
  const last = page.at(-1);
  const hasMore = rows.length > count && last !== undefined;
  return {
    actions: page.map(elementActionOf),
    next: hasMore ? `${String(last.seq)}.${String(last.place)}` : null,
  };
}
