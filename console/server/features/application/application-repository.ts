import { sql } from 'kysely';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type {
  ApplicationDraft,
  ApplicationEntry,
  ApplicationList,
} from '#schemas/application/application.ts';
import type { ApplicationImport } from '#schemas/application/import.ts';
import { accessTo } from '#schemas/resource/access.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { withUniqueName } from '../../shared/name/with-unique-name.ts';
import {
  addPlaced,
  addTemplate,
  lockResource,
  requireVisibility,
  updateResource,
} from '../../shared/resource/change-resource.ts';
import { viewerOf } from '../../shared/resource/viewer.ts';
import type { ApplicationActor, Change } from './application-change.ts';
import { importApplications } from './import-applications.ts';
import type { ImportWrites } from './import-applications.ts';
import { listFor, readApplications, shown } from './read-applications.ts';
import type { StoredApplication } from './read-applications.ts';

type Told = Pick<ApplicationEntry, 'name' | 'description' | 'visibility' | 'category' | 'attributes'>;
const told = ({ name, description, visibility, category, attributes }: Told) => ({
  name,
  description,
  visibility,
  category,
  ...attributes,
});

const subject = (id: number, name: string, { customer }: ApplicationActor) => ({
  subject: 'application',
  subjectId: id,
  subjectName: name,
  ...(customer === null ? {} : { customer }),
});

/** The application of this place. Throws NOT_FOUND for one that is elsewhere, or that the caller may not see. */
async function find({ tx, viewer, actor }: Change, id: number): Promise<StoredApplication> {
  const found = (await readApplications(tx)).find(({ content }) => content.id === id);
  if (found === undefined || found.stored.customer !== actor.customer || !accessTo(found.stored, viewer).read)
    throw new ProblemError('NOT_FOUND');
  return found;
}

async function entry(change: Change, id: number): Promise<ApplicationEntry> {
  const [one] = shown(change.viewer, await find(change, id));
  if (one === undefined) throw new ProblemError('NOT_FOUND');
  return one;
}

/** Its place behind the others; so many are the most of one owner. */
async function nextPlace({ tx, actor, max }: Change): Promise<number> {
  const own = (await readApplications(tx)).filter(({ stored }) => stored.customer === actor.customer);
  if (own.length >= max) throw new ProblemError('APPLICATION_MAXIMUM_REACHED', { params: { max } });
  return Math.max(0, ...own.map(({ content }) => content.sort_order)) + 1;
}

