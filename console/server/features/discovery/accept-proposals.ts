import { sql } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SiteReach } from '../../kernel/access/site-reach.ts';
import type { Audit } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { auditElements } from '../../shared/element/audit-elements.ts';
import type { ToldElement } from '../../shared/element/audit-elements.ts';
import { applyProposal } from './apply-proposal.ts';
import type { Applying, ProposalRow } from './apply-proposal.ts';
import { seenProposals } from './seen-proposals.ts';

export interface Acceptance {
  readonly customer: number;
  readonly reach: SiteReach;
  readonly discovery: number;
  readonly proposals: 'all' | readonly number[];
  readonly by: string;
  readonly at: Date;
  readonly audit: Audit;
}

/** The open proposals that are meant, each after the new device that it belongs to. */
async function wanted(
  { tx }: Applying,
  { customer, discovery, proposals, reach }: Acceptance,
): Promise<readonly ProposalRow[]> {
  const open = await tx
    .selectFrom('discovery_proposal')
    .selectAll()
    .where('customer_id', '=', customer)
    .where('run_id', '=', discovery)
    .where('state', '=', 'open')
    .where(seenProposals('discovery_proposal', reach))
    .orderBy('id')
    .execute();
  if (proposals === 'all') return open;
  const named = new Set(proposals);
  const parents = new Set(open.flatMap(({ id, parent_id }) => (named.has(id) ? (parent_id ?? []) : [])));
  return open.filter(({ id }) => named.has(id) || parents.has(id));
}

/** The element that a proposal brings, with its fields before and after. */
function toldOf({ kind, name, change, fields }: ProposalRow): ToldElement {
  const side = (of: 'before' | 'after') => Object.fromEntries(fields.map((field) => [field.name, field[of]]));
  return {
    ...{ kind, name },
    before: change === 'added' ? undefined : side('before'),
    after: change === 'vanished' ? undefined : side('after'),
  };
}

/** Answers how many proposals were brought into the inventory: all of those that were meant, or none. */
export async function acceptProposals(db: Db, acceptance: Acceptance): Promise<number> {
  const { customer, discovery, by, at, audit } = acceptance;
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ state: string; request: Applying['request'] }>`
      SELECT state, request FROM discovery_run WHERE id = ${discovery} AND customer_id = ${customer} FOR UPDATE
    `.execute(tx);
    const [run] = rows;
    if (run === undefined) throw new ProblemError('NOT_FOUND');
    if (run.state !== 'finished') throw new ProblemError('DISCOVERY_NOT_FINISHED');
    const applying: Applying = { tx, customer, discovery, request: run.request, by, at };
    const list = await wanted(applying, acceptance);
    for (const row of list) {
      const element = await applyProposal(applying, row);
      await tx
        .updateTable('discovery_proposal')
        .set({ state: 'accepted', element_id: element, decided_by: by, decided_at: at })
        .where('customer_id', '=', customer)
        .where('id', '=', row.id)
        .execute();
    }
    await auditElements(tx, audit, {
      ...{ action: 'discovery.accept', subject: 'discovery', subjectId: discovery, customer },
      ...{ elements: list.map(toldOf), note: { accepted: list.length } },
    });
    return list.length;
  });
}
