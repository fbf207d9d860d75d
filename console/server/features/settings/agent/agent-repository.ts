import { asNames } from '#platform/postgres/as-names.ts';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { fieldsOf } from '#schemas/audit/fields.ts';
import { dateText, expiryOf, isPast, type AgentDraft } from '#schemas/settings/agent/agent.ts';
import type { ListedAgent } from '#schemas/settings/agent/routes.ts';
import type { flowAgent } from '#schemas/table/inventory.ts';
import type { Row } from '#schemas/table/relation.ts';
import type { Tx } from '../../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import { rejectFaults, rejectStale } from '../../../shared/repository/reject-faults.ts';
import { transact, type Actor } from '../../../shared/repository/transact.ts';
import { findAgentTraffic } from './agent-queries.ts';
import { receivedOf } from './agent-traffic.ts';

export interface AgentRepositoryNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly clickhouse: Pick<ClickHouse, 'query'>;
}

type AgentRow = Row<typeof flowAgent>;

const saving = { duplicate: 'AGENT_ID_TAKEN', duplicateField: 'agentId' } as const;

const draftOf = (row: AgentRow): AgentDraft => ({
  agentId: row.agent_id,
  customer: row.customer_id,
  networkMarker: row.network_marker,
  index: row.index_text,
  source: row.source,
  expires: dateText(row.expires_at.getTime()),
});

const cellsOf = ({ agentId, customer, networkMarker, index, source, expires }: AgentDraft) => ({
  agent_id: agentId,
  customer_id: customer,
  network_marker: networkMarker,
  index_text: index,
  source,
  expires_at: expiryOf(expires),
});

/** Fields recorded in the audit trail. `source` is the sender of an e-mail there. */
const snapshotOf = (row: AgentRow) => {
  const { source: sourceAddress, ...draft } = draftOf(row);
  return fieldsOf({ ...draft, sourceAddress });
};

const entryOf = (row: AgentRow) =>
  ({ subject: 'agent', subjectId: row.id, subjectName: row.agent_id, customer: row.customer_id }) as const;

/** Agents in PostgreSQL, with what collectors report of them. */
export class AgentRepository {
  readonly #needs: AgentRepositoryNeeds;

  constructor(needs: AgentRepositoryNeeds) {
    this.#needs = needs;
  }

  async list(): Promise<{ agents: ListedAgent[]; customers: { id: number; name: string }[] }> {
    const { db, clock } = this.#needs;
    const customers = await db
      .selectFrom('customer')
      .select(['id', 'name'])
      .orderBy('name', asNames)
      .execute();
    const rows = await db
      .selectFrom('flow_agent as agent')
      .leftJoin('network_element as site', (join) =>
        join
          .onRef('site.customer_id', '=', 'agent.customer_id')
          .on('site.kind', '=', 'site')
          .on((is) => is.eb(is.fn('lower', ['site.name']), '=', is.fn('lower', ['network_marker']))),
      )
      .selectAll('agent')
      .select('site.name as site')
      .orderBy('agent_id')
      .execute();
    const names = new Map(customers.map(({ id, name }) => [id, name]));
    const nowMs = clock.now().getTime();
    return {
      customers,
      agents: rows.map((row) => ({
        ...draftOf(row),
        id: row.id,
        version: row.version,
        site: row.site,
        customerName: names.get(row.customer_id) ?? '',
        expired: row.expires_at.getTime() <= nowMs,
      })),
    };
  }

  /** What collectors received from each agent. */
  async traffic(): Promise<{ id: number; records: number; lastSeen: number }[]> {
    const { db, clock, clickhouse } = this.#needs;
    const rows = await db.selectFrom('flow_agent').selectAll().execute();
    const agents = rows.map((row) => ({ id: row.id, customer: row.customer_id, source: row.source }));
    const customers = [...new Set(agents.map(({ customer }) => customer))];
    const traffic = await findAgentTraffic(clickhouse, { customers, nowMs: clock.now().getTime() });
    return [...receivedOf(agents, traffic)].map(([id, received]) => ({ id, ...received }));
  }

  create(draft: AgentDraft, actor: Actor): Promise<{ id: number; version: number }> {
    return transact(this.#needs, actor, saving, async ({ tx, now, record }) => {
      await this.#check(tx, draft, now);
      const row = await tx
        .insertInto('flow_agent')
        .values(cellsOf(draft))
        .returningAll()
        .executeTakeFirstOrThrow();
      await record({ action: 'agent.create', ...entryOf(row), after: snapshotOf(row) });
      return { id: row.id, version: row.version };
    });
  }

  update(
    id: number,
    { version, ...draft }: AgentDraft & { readonly version: number },
    actor: Actor,
  ): Promise<{ id: number; version: number }> {
    return transact(this.#needs, actor, saving, async ({ tx, now, record }) => {
      const before = await this.#lock(tx, id);
      rejectStale(before.version, version);
      await this.#check(tx, { ...draft, id }, now);
      const row = await tx
        .updateTable('flow_agent')
        .set({ ...cellsOf(draft), version: version + 1 })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      const [old, after] = [snapshotOf(before), snapshotOf(row)];
      await record({ action: 'agent.update', ...entryOf(row), before: old, after });
      return { id, version: row.version };
    });
  }

  delete(id: number, actor: Actor): Promise<void> {
    return transact(this.#needs, actor, {}, async ({ tx, record }) => {
      const before = await this.#lock(tx, id);
      await tx.deleteFrom('flow_agent').where('id', '=', id).execute();
      await record({ action: 'agent.delete', ...entryOf(before), before: snapshotOf(before) });
    });
  }

  /** Rules that need the time, the customers or the other agents. Creations run one after the other: they lock the organization. */
  async #check(tx: Tx, draft: AgentDraft & { readonly id?: number }, now: Date): Promise<void> {
    if (isPast(draft.expires, now.getTime())) rejectFaults([{ path: 'expires', code: 'AGENT_DATE_PAST' }]);
    const customer = await tx
      .selectFrom('customer')
      .select('recipient_id')
      .where('id', '=', draft.customer)
      .forUpdate()
      .executeTakeFirst();
    if (customer === undefined) throw new ProblemError('NOT_FOUND');
    const other = await tx
      .selectFrom('flow_agent as agent')
      .innerJoin('customer', 'customer.id', 'agent.customer_id')
      .select('agent_id')
      .where('source', '=', draft.source)
      // Collection sub-networks may use the same addresses.
      .where('recipient_id', '=', customer.recipient_id)
      .where('agent.id', '<>', draft.id ?? 0)
      .executeTakeFirst();
    if (other !== undefined)
      rejectFaults([{ path: 'source', code: 'AGENT_SOURCE_TAKEN', params: { agent: other.agent_id } }]);
  }

  /** Locked until the end of the transaction. Throws NOT_FOUND. */
  async #lock(tx: Tx, id: number): Promise<AgentRow> {
    const row = await tx
      .selectFrom('flow_agent')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) throw new ProblemError('NOT_FOUND');
    return row;
  }
}
