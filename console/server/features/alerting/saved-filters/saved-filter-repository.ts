import type { Selectable } from 'kysely';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { MAX_SAVED_FILTERS } from '#schemas/alerting/saved-filter-routes.ts';
import type { SavedFilter, SavedFilterDraft } from '#schemas/alerting/saved-filter-routes.ts';
import type { Database } from '#schemas/table/postgres.ts';
import { displayName } from '#server/kernel/access/caller.ts';
import type { Caller } from '#server/kernel/access/caller.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import { personOf } from '#server/shared/account/account-search.ts';
import { rejectStale } from '#server/shared/repository/reject-faults.ts';
import { transact } from '#server/shared/repository/transact.ts';
import type { Actor, Change } from '#server/shared/repository/transact.ts';

type FilterRow = Selectable<Database['saved_filter']>;

/** Who acts for which customer. */
interface FilterActor extends Actor {
  readonly customer: number;
}

interface FilterKey {
  readonly filter: number;
  readonly version: number;
}

const saving = { duplicate: 'NAME_TAKEN', duplicateField: 'name' } as const;

const auditSubject = ({ id, name, customer_id }: FilterRow) => ({
  ...{ subject: 'alarm-filter', subjectId: id, subjectName: name, customer: customer_id },
});

/** Fields recorded in the audit trail. */
const auditSnapshot = ({ name, shared, search }: FilterRow) => ({
  name,
  shared,
  search: Object.entries(search).map(([key, value]) => `${key}: ${String(value)}`),
});

const ownFilter = ({ id, name, search, shared, version }: FilterRow, caller: Caller): SavedFilter => ({
  ...{ id, name, search, shared, version },
  own: true,
  author: displayName(caller),
});

/** Sharing changes what others see. */
function requireSharing({ caller }: Actor, { shared }: SavedFilterDraft): void {
  if (shared && !caller.permissions.has('ALERT.write')) throw new ProblemError('FORBIDDEN');
}

/** The caller's own filter. Throws NOT_FOUND, also for those of others. */
async function lockOwn(
  { tx, actor }: Change<FilterActor>,
  { filter, version }: FilterKey,
): Promise<FilterRow> {
  const row = await tx
    .selectFrom('saved_filter')
    .selectAll()
    .where('id', '=', filter)
    .where('customer_id', '=', actor.customer)
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
  async list(caller: Caller, customer: number): Promise<SavedFilter[]> {
    const rows = await this.#needs.db
      .selectFrom('saved_filter as filter')
      .innerJoin('account', 'account.id', 'filter.account_id')
      .selectAll('filter')
      .select(['username', 'first_name', 'last_name'])
      .where('customer_id', '=', customer)
      .where((eb) => eb.or([eb('account_id', '=', caller.id), eb('shared', '=', true)]))
      .orderBy('filter.name')
      .execute();
    const filters = rows.map(({ id, name, search, shared, version, account_id, ...author }) => ({
      ...{ id, name, search, shared, version },
      own: account_id === caller.id,
      author: personOf({ ...author, id: account_id }).name,
    }));
    return filters.sort((a, b) => Number(b.own) - Number(a.own));
  }

  create(draft: SavedFilterDraft, actor: FilterActor): Promise<SavedFilter> {
    requireSharing(actor, draft);
    return transact(this.#needs, actor, saving, async ({ tx, record }) => {
      const owned = { customer_id: actor.customer, account_id: actor.caller.id };
      const { count } = await tx
        .selectFrom('saved_filter')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('account_id', '=', owned.account_id)
        .where('customer_id', '=', owned.customer_id)
        .executeTakeFirstOrThrow();
      if (count >= MAX_SAVED_FILTERS)
        throw new ProblemError('TOO_MANY', { params: { max: MAX_SAVED_FILTERS } });
      const row = await tx
        .insertInto('saved_filter')
        .values({ ...draft, ...owned })
        .returningAll()
        .executeTakeFirstOrThrow();
      await record({ action: 'alarm-filter.create', ...auditSubject(row), after: auditSnapshot(row) });
      return ownFilter(row, actor.caller);
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
      return ownFilter(after, actor.caller);
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
}
