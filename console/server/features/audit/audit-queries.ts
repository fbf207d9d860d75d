import type { AuditRow } from '#platform/audit/chain.ts';
import { dateAtMs } from '#platform/clock/time.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { AuditDetail, AuditKind, AuditVia, type AuditEvent } from '#schemas/audit/event.ts';
import type { AuditFilter } from '#schemas/audit/routes.ts';
import type { Caller } from '../../kernel/access/caller.ts';

const EXPORT_PAGE_SIZE = 1_000;

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

const eventOf = (row: AuditRow): AuditEvent => ({
  seq: row.seq,
  at: row.at.getTime(),
  kind: AuditKind.parse(row.kind),
  action: row.action,
  code: row.code,
  actorId: row.actor_id,
  actor: row.actor,
  via: AuditVia.parse(row.via),
  address: row.address,
  subject: row.subject,
  subjectId: row.subject_id,
  subjectName: row.subject_name,
  customer: row.customer_id,
  requestId: row.request_id,
  detail: AuditDetail.parse(JSON.parse(row.detail)),
  previousHash: row.previous_hash,
  hash: row.hash,
});

/**
 * Events that the caller may see: those of the caller's customers, and the caller's own events without a customer. A caller who sees
 * every customer sees every event. Own events of a customer that the caller no longer covers are hidden, and from a token all events of
 * its owner without a customer: they may concern customers that the token does not cover.
 */
function visible(db: Db, caller: Caller) {
  const all = db.selectFrom('audit_event').selectAll();
  if (caller.allCustomers) return all;
  const customers = [...caller.customers.keys()];
  return all.where((eb) =>
    eb.or([
      ...(caller.token === undefined
        ? [eb.and([eb('actor_id', '=', caller.id), eb('customer_id', 'is', null)])]
        : []),
      ...(customers.length === 0 ? [] : [eb('customer_id', 'in', customers)]),
    ]),
  );
}

/** Visible events of a period. */
function visibleInPeriod(db: Db, caller: Caller, { from, to }: AuditFilter) {
  let query = visible(db, caller);
  if (from !== undefined) query = query.where('at', '>=', dateAtMs(from));
  if (to !== undefined) query = query.where('at', '<', dateAtMs(to));
  return query;
}

/** Adds the filters on object and address. */
function onObject(all: ReturnType<typeof visible>, { address, subject, subjectId, object }: AuditFilter) {
  let query = all;
  if (address !== undefined) query = query.where('address', 'ilike', `${escaped(address)}%`);
  if (subject !== undefined) query = query.where('subject', '=', subject);
  if (subjectId !== undefined) query = query.where('subject_id', '=', subjectId);
  if (object !== undefined) query = query.where('subject_name', 'ilike', `%${escaped(object)}%`);
  return query;
}

function filtered(db: Db, caller: Caller, filter: AuditFilter) {
  const { kind, outcome, action, actor, customer } = filter;
  let query = onObject(visibleInPeriod(db, caller, filter), filter);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (outcome !== undefined) query = query.where('kind', outcome === 'rejected' ? '=' : '<>', 'rejection');
  if (action !== undefined) query = query.where('action', 'like', `${escaped(action)}%`);
  if (actor !== undefined) query = query.where('actor', 'ilike', `%${escaped(actor)}%`);
  if (customer !== undefined) query = query.where('customer_id', '=', customer);
  return query;
}

export interface AuditEventPage {
  readonly events: AuditEvent[];
  readonly next: number | null;
}

/** Events before `before`, newest first. */
export async function readAuditPage(
  db: Db,
  caller: Caller,
  {
    before,
    limit,
    ...filter
  }: AuditFilter & { readonly before?: number | undefined; readonly limit: number },
): Promise<AuditEventPage> {
  let query = filtered(db, caller, filter)
    .orderBy('seq', 'desc')
    .limit(limit + 1);
  if (before !== undefined) query = query.where('seq', '<', before);
  const rows = await query.execute();
  const events = rows.slice(0, limit).map(eventOf);
  return { events, next: rows.length > limit ? (events.at(-1)?.seq ?? null) : null };
}

/** Pages of the filtered events, oldest first. */
export async function* eventPages(
  db: Db,
  caller: Caller,
  filter: AuditFilter,
): AsyncGenerator<readonly AuditEvent[], void, undefined> {
  for (let after = 0; ;) {
    const rows = await filtered(db, caller, filter)
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(EXPORT_PAGE_SIZE)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(eventOf);
    after = last.seq;
  }
}
