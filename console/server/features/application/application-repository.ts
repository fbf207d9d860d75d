import { sql } from 'kysely';
import { PRECEDENCE_SETTING } from '#platform/application/load.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type {
  ApplicationDraft,
  ApplicationEntry,
  ApplicationList,
} from '#schemas/application/application.ts';
import type { ApplicationImport } from '#schemas/application/import.ts';
import { accessTo } from '#schemas/resource/access.ts';
import type { DocumentUses } from '#schemas/resource/document-use.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { updateSetting } from '../../kernel/setting/update-setting.ts';
import { transact, type Actor } from '../../shared/repository/transact.ts';
import { lockResource, requireVisibility, updateResource } from '../../shared/resource/change-resource.ts';
import { transactResource } from '../../shared/resource/transact-resource.ts';
import { viewerOf } from '../../shared/resource/viewer.ts';
import {
  applicationSnapshot,
  applicationSubject,
  customerField,
  insertApplication,
  lockApplication,
  nextSortOrder,
  readApplicationEntry,
  readOwnApplications,
  type ApplicationActor,
  type ApplicationTransaction,
} from './application-transaction.ts';
import { readApplicationUses } from './application-documents.ts';
import type { ApplicationFiles } from './application-files.ts';
import {
  importApplications,
  knownApplications,
  versionsOf,
  type ImportWrites,
} from './import-applications.ts';
import {
  readApplicationList,
  readPrecedence,
  readStoredApplications,
  type StoredApplication,
} from './read-applications.ts';

const visibilityOf = ({ customer }: ApplicationActor, { visibility }: ApplicationDraft) =>
  customer === null ? ('multi-client' as const) : visibility;

/** As `create` and `update` of the repository, without reading all applications again for each line. */
const writesOfImport: ImportWrites = {
  async create(change, draft, sortOrder) {
    const { actor } = change;
    const id = await insertApplication(change, draft, sortOrder);
    const after = applicationSnapshot({ ...draft, visibility: visibilityOf(actor, draft) });
    await change.record({
      action: 'application.create',
      ...applicationSubject(id, draft.name, actor),
      after,
    });
  },
  async update(change, before, draft) {
    const { tx, actor } = change;
    const { name, description, category, attributes } = draft;
    await lockResource(change, { kind: 'application', id: before.resource });
    await updateResource(change, before.resource, { name, description });
    await tx
      .updateTable('custom_application')
      .set({ category, attributes })
      .where('id', '=', before.id)
      .execute();
    await change.record({
      action: 'application.update',
      ...applicationSubject(before.id, name, actor),
      before: applicationSnapshot(before),
      after: applicationSnapshot({ ...draft, visibility: before.visibility }),
    });
  },
};

/**
 * The applications in their new order. Those that the viewer may not change keep their positions. Throws NOT_FOUND for an unknown id,
 * CONFLICT when the order does not name each application once.
 */
function reordered(
  own: readonly StoredApplication[],
  order: readonly number[],
  { viewer }: ApplicationTransaction,
): StoredApplication[] {
  const writable = own.filter(({ stored }) => accessTo(stored, viewer).write);
  const byId = new Map(writable.map((one) => [one.content.id, one]));
  if (order.some((id) => !byId.has(id))) throw new ProblemError('NOT_FOUND');
  if (new Set(order).size !== byId.size || order.length !== byId.size) throw new ProblemError('CONFLICT');
  const next = [...order];
  return own.map((one) => (byId.has(one.content.id) ? byId.get(next.shift() ?? 0) : one) ?? one);
}

const saving = {
  duplicate: 'NAME_TAKEN',
  duplicateField: 'name',
  failure: 'APPLICATION_SAVE_FAILED',
} as const;

interface ApplicationRepositoryNeeds {
  readonly db: Db;
  readonly clock: Clock;
  /** Most applications of a customer, and of the provider. */
  readonly max: number;
  readonly files: Pick<ApplicationFiles, 'plan'>;
}

/** Custom applications of customers and of the provider. */
export class ApplicationRepository {
  readonly #needs: ApplicationRepositoryNeeds;

  constructor(needs: ApplicationRepositoryNeeds) {
    this.#needs = needs;
  }

  async list(caller: Caller, customer: number | null): Promise<ApplicationList> {
    const { db, max } = this.#needs;
    return { ...(await readApplicationList(db, await viewerOf(db, caller), customer)), max };
  }

