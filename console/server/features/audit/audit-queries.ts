import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { harmlessCell } from '#schemas/csv/harmless-cell.ts';
import type { AuditRow } from '#platform/audit/chain.ts';
import { dateAtMs } from '#platform/clock/time.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { AuditDetail, AuditKind, AuditVia } from '#schemas/audit/event.ts';
import type { AuditEvent } from '#schemas/audit/event.ts';
import type { AuditFilter } from '#schemas/audit/routes.ts';
import type { Caller } from '../../kernel/access/caller.ts';

const AT_ONCE = 1_000;

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
 * Events that this caller may see: of his customers, and his own that are of none; those who see every customer see every event.
 * What he did for a customer that he sees no longer, or that the token in his hand does not cover, is not his to see.
 */
function visible(db: Db, caller: Caller) {
  const all = db.selectFrom('audit_event').selectAll();
  if (caller.allCustomers) return all;
  const customers = [...caller.customers.keys()];
  return all.where((is) =>
    is.or([
      is.and([is('actor_id', '=', caller.id), is('customer_id', 'is', null)]),
      ...(customers.length === 0 ? [] : [is('customer_id', 'in', customers)]),
    ]),
  );
}

/** Events of a period. */
function inPeriod(db: Db, caller: Caller, { from, to }: AuditFilter) {
  let query = visible(db, caller);
  if (from !== undefined) query = query.where('at', '>=', dateAtMs(from));
  if (to !== undefined) query = query.where('at', '<', dateAtMs(to));
  return query;
}

/** What it was done to, and from where. */
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
  let query = onObject(inPeriod(db, caller, filter), filter);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (outcome !== undefined) query = query.where('kind', outcome === 'refused' ? '=' : '<>', 'refusal');
  if (action !== undefined) query = query.where('action', 'like', `${escaped(action)}%`);
  if (actor !== undefined) query = query.where('actor', 'ilike', `%${escaped(actor)}%`);
  if (customer !== undefined) query = query.where('customer_id', '=', customer);
  return query;
}

export interface AuditEventPage {
  readonly events: AuditEvent[];
  readonly next: number | null;
}

/** Newest first, from before that event on. */
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

async function* allEvents(db: Db, caller: Caller, filter: AuditFilter): AsyncIterable<AuditEvent> {
  for (let after = 0; ;) {
    const rows = await filtered(db, caller, filter)
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(AT_ONCE)
      .execute();
    for (const row of rows) yield eventOf(row);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.seq;
  }
}

const columns = [
  ...[
    'seq',
    'at',
    'kind',
    'action',
    'code',
    'actor',
    'via',
    'address',
    'subject',
    'subjectId',
    'subjectName',
  ],
  ...['customer', 'detail', 'requestId', 'hash'],
];

/** Oldest first, in pages, as it is read. */
export function auditCsv(db: Db, caller: Caller, filter: AuditFilter): Readable {
  const rows = async function* () {
    for await (const { at, detail, ...event } of allEvents(db, caller, filter))
      yield { ...event, at: dateAtMs(at).toISOString(), detail: JSON.stringify(detail) };
  };
  const csv = stringify({
    header: true,
    columns,
    bom: true,
    quoted: true,
    quoted_empty: true,
    cast: { string: harmlessCell },
  });
  const source = Readable.from(rows());
  source.on('error', (error) => csv.destroy(error));
  return source.pipe(csv);
}
