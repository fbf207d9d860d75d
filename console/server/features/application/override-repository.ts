import { sql } from 'kysely';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { ApplicationEntry, ApplicationOverrideDraft } from '#schemas/application/application.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { rejectStale } from '../../shared/repository/reject-faults.ts';
import { transactResource } from '../../shared/resource/transact-resource.ts';
import {
  applicationSnapshot,
  applicationSubject,
  insertApplication,
  nextSortOrder,
  readApplicationEntry,
  type ApplicationActor,
  type ApplicationTransaction,
} from './application-transaction.ts';
import { readApplicationList } from './read-applications.ts';

/** A user who changes the applications of a customer. */
interface OverrideActor extends ApplicationActor {
  readonly customer: number;
}

interface OverrideTransaction extends ApplicationTransaction {
  readonly actor: OverrideActor;
}

/** Values in force, as the audit trail records them. */
const overrideSnapshot = ({ description, category, attributes, active }: ApplicationOverrideDraft) => ({
  description,
  category,
  active,
  ...attributes,
});

const valuesInForce = ({ description, category, attributes, status }: ApplicationEntry) =>
  overrideSnapshot({ description, category, attributes, active: status.active });

const versionOf = ({ override }: ApplicationEntry): number => override?.version ?? 0;

/** An application that the provider shares with the customer, as the customer has it. Throws NOT_FOUND. */
async function readShared({ tx, viewer, actor }: OverrideTransaction, id: number): Promise<ApplicationEntry> {
  const { applications } = await readApplicationList(tx, viewer, actor.customer);
  const found = applications.find((entry) => entry.id === id && entry.type === 'provider');
  if (found === undefined) throw new ProblemError('NOT_FOUND');
  return found;
}

async function store(
  { tx, actor, viewer, now }: OverrideTransaction,
  id: number,
  { description, category, attributes, active }: ApplicationOverrideDraft,
): Promise<void> {
  const values = { description, category, attributes, active, author_id: viewer.id, updated_at: now };
  await tx
    .insertInto('application_override')
    .values({ ...values, customer_id: actor.customer, application_id: id })
    .onConflict((conflict) =>
      conflict
        .columns(['customer_id', 'application_id'])
        .doUpdateSet({ ...values, version: sql<number>`application_override.version + 1` }),
    )
    .execute();
}

/** Ends an override. Throws NOT_FOUND if there is none, CONFLICT. */
async function remove(change: OverrideTransaction, id: number, version: number): Promise<ApplicationEntry> {
  const before = await readShared(change, id);
  if (before.override === null) throw new ProblemError('NOT_FOUND');
  rejectStale(before.override.version, version);
  await change.tx
    .deleteFrom('application_override')
    .where('customer_id', '=', change.actor.customer)
    .where('application_id', '=', id)
    .execute();
  return before;
}

interface OverrideNeeds {
  readonly db: Db;
  readonly clock: Clock;
  /** Most applications of a customer. */
  readonly max: number;
}

/** Definitions of customers in place of applications of the provider (docs/adr/0038-overridden-applications.md). */
export class OverrideRepository {
  readonly #needs: OverrideNeeds;

  constructor(needs: OverrideNeeds) {
    this.#needs = needs;
  }

  /** Creates or changes the override of a customer. Throws NOT_FOUND, CONFLICT. */
  override(
    id: number,
    { version, ...draft }: ApplicationOverrideDraft & { readonly version: number },
    actor: OverrideActor,
  ): Promise<ApplicationEntry> {
    return this.#transact(actor, async (change) => {
      const before = await readShared(change, id);
      rejectStale(versionOf(before), version);
      await store(change, id, draft);
      await change.record({
        action: 'application.override',
        ...applicationSubject(id, before.name, actor),
        before: valuesInForce(before),
        after: overrideSnapshot(draft),
      });
      return readShared(change, id);
    });
  }

  /** Returns to the definition of the provider. Throws NOT_FOUND, CONFLICT. */
  restore(id: number, version: number, actor: OverrideActor): Promise<ApplicationEntry> {
    return this.#transact(actor, async (change) => {
      const before = await remove(change, id, version);
      const after = await readShared(change, id);
      await change.record({
        action: 'application.restore',
        ...applicationSubject(id, before.name, actor),
        before: valuesInForce(before),
        after: valuesInForce(after),
      });
      return after;
    });
  }

  /**
   * Makes the override an application of the customer. Throws NOT_FOUND, CONFLICT, APPLICATION_MAXIMUM_REACHED, and NAME_TAKEN by a
   * unique violation.
   */
  markCustom(
    id: number,
    { name, version }: { readonly name: string; readonly version: number },
    actor: OverrideActor,
  ): Promise<ApplicationEntry> {
    return this.#transact(actor, async (change) => {
      const { description, category, attributes, status } = await remove(change, id, version);
      const draft = { name, description, category, visibility: 'public' as const, attributes };
      const own = await insertApplication(change, draft, await nextSortOrder(change));
      const created = await readApplicationEntry(change, own);
      if (!status.active)
        await change.tx
          .updateTable('resource')
          .set({ active: false })
          .where('id', '=', created.resource)
          .execute();
      await change.record({
        action: 'application.mark-custom',
        ...applicationSubject(own, name, actor),
        after: { ...applicationSnapshot(created), active: status.active },
      });
      return readApplicationEntry(change, own);
    });
  }

  #transact<Value>(
    actor: OverrideActor,
    run: (change: OverrideTransaction) => Promise<Value>,
  ): Promise<Value> {
    const saving = { duplicate: 'NAME_TAKEN', duplicateField: 'name' } as const;
    return transactResource(this.#needs, actor, saving, async (change) => {
      // As for other changes of applications: one after the other.
      await sql`SELECT pg_advisory_xact_lock(hashtext('custom_application'))`.execute(change.tx);
      return run({ ...change, max: this.#needs.max });
    });
  }
}
