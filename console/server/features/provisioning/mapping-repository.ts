import { asNames } from '#platform/postgres/as-names.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { provisioningLimits } from '#schemas/limit/provisioning.ts';
import type { ImportMappingDraft, StoredImportMapping } from '#schemas/provisioning/mapping-routes.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { transact } from '../../shared/repository/transact.ts';
import type { Actor, Change } from '../../shared/repository/transact.ts';
import { jsonValue } from './run/import-store.ts';

const duplicate = { duplicate: 'NAME_TAKEN', duplicateField: 'name' } as const;

const audited = ({ name, columns }: ImportMappingDraft) => ({ name, columns: { ...columns } });

/** Throws NOT_FOUND. */
async function lockMapping({ tx }: Change, id: number): Promise<StoredImportMapping> {
  const row = await tx
    .selectFrom('import_mapping')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new ProblemError('NOT_FOUND');
  return row;
}

/** Columns of imports under names, in PostgreSQL. */
export class ImportMappingRepository {
  readonly #needs: { readonly db: Db; readonly clock: Clock };

  constructor(needs: { readonly db: Db; readonly clock: Clock }) {
    this.#needs = needs;
  }

  list(): Promise<StoredImportMapping[]> {
    return this.#needs.db
      .selectFrom('import_mapping')
      .selectAll()
      .orderBy('name', asNames)
      .limit(provisioningLimits.maxMappings)
      .execute();
  }

  /** Throws NAME_TAKEN, SELECTION_TOO_LARGE. */
  create(draft: ImportMappingDraft, actor: Actor): Promise<StoredImportMapping> {
    return transact(this.#needs, actor, duplicate, async ({ tx, record }) => {
      const { count } = await tx
        .selectFrom('import_mapping')
        .select((is) => is.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      if (count >= provisioningLimits.maxMappings)
        throw new ProblemError('SELECTION_TOO_LARGE', { params: { max: provisioningLimits.maxMappings } });
      const row = await tx
        .insertInto('import_mapping')
        .values({ name: draft.name, columns: jsonValue(draft.columns) })
        .returningAll()
        .executeTakeFirstOrThrow();
      await record({ ...entry('create', row), after: audited(row) });
      return row;
    });
  }

  /** Throws NOT_FOUND, NAME_TAKEN. */
  update(id: number, draft: ImportMappingDraft, actor: Actor): Promise<StoredImportMapping> {
    return transact(this.#needs, actor, duplicate, async (change) => {
      const before = await lockMapping(change, id);
      await change.tx
        .updateTable('import_mapping')
        .set({ name: draft.name, columns: jsonValue(draft.columns) })
        .where('id', '=', id)
        .execute();
      await change.record({ ...entry('update', before), before: audited(before), after: audited(draft) });
      return { id, ...draft };
    });
  }

  /** Throws NOT_FOUND, IMPORT_MAPPING_IN_USE. */
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
  ...{ action: `import-mapping.${verb}`, subject: 'import-mapping', subjectId: id, subjectName: name },
});
