import { sql, type Selectable } from 'kysely';
import { asNames } from '#platform/postgres/as-names.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import {
  MAX_SAVED_FILTERS,
  type SavedFilter,
  type SavedFilterDraft,
} from '#schemas/alerting/saved-filter-list.ts';
import type { Database } from '#schemas/table/postgres.ts';
import { displayName, type Caller } from '#server/kernel/access/caller.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import { personOf } from '#server/shared/account/account-search.ts';
import { rejectStale } from '#server/shared/repository/reject-faults.ts';
import { transact, type Actor, type Change } from '#server/shared/repository/transact.ts';

type FilterRow = Selectable<Database['saved_filter']>;

/** Who acts for which customer; undefined: across customers. */
interface FilterActor extends Actor {
  readonly customer: number | undefined;
}

interface FilterKey {
  readonly filter: number;
  readonly version: number;
}

const saving = { duplicate: 'NAME_TAKEN', duplicateField: 'name' } as const;

const auditSubject = ({ id, name, customer_id }: FilterRow) => ({
  subject: 'alarm-filter',
  subjectId: id,
  subjectName: name,
  ...(customer_id === null ? {} : { customer: customer_id }),
});

/** Fields recorded in the audit trail. */
const auditSnapshot = ({ name, shared, search }: FilterRow) => ({
  name,
  shared,
  search: Object.entries(search).map(([key, value]) => `${key}: ${String(value)}`),
});

/** Limits a statement to the filters of a customer, or to those across customers. */
const ofCustomer = (customer: number | undefined) =>
  customer === undefined
    ? sql<boolean>`filter.customer_id IS NULL`
    : sql<boolean>`filter.customer_id = ${customer}`;

/** Filters across customers may name what only users of every customer see. */
const mayShare = ({ permissions, allCustomers }: Caller, customer: number | undefined): boolean =>
  permissions.has('ALERT.write') && (customer !== undefined || allCustomers);

/** Sharing changes what others see. */
function requireSharing({ caller, customer }: FilterActor, { shared }: SavedFilterDraft): void {
  if (shared && !mayShare(caller, customer)) throw new ProblemError('FORBIDDEN');
}

/** The caller's own filter. Throws NOT_FOUND, also for those of others. */
async function lockOwn(
  { tx, actor }: Change<FilterActor>,
  { filter, version }: FilterKey,
): Promise<FilterRow> {
  const row = await tx
    .selectFrom('saved_filter as filter')
    .selectAll()
    .where('id', '=', filter)
    .where(ofCustomer(actor.customer))
    .where('account_id', '=', actor.caller.id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new ProblemError('NOT_FOUND');
  rejectStale(row.version, version);
  return row;
}

/** Filters of the running alarms that users have saved. */
export class SavedFilterRepository {
  readonly #needs: { readonly db: Db; readonly clock: Clock };

  constructor(needs: { readonly db: Db; readonly clock: Clock }) {
    this.#needs = needs;
  }

  /** By name, the caller's first. */
  async list(caller: Caller, customer: number | undefined): Promise<SavedFilter[]> {
    const isShared = customer !== undefined || caller.allCustomers;
    const rows = await this.#needs.db
      .selectFrom('saved_filter as filter')
      .innerJoin('account', 'account.id', 'filter.account_id')
      .leftJoin('saved_filter_default as chosen', (join) =>
        join.onRef('chosen.filter_id', '=', 'filter.id').on('chosen.account_id', '=', caller.id),
      )
      .selectAll('filter')
      .select(['username', 'first_name', 'last_name', 'chosen.filter_id as chosen'])
      .where(ofCustomer(customer))
      .where((eb) =>
        eb.or([
          eb('filter.account_id', '=', caller.id),
          ...(isShared ? [eb('filter.shared', '=', true)] : []),
        ]),
      )
      .orderBy('filter.name', asNames)
      .execute();
    const filters = rows.map(({ id, name, search, shared, version, account_id, chosen, ...author }) => ({
      id,
      name,
      search,
      shared,
      version,
      own: account_id === caller.id,
      author: personOf({ ...author, id: account_id }).name,
      isDefault: chosen !== null,
    }));
    return filters.sort((a, b) => Number(b.own) - Number(a.own));
  }

  /** Throws NOT_FOUND for a filter that the caller does not see. */
  async chooseDefault(caller: Caller, customer: number | undefined, filter: number | null): Promise<void> {
    const { db } = this.#needs;
    const key = { account_id: caller.id, scope: customer ?? 0 };
    if (filter === null) {
      await db
        .deleteFrom('saved_filter_default')
        .where('account_id', '=', key.account_id)
        .where('scope', '=', key.scope)
        .execute();
      return;
    }
    const seen = await this.list(caller, customer);
    if (!seen.some(({ id }) => id === filter)) throw new ProblemError('NOT_FOUND');
    await db
      .insertInto('saved_filter_default')
      .values({ ...key, filter_id: filter })
      .onConflict((conflict) => conflict.columns(['account_id', 'scope']).doUpdateSet({ filter_id: filter }))
      .execute();
  }

  create(draft: SavedFilterDraft, actor: FilterActor): Promise<SavedFilter> {
    requireSharing(actor, draft);
    return transact(this.#needs, actor, saving, async ({ tx, record }) => {
      const owned = { customer_id: actor.customer ?? null, account_id: actor.caller.id };
      const { count } = await tx
        .selectFrom('saved_filter as filter')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('account_id', '=', owned.account_id)
        .where(ofCustomer(actor.customer))
        .executeTakeFirstOrThrow();
      if (count >= MAX_SAVED_FILTERS)
        throw new ProblemError('TOO_MANY', { params: { max: MAX_SAVED_FILTERS } });
      const row = await tx
        .insertInto('saved_filter')
        .values({ ...draft, ...owned })
        .returningAll()
        .executeTakeFirstOrThrow();
      await record({ action: 'alarm-filter.create', ...auditSubject(row), after: auditSnapshot(row) });
      return this.#ownFilter(row, { tx, actor });
    });
  }

  update(key: FilterKey, draft: SavedFilterDraft, actor: FilterActor): Promise<SavedFilter> {
    requireSharing(actor, draft);
    return transact(this.#needs, actor, saving, async (change) => {
      const before = await lockOwn(change, key);
      const after = await change.tx
        .updateTable('saved_filter')
        .set({ ...draft, version: key.version + 1 })
        .where('id', '=', before.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      const [was, is] = [auditSnapshot(before), auditSnapshot(after)];
      await change.record({ action: 'alarm-filter.update', ...auditSubject(after), before: was, after: is });
      return this.#ownFilter(after, change);
    });
  }

  delete(key: FilterKey, actor: FilterActor): Promise<void> {
    return transact(this.#needs, actor, {}, async (change) => {
      const row = await lockOwn(change, key);
      await change.tx.deleteFrom('saved_filter').where('id', '=', row.id).execute();
      await change.record({
        action: 'alarm-filter.delete',
        ...auditSubject(row),
        before: auditSnapshot(row),
      });
    });
  }

  async #ownFilter(
    { id, name, search, shared, version }: FilterRow,
    { tx, actor: { caller } }: Pick<Change<FilterActor>, 'tx' | 'actor'>,
  ): Promise<SavedFilter> {
    const chosen = await tx
      .selectFrom('saved_filter_default')
      .select('filter_id')
      .where('account_id', '=', caller.id)
      .where('filter_id', '=', id)
      .executeTakeFirst();
    return {
      id,
      name,
      search,
      shared,
      version,
      own: true,
      author: displayName(caller),
      isDefault: chosen !== undefined,
    };
  }
}