/** Puts a new one at this place; answers its id. */
async function insert(change: Change, draft: ApplicationDraft, sort_order: number): Promise<number> {
  const { tx, actor } = change;
  const { name, description, visibility, category, attributes } = draft;
  const fields = { kind: 'application' as const, name, description };
  const resource_id =
    actor.customer === null
      ? await addTemplate(change, fields)
      : await addPlaced(change, { ...fields, visibility, customer: actor.customer });
  const { id } = await tx
    .insertInto('custom_application')
    .values({ resource_id, category, sort_order, attributes })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const visibilityOf = ({ customer }: ApplicationActor, { visibility }: ApplicationDraft) =>
  customer === null ? ('multi-client' as const) : visibility;

/** As `add` and `change` do, without reading all of them again for each line. */
const writesOfImport: ImportWrites = {
  async add(change, draft, place) {
    const { tx, actor } = change;
    const id = await insert(change, draft, place);
    const after = told({ ...draft, visibility: visibilityOf(actor, draft) });
    await actor.audit(tx, { action: 'application.create', ...subject(id, draft.name, actor), after });
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
    const after = told({ ...draft, visibility: before.visibility });
    const fields = { before: told(before), after };
    await actor.audit(tx, { action: 'application.update', ...subject(before.id, name, actor), ...fields });
  },
};

/** Custom applications of customers and of the provider. */
export class ApplicationRepository {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #max: number;

  constructor({ db, clock, max }: { readonly db: Db; readonly clock: Clock; readonly max: number }) {
    this.#db = db;
    this.#clock = clock;
    this.#max = max;
  }

  async list(caller: Caller, customer: number | null): Promise<ApplicationList> {
    const list = await listFor(this.#db, await viewerOf(this.#db, caller), customer);
    return { ...list, max: this.#max };
  }

  add(draft: ApplicationDraft, actor: ApplicationActor): Promise<ApplicationEntry> {
    return this.#change(actor, async (change) => {
      const id = await insert(change, draft, await nextPlace(change));
      const made = await entry(change, id);
      const action = { action: 'application.create', ...subject(id, made.name, actor), after: told(made) };
      await actor.audit(change.tx, action);
      return made;
    });
  }

  change(
    id: number,
    { version, ...draft }: ApplicationDraft & { readonly version: number },
    actor: ApplicationActor,
  ): Promise<ApplicationEntry> {
    return this.#change(actor, async (change) => {
      const { tx, viewer } = change;
      const before = await this.#lock(change, id, version);
      const { name, description, category, visibility, attributes } = draft;
      if (actor.customer !== null) requireVisibility(before.stored, viewer, visibility);
      await updateResource(change, before.stored.id, {
        ...{ name, description },
        ...(actor.customer === null ? {} : { visibility }),
      });
      await tx.updateTable('custom_application').set({ category, attributes }).where('id', '=', id).execute();
      const after = await entry(change, id);
      const fields = { before: told(before.entry), after: told(after) };
      await actor.audit(tx, { action: 'application.update', ...subject(id, name, actor), ...fields });
      return after;
    });
  }

  remove(id: number, version: number, actor: ApplicationActor): Promise<void> {
    return this.#change(actor, async (change) => {
      const { stored, entry: before } = await this.#lock(change, id, version);
      await change.tx.deleteFrom('resource').where('id', '=', stored.id).execute();
      const gone = { ...subject(id, stored.name, actor), before: told(before) };
      await actor.audit(change.tx, { action: 'application.delete', ...gone });
    });
  }

  /** Throws IMPORT_FORMAT_INVALID with every fault of the file, and APPLICATION_MAXIMUM_REACHED. */
  import(
    file: { readonly csv: string; readonly dryRun: boolean },
    actor: ApplicationActor,
  ): Promise<ApplicationImport> {
    return this.#change(actor, (change) => importApplications(change, file, writesOfImport));
  }

  /** Those that the caller may not change keep their places: the others go around them. Throws NOT_FOUND, and CONFLICT when they are not all of them. */
  order(wanted: readonly number[], actor: ApplicationActor): Promise<ApplicationList> {
    return this.#change(actor, async (change) => {
      const { tx, viewer } = change;
      const own = (await readApplications(tx)).filter(({ stored }) => stored.customer === actor.customer);
      const mine = own.filter(({ stored }) => accessTo(stored, viewer).write);
      const ids = new Map(mine.map((one) => [one.content.id, one]));
      if (wanted.some((id) => !ids.has(id))) throw new ProblemError('NOT_FOUND');
      if (new Set(wanted).size !== ids.size || wanted.length !== ids.size) throw new ProblemError('CONFLICT');
      const next = [...wanted];
      const after = own.map((one) => (ids.has(one.content.id) ? ids.get(next.shift() ?? 0) : one) ?? one);
      for (const [place, { content }] of after.entries())
        await tx
          .updateTable('custom_application')
          .set({ sort_order: place + 1 })
          .where('id', '=', content.id)
          .execute();
      const namesOf = (list: readonly StoredApplication[]) => list.map(({ stored }) => stored.name);
      const fields = { before: { order: namesOf(own) }, after: { order: namesOf(after) } };
      const customer = actor.customer === null ? {} : { customer: actor.customer };
      await actor.audit(tx, { action: 'application.order', subject: 'application', ...customer, ...fields });
      return { ...(await listFor(tx, viewer, actor.customer)), max: this.#max };
    });
  }

  async #lock(change: Change, id: number, version: number) {
    const { stored } = await find(change, id);
    await lockResource(change, { kind: 'application', id: stored.id });
    const found = await find(change, id);
    if (found.stored.version !== version) throw new ProblemError('CONFLICT');
    return { stored: found.stored, entry: await entry(change, id) };
  }

  #change<Value>(actor: ApplicationActor, run: (change: Change) => Promise<Value>): Promise<Value> {
    return withUniqueName(() =>
      this.#db.transaction().execute(async (tx) => {
        // Places and the number of them are counted: one changes at a time.
        await sql`SELECT pg_advisory_xact_lock(hashtext('custom_application'))`.execute(tx);
        const viewer = await viewerOf(tx, actor.caller);
        return run({ tx, actor, viewer, now: this.#clock.now(), max: this.#max });
      }),
    );
  }
}
