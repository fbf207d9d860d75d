import { sql } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';
import type { AcceptanceRun, FailedProposal } from '#schemas/acceptance/acceptance.ts';
import { isBraked, type Removal } from '#schemas/provisioning/removal-brake.ts';
import type { AcceptanceActor, acceptanceRun, AcceptedKind } from '#schemas/table/acceptance.ts';
import type { Row } from '#schemas/table/relation.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import type { Change } from '../repository/transact.ts';

export type AcceptanceRow = Row<typeof acceptanceRun>;

/** Whose proposals. */
export interface AcceptanceSubject {
  readonly kind: AcceptedKind;
  readonly id: number;
}

/** A failure as it is stored now, or as release 0.2.0 stored it: with a code or message of one text. */
const shownFailure = ({
  proposal,
  code = 'UNEXPECTED',
  params = {},
}: Partial<FailedProposal>): FailedProposal => ({ proposal: proposal ?? 0, code, params });

const shownAcceptance = (row: AcceptanceRow): AcceptanceRun => ({
  id: row.id,
  state: row.state,
  stopReason: row.stop_reason,
  total: row.proposals.length,
  done: row.done,
  accepted: row.accepted,
  held: row.held,
  failed: row.failed.map(shownFailure),
  createdBy: row.created_by,
  createdAt: row.created_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
});

/** The last acceptance in steps; null: there was none. */
export async function lastAcceptance(
  db: Db | Tx,
  { kind, id }: AcceptanceSubject,
): Promise<AcceptanceRun | null> {
  const row = await db
    .selectFrom('acceptance_run')
    .selectAll()
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : shownAcceptance(row);
}

/** Throws ACCEPTANCE_RUNNING. */
export async function rejectRunningAcceptance(tx: Tx, subject: AcceptanceSubject): Promise<void> {
  if ((await lastAcceptance(tx, subject))?.state === 'running') throw new ProblemError('ACCEPTANCE_RUNNING');
}

export interface NewAcceptance {
  readonly subject: AcceptanceSubject;
  readonly customer?: number;
  readonly proposals: readonly number[];
  readonly actor: AcceptanceActor;
}

/** Stores a run, which a worker finds. */
export async function startAcceptance(
  { tx, now, actor: { caller } }: Pick<Change, 'tx' | 'now' | 'actor'>,
  { subject: { kind, id }, customer, proposals, actor }: NewAcceptance,
): Promise<AcceptanceRun> {
  const row = await tx
    .insertInto('acceptance_run')
    .values({
      kind,
      subject_id: id,
      customer_id: customer ?? null,
      proposals: [...proposals],
      actor: sql`${JSON.stringify(actor)}::jsonb`,
      created_at: now,
      created_by: caller.username,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return shownAcceptance(row);
}

/** Ends a running acceptance after its current step. Returns it; null: none runs. */
export async function cancelAcceptanceRun(
  { tx, now }: Pick<Change, 'tx' | 'now'>,
  { kind, id }: AcceptanceSubject,
): Promise<AcceptanceRun | null> {
  const row = await tx
    .updateTable('acceptance_run')
    .set({ state: 'cancelled', ended_at: now })
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .where('state', '=', 'running')
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? null : shownAcceptance(row);
}

/** Throws ACCEPTANCE_REMOVES_MANY when more elements have vanished than an automatic removal may take. */
export function rejectManyVanished(removals: Iterable<Removal>): void {
  for (const { had, lacks } of removals)
    if (isBraked({ had, lacks }))
      throw new ProblemError('ACCEPTANCE_REMOVES_MANY', { params: { lacks, had } });
}
