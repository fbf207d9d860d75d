import { sql } from 'kysely';
import { ACCEPTED_AT_ONCE, type AcceptanceRun } from '#schemas/acceptance/acceptance.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SdwanServerRow } from '#platform/sdwan/server-access.ts';
import { MAX_SDWAN_PROPOSALS, type ProposedElement, type SdwanProposal } from '#schemas/sdwan/proposal.ts';
import { transact, type Actor } from '../../shared/repository/transact.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import {
  cancelAcceptanceRun,
  lastAcceptance,
  rejectManyVanished,
  rejectRunningAcceptance,
  startAcceptance,
} from '../../shared/acceptance/acceptance-runs.ts';
import type { AcceptingChange } from '../../shared/acceptance/acceptance-worker.ts';
import type {
  AcceptanceDraft,
  AcceptingActor,
  StartedAcceptance,
} from '../../shared/acceptance/accepting-actor.ts';
import { applySdwanProposals, countVanishedSdwan } from './accept-proposals.ts';

/** Names of accepted elements in an audit entry. */
const MAX_NAMED = 100;

const MEGABIT = 1_000_000;

/** What the manager says of an element, in the words of networks, which are those of every language. */
function detailOf({ model, site, description, speedBps, fields }: ProposedElement): string {
  const speed = typeof speedBps === 'number' ? `${String(speedBps / MEGABIT)} Mbit/s` : '';
  const { address = '', color = '', role = '', network = '' } = fields;
  return [model, site, description, speed, address, color, role, network].filter(Boolean).join(' · ');
}

/** What synchronisations of SD-WAN managers propose. */
export class SdwanProposalRepository {
  readonly #needs: { readonly db: Db; readonly clock: Clock };

  constructor(needs: { readonly db: Db; readonly clock: Clock }) {
    this.#needs = needs;
  }

  /** Number of open proposals by manager. */
  async countOpen(): Promise<ReadonlyMap<number, number>> {
    const rows = await this.#needs.db
      .selectFrom('sdwan_proposal')
      .select((is) => ['server_id', is.fn.countAll<number>().as('open')])
      .groupBy('server_id')
      .execute();
    return new Map(rows.map(({ server_id, open }) => [server_id, open]));
  }

  async list(
    server: number,
  ): Promise<{ total: number; proposals: SdwanProposal[]; acceptance: AcceptanceRun | null }> {
    const rows = await this.#needs.db
      .selectFrom('sdwan_proposal as one')
      .innerJoin('customer', 'customer.id', 'one.customer_id')
      .select(['one.id', 'one.customer_id as customer', 'customer.name as customerName'])
      .select(['one.change', 'one.kind', 'one.device', 'one.name', 'one.content'])
      .where('server_id', '=', server)
      .orderBy('one.kind')
      .orderBy('one.id')
      .limit(MAX_SDWAN_PROPOSALS)
      .execute();
    return {
      total: (await this.countOpen()).get(server) ?? 0,
      proposals: rows.map(({ content, ...row }) => ({ ...row, detail: detailOf(content) })),
      acceptance: await lastAcceptance(this.#needs.db, { kind: 'sdwan', id: server }),
    };
  }

  /**
   * Applies few proposals at once, and starts a run for many. Throws ACCEPTANCE_RUNNING, ACCEPTANCE_REMOVES_MANY.
   */
  accept(
    server: SdwanServerRow,
    { proposals, vanished }: AcceptanceDraft,
    actor: AcceptingActor,
  ): Promise<StartedAcceptance> {
    return transact(this.#needs, actor, { duplicate: 'ACCEPTANCE_RUNNING' }, async (change) => {
      const subject = { kind: 'sdwan', id: server.id } as const;
      await rejectRunningAcceptance(change.tx, subject);
      if (proposals === 'all' && vanished === 'check')
        rejectManyVanished(await countVanishedSdwan(change, server));
      const ids = await openIds(change, server, { proposals, vanished });
      if (ids.length <= ACCEPTED_AT_ONCE) {
        const { accepted } = await acceptSdwanStep(change, server, ids);
        return { accepted, held: ids.length - accepted, run: null };
      }
      const run = await startAcceptance(change, { subject, proposals: ids, actor: actor.accepting });
      await change.record({
        action: 'sdwan-manager.accept-start',
        subject: 'sdwan-manager',
        subjectId: server.id,
        subjectName: server.name,
        after: { proposals: ids.length },
      });
      return { accepted: 0, held: 0, run };
    });
  }

  /** Ends a running acceptance. Throws ACCEPTANCE_ENDED. */
  cancelAcceptance(server: SdwanServerRow, actor: Actor): Promise<AcceptanceRun> {
    return transact(this.#needs, actor, {}, async (change) => {
      const run = await cancelAcceptanceRun(change, { kind: 'sdwan', id: server.id });
      if (run === null) throw new ProblemError('ACCEPTANCE_ENDED');
      await change.record({
        action: 'sdwan-manager.accept-cancel',
        subject: 'sdwan-manager',
        subjectId: server.id,
        subjectName: server.name,
        before: { state: 'running' },
        after: { state: run.state, accepted: run.accepted },
      });
      return run;
    });
  }
}

/** Ids of open proposals, devices first: their parts need them. */
async function openIds(
  { tx }: AcceptingChange,
  { id }: SdwanServerRow,
  { proposals, vanished }: AcceptanceDraft,
): Promise<readonly number[]> {
  let open = tx.selectFrom('sdwan_proposal').select('id').where('server_id', '=', id);
  if (proposals !== 'all') open = open.where('id', '=', sql<number>`ANY (${[...proposals]}::integer[])`);
  if (vanished === 'exclude') open = open.where('change', '<>', 'vanished');
  const rows = await open.orderBy('kind').orderBy('id').execute();
  return rows.map((row) => row.id);
}

/** Applies some proposals of a manager, with their audit entry. */
export async function acceptSdwanStep(
  change: AcceptingChange,
  server: SdwanServerRow,
  proposals: readonly number[],
): Promise<{ readonly accepted: number; readonly held: number }> {
  const applied = await applySdwanProposals(change, server, proposals);
  const named = applied.slice(0, MAX_NAMED).map(({ change: what, kind, name }) => `${what} ${kind} ${name}`);
  await change.record({
    action: 'sdwan-manager.accept',
    subject: 'sdwan-manager',
    subjectId: server.id,
    subjectName: server.name,
    after: { accepted: applied.length, elements: named },
  });
  return { accepted: applied.length, held: proposals.length - applied.length };
}
