import { sql } from 'kysely';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type {
  ApplicationDraft,
  ApplicationEntry,
  ApplicationList,
} from '#schemas/application/application.ts';
import { applicationDefaults } from '#schemas/limit/dashlet.ts';
import { accessTo } from '#schemas/resource/access.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { Audit } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { withUniqueName } from '../../shared/name/with-unique-name.ts';
import {
  addPlaced,
  addTemplate,
  lockResource,
  requireVisibility,
  updateResource,
} from '../../shared/resource/change-resource.ts';
import type { ResourceChange } from '../../shared/resource/change-resource.ts';
import { viewerOf } from '../../shared/resource/viewer.ts';
import { listFor, readApplications, shown } from './read-applications.ts';
import type { StoredApplication } from './read-applications.ts';

/** Who acts, for which customer; null: in the multi-client space. */
export interface ApplicationActor {
  readonly caller: Caller;
  readonly customer: number | null;
  readonly audit: Audit;
}

interface Change extends ResourceChange {
  readonly actor: ApplicationActor;
}

const told = ({ name, description, visibility, category, attributes }: ApplicationEntry) => ({
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
async function nextPlace({ tx, actor }: Change): Promise<number> {
  const own = (await readApplications(tx)).filter(({ stored }) => stored.customer === actor.customer);
  const max = applicationDefaults.maxPerCustomer;
  if (own.length >= max) throw new ProblemError('APPLICATION_MAXIMUM_REACHED', { params: { max } });
  return Math.max(0, ...own.map(({ content }) => content.sort_order)) + 1;
}

/** Custom applications of customers and of the provider. */
export class ApplicationRepository {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  async list(caller: Caller, customer: number | null): Promise<ApplicationList> {
    return listFor(this.#db, await viewerOf(this.#db, caller), customer);
  }

  add(draft: ApplicationDraft, actor: ApplicationActor): Promise<ApplicationEntry> {
    return this.#change(actor, async (change) => {
      const { tx } = change;
      const { name, description, visibility, category } = draft;
      const sort_order = await nextPlace(change);
      const fields = { kind: 'application' as const, name, description };
      const resource_id =
        actor.customer === null
          ? await addTemplate(change, fields)
          : await addPlaced(change, { ...fields, visibility, customer: actor.customer });
      const { id } = await tx
        .insertInto('custom_application')
        .values({ resource_id, category, sort_order, attributes: draft.attributes })
        .returning('id')
        .executeTakeFirstOrThrow();
      const made = await entry(change, id);
      const action = { action: 'application.create', ...subject(id, name, actor), after: told(made) };
      await actor.audit(tx, action);
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
      return listFor(tx, viewer, actor.customer);
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
        return run({ tx, actor, viewer: await viewerOf(tx, actor.caller), now: this.#clock.now() });
      }),
    );
  }
}
