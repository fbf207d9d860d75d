import { sql } from 'kysely';
import { asNames } from '#platform/postgres/as-names.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { provisioningLimits } from '#schemas/limit/provisioning.ts';
import type { ImportMappingDraft, StoredImportMapping } from '#schemas/provisioning/mapping-routes.ts';
import type { importMapping } from '#schemas/table/provisioning.ts';
import type { Row } from '#schemas/table/relation.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { transact, type Actor, type Change } from '../../shared/repository/transact.ts';
import { jsonValue } from './run/import-store.ts';

const duplicate = { duplicate: 'NAME_TAKEN', duplicateField: 'name' } as const;

const audited = ({ name, columns }: ImportMappingDraft) => ({ name, columns: { ...columns } });

/** Those of the provider, and those of users who see no customer that the caller does not see. */
export const visibleMappings = (db: Db | Tx, { allCustomers, customers }: Caller) =>
  db
    .selectFrom('import_mapping')
    .selectAll()
    .where(allCustomers ? sql<boolean>`true` : sql<boolean>`customer_ids <@ ${[...customers.keys()]}::int[]`);

/** Customers that columns belong to; none: the provider. */
const customersOf = ({ allCustomers, customers }: Caller): number[] =>
  allCustomers ? [] : [...customers.keys()].toSorted((one, other) => one - other);

const shownMapping = ({
  id,
  name,
  columns,
  customer_ids: customers,
}: Row<typeof importMapping>): StoredImportMapping => ({ id, name, columns, customers });

/** Throws NOT_FOUND, and REACHES_OTHER_CUSTOMERS for columns that every customer has. */
async function lockMapping({ tx, actor: { caller } }: Change, id: number): Promise<StoredImportMapping> {
  const row = await visibleMappings(tx, caller).where('id', '=', id).forUpdate().executeTakeFirst();
  if (row === undefined) throw new ProblemError('NOT_FOUND');
  if (row.customer_ids.length === 0 && !caller.allCustomers)
    throw new ProblemError('REACHES_OTHER_CUSTOMERS');
  return shownMapping(row);
}

/** Columns of imports under names, in PostgreSQL. */
export class ImportMappingRepository {
  readonly #needs: { readonly db: Db; readonly clock: Clock };

  constructor(needs: { readonly db: Db; readonly clock: Clock }) {
    this.#needs = needs;
  }

  async list(caller: Caller): Promise<StoredImportMapping[]> {
    const rows = await visibleMappings(this.#needs.db, caller)
      .orderBy('name', asNames)
      .limit(provisioningLimits.maxListedMappings)
      .execute();
    return rows.map(shownMapping);
  }

  /** Throws NAME_TAKEN, SELECTION_TOO_LARGE. */
  create(draft: ImportMappingDraft, actor: Actor): Promise<StoredImportMapping> {
    const customers = customersOf(actor.caller);
    return transact(this.#needs, actor, duplicate, async ({ tx, record }) => {
      const { count } = await tx
        .selectFrom('import_mapping')
        .select((is) => is.fn.countAll<number>().as('count'))
        .where(sql<boolean>`customer_ids = ${customers}::int[]`)
        .executeTakeFirstOrThrow();
      if (count >= provisioningLimits.maxMappings)
        throw new ProblemError('SELECTION_TOO_LARGE', { params: { max: provisioningLimits.maxMappings } });
      const row = await tx
        .insertInto('import_mapping')
        .values({ name: draft.name, columns: jsonValue(draft.columns), customer_ids: customers })
        .returningAll()
        .executeTakeFirstOrThrow();
      const created = shownMapping(row);
      await record({ ...entry('create', created), after: audited(created) });
      return created;
    });
  }

  /** Throws NOT_FOUND, NAME_TAKEN, REACHES_OTHER_CUSTOMERS. */
  update(id: number, draft: ImportMappingDraft, actor: Actor): Promise<StoredImportMapping> {
    return transact(this.#needs, actor, duplicate, async (change) => {
      const before = await lockMapping(change, id);
      await change.tx
        .updateTable('import_mapping')
        .set({ name: draft.name, columns: jsonValue(draft.columns) })
        .where('id', '=', id)
        .execute();
      await change.record({ ...entry('update', before), before: audited(before), after: audited(draft) });
      return { ...before, ...draft };
    });
  }

  /** Throws NOT_FOUND, IMPORT_MAPPING_IN_USE, REACHES_OTHER_CUSTOMERS. */
  delete(id: number, actor: Actor): Promise<void> {
    return transact(this.#needs, actor, {}, async (change) => {
      const before = await lockMapping(change, id);
      const used = await change.tx
        .selectFrom('import_schedule')
        .select('id')
        .where('mapping_id', '=', id)
        .executeTakeFirst();
      if (used !== undefined) throw new ProblemError('IMPORT_MAPPING_IN_USE');
      await change.tx.deleteFrom('import_mapping').where('id', '=', id).execute();
      await change.record({ ...entry('delete', before), before: audited(before) });
    });
  }
}

const entry = (verb: 'create' | 'update' | 'delete', { id, name }: StoredImportMapping) => ({
  action: `import-mapping.${verb}`,
  subject: 'import-mapping',
  subjectId: id,
  subjectName: name,
});