  /** The documents that name an application. Throws NOT_FOUND. */
  documentsOf(id: number, customer: number | null, caller: Caller): Promise<DocumentUses> {
    return readApplicationUses(this.#needs.db, { id, customer }, caller);
  }

  create(draft: ApplicationDraft, actor: ApplicationActor): Promise<ApplicationEntry> {
    return this.#transact(actor, async (change) => {
      const id = await insertApplication(change, draft, await nextSortOrder(change));
      const created = await readApplicationEntry(change, id);
      await change.record({
        action: 'application.create',
        ...applicationSubject(id, created.name, actor),
        after: applicationSnapshot(created),
      });
      return created;
    });
  }

  update(
    id: number,
    { version, ...draft }: ApplicationDraft & { readonly version: number },
    actor: ApplicationActor,
  ): Promise<ApplicationEntry> {
    return this.#transact(actor, async (change) => {
      const { tx, viewer } = change;
      const before = await lockApplication(change, id, version);
      const { name, description, category, visibility, attributes } = draft;
      if (actor.customer !== null) requireVisibility(before.stored, viewer, visibility);
      await updateResource(change, before.stored.id, {
        name,
        description,
        ...(actor.customer === null ? {} : { visibility }),
      });
      await tx.updateTable('custom_application').set({ category, attributes }).where('id', '=', id).execute();
      const after = await readApplicationEntry(change, id);
      await change.record({
        action: 'application.update',
        ...applicationSubject(id, name, actor),
        before: applicationSnapshot(before.entry),
        after: applicationSnapshot(after),
      });
      return after;
    });
  }

  delete(id: number, version: number, actor: ApplicationActor): Promise<void> {
    return this.#transact(actor, async (change) => {
      const { stored, entry } = await lockApplication(change, id, version);
      await change.tx.deleteFrom('resource').where('id', '=', stored.id).execute();
      await change.record({
        action: 'application.delete',
        ...applicationSubject(id, stored.name, actor),
        before: applicationSnapshot(entry),
      });
    });
  }

  /** Throws what `ApplicationFiles.plan` and `importApplications` throw. */
  async import(
    { csv, dryRun }: { readonly csv: string; readonly dryRun: boolean },
    actor: ApplicationActor,
    signal: AbortSignal,
  ): Promise<ApplicationImport> {
    const { db, max, files } = this.#needs;
    const { caller, customer } = actor;
    const all = await readStoredApplications(db);
    const own = all.filter(({ stored }) => stored.customer === customer);
    const known = knownApplications(own, await viewerOf(db, caller));
    const file = {
      ...(await files.plan(customer, { csv, max, known }, signal)),
      versions: versionsOf(known),
    };
    const outcome = await this.#transact(actor, (change) =>
      importApplications(change, { ...file, dryRun }, writesOfImport),
    );
    if (!outcome.applied)
      await actor.audit(this.#needs.db, {
        action: 'application.preview',
        subject: 'application',
        ...customerField(actor),
      });
    return outcome;
  }

  /** Sets the matching order, as a change of the order that the caller has seen. Throws NOT_FOUND, CONFLICT. */
  reorder(
    { order, version }: { readonly order: readonly number[]; readonly version: string },
    actor: ApplicationActor,
  ): Promise<ApplicationList> {
    return this.#transact(actor, async (change) => {
      const { tx, viewer, max } = change;
      const before = await readOwnApplications(change);
      const after = reordered(before, order, change);
      const seen = await readApplicationList(tx, viewer, actor.customer);
      if (seen.orderVersion !== version) throw new ProblemError('CONFLICT');
      const places = before.map(({ content }) => content.sort_order);
      const ids = after.map(({ content }) => content.id);
      await sql`UPDATE custom_application SET sort_order = moved.place
        FROM unnest(${ids}::integer[], ${places}::integer[]) AS moved (id, place)
        WHERE custom_application.id = moved.id AND sort_order <> moved.place`.execute(tx);
      const names = (list: readonly StoredApplication[]) => list.map(({ stored }) => stored.name);
      await change.record({
        action: 'application.order',
        subject: 'application',
        ...customerField(actor),
        before: { order: names(before) },
        after: { order: names(after) },
      });
      return { ...(await readApplicationList(tx, viewer, actor.customer)), max };
    });
  }

  /** Sets whether the applications of the provider or those of the customer match first. */
  updatePrecedence(
    after: { readonly precedence: ApplicationList['precedence'] },
    actor: Actor,
  ): Promise<void> {
    return transact(this.#needs, actor, {}, async ({ tx }) => {
      const before = { precedence: await readPrecedence(tx) };
      const change = { name: PRECEDENCE_SETTING, value: after.precedence, before, after };
      await updateSetting(tx, actor.audit, change);
    });
  }

  #transact<Value>(
    actor: ApplicationActor,
    run: (change: ApplicationTransaction) => Promise<Value>,
  ): Promise<Value> {
    return transactResource(this.#needs, actor, saving, async (change) => {
      // Sort orders and the number of applications are counted, so changes run one after the other.
      await sql`SELECT pg_advisory_xact_lock(hashtext('custom_application'))`.execute(change.tx);
      return run({ ...change, max: this.#needs.max });
    });
  }
}
