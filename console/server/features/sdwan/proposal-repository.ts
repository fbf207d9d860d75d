import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SdwanServerRow } from '#platform/sdwan/server-access.ts';
import { MAX_SDWAN_PROPOSALS } from '#schemas/sdwan/proposal.ts';
import type { ProposedElement, SdwanProposal } from '#schemas/sdwan/proposal.ts';
import { transact } from '../../shared/repository/transact.ts';
import type { Actor } from '../../shared/repository/transact.ts';
import { applySdwanProposals } from './accept-proposals.ts';

/** Names of accepted elements in an audit entry. */
const MAX_NAMED = 100;

/** Proposals of a transaction. */
const PART = 4_000;

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

  async list(server: number): Promise<{ total: number; proposals: SdwanProposal[] }> {
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
    };
  }

  /**
   * Returns the number of proposals that were applied. All of a large network are applied in parts, each with its audit entry: between
   * them others read and write, and if one fails, what is left stays proposed.
   */
  async accept(server: SdwanServerRow, proposals: 'all' | readonly number[], actor: Actor): Promise<number> {
    const ids = proposals === 'all' ? await this.#openOf(server) : proposals;
    let accepted = 0;
    for (let at = 0; at < ids.length; at += PART)
      accepted += await this.#acceptPart(server, ids.slice(at, at + PART), actor);
    return accepted;
  }

  /** Devices first: their parts need them. */
  async #openOf({ id }: SdwanServerRow): Promise<readonly number[]> {
    const rows = await this.#needs.db
      .selectFrom('sdwan_proposal')
      .select('id')
      .where('server_id', '=', id)
      .orderBy('kind')
      .orderBy('id')
      .execute();
    return rows.map((row) => row.id);
  }

  #acceptPart(server: SdwanServerRow, proposals: readonly number[], actor: Actor): Promise<number> {
    return transact(this.#needs, actor, {}, async (change) => {
      const applied = await applySdwanProposals(change, server, proposals);
      const named = applied
        .slice(0, MAX_NAMED)
        .map(({ change: what, kind, name }) => `${what} ${kind} ${name}`);
      await change.record({
        ...{ action: 'sdwan-manager.accept', subject: 'sdwan-manager' },
        ...{ subjectId: server.id, subjectName: server.name },
        after: { accepted: applied.length, elements: named },
      });
      return applied.length;
    });
  }
}
