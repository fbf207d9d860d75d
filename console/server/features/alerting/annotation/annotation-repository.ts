import type { Selectable } from 'kysely';
import { dateAtMs } from '#platform/clock/time.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { Annotation, AnnotationDraft } from '#schemas/annotation/annotation.ts';
import type { AnnotationList, AnnotationPeriod } from '#schemas/annotation/routes.ts';
import { fieldsOf } from '#schemas/audit/fields.ts';
import { elementLabel, elementOf } from '#schemas/inventory/element-of.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import type { Database } from '#schemas/table/postgres.ts';
import { displayName, sitesSeenBy, type Caller } from '#server/kernel/access/caller.ts';
import { withinSites } from '#server/kernel/access/within-sites.ts';
import type { AuditEntry } from '#server/kernel/audit/audit-trail.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import { rejectInvalid, rejectStale } from '#server/shared/repository/reject-faults.ts';
import { transact, type Actor, type Change } from '#server/shared/repository/transact.ts';
import { markedElements } from '#server/shared/element/marked-elements.ts';
import { findAnnotations } from './annotation-queries.ts';

type AnnotationRow = Selectable<Database['annotation']>;
type ShownRow = Omit<AnnotationRow, 'customer_id' | 'site_id' | 'created_at'>;

export interface AnnotationRepositoryNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly inventory: InventoryCache;
  /** Areas and clusters of a customer that are private to other users. */
  readonly hiddenClusters: (customer: number, caller: Caller) => Promise<ReadonlySet<number>>;
}

/** The acting user, and the customer whose annotations change. */
interface AnnotationActor extends Actor {
  readonly customer: number;
}

/** Its author, and users who may change what is private to others. */
const isEditableBy = ({ author_id }: Pick<ShownRow, 'author_id'>, { id, permissions }: Caller): boolean =>
  permissions.has('ALERT.write') && (author_id === id || permissions.has('EXTRA.PRIVATE.write'));

const secondsOf = (date: Date): number => Math.floor(date.getTime() / SECOND_MS);
const instantOf = (seconds: number): Date => dateAtMs(seconds * SECOND_MS);

/** Of a text, in lists of the audit. */
const NAME_LENGTH = 80;

const entryOf = (
  action: string,
  { id, customer_id: customer }: Pick<AnnotationRow, 'id' | 'customer_id'>,
  difference: { readonly before?: AnnotationRow; readonly after?: AnnotationRow },
): AuditEntry => {
  const snapshot = (row: AnnotationRow | undefined) =>
    row &&
    fieldsOf({
      text: row.text,
      element: row.element_id,
      startsAt: row.starts_at.toISOString(),
      endsAt: row.ends_at?.toISOString() ?? null,
    });
  const [before, after] = [snapshot(difference.before), snapshot(difference.after)];
  return {
    action,
    subject: 'annotation',
    subjectId: id,
    subjectName: (difference.after ?? difference.before)?.text.slice(0, NAME_LENGTH) ?? '',
    customer,
    ...(before && { before }),
    ...(after && { after }),
  };
};

/** Annotations of customers on charts. */
export class AnnotationRepository {
  readonly #needs: AnnotationRepositoryNeeds;

  constructor(needs: AnnotationRepositoryNeeds) {
    this.#needs = needs;
  }

  /** Those that the caller may see, oldest first. Throws CONTEXT_TOO_LARGE. */
  async list(
    caller: Caller,
    customer: number,
    { from, to, elements }: AnnotationPeriod,
  ): Promise<AnnotationList> {
    const { db, inventory } = this.#needs;
    const hidden = await this.#needs.hiddenClusters(customer, caller);
    const sites = withinSites(caller, customer, undefined);
    const found = await findAnnotations(db, {
      customer,
      from,
      to,
      sites,
      hidden,
      elements: elements && markedElements(inventory.current, { customer, sites, hidden }, elements),
    });
    return {
      annotations: found.map((row) => this.#shown(row, caller)).toReversed(),
      count: found[0]?.count ?? 0,
    };
  }

  /** Throws VALIDATION for an element that the caller does not see. */
  async create(draft: AnnotationDraft, actor: AnnotationActor): Promise<Annotation> {
    const columns = await this.#columns(draft, actor);
    return transact(this.#needs, actor, {}, async ({ tx, now, record }) => {
      const row = await tx
        .insertInto('annotation')
        .values({
          ...columns,
          customer_id: actor.customer,
          author_id: actor.caller.id,
          author: displayName(actor.caller),
          created_at: now,
          updated_at: now,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await record(entryOf('annotation.create', row, { after: row }));
      return this.#shown(row, actor.caller);
    });
  }

  /** Throws NOT_FOUND, ANNOTATION_OF_OTHER, CONFLICT, VALIDATION. */
  async update(
    id: number,
    { version, ...draft }: AnnotationDraft & { readonly version: number },
    actor: AnnotationActor,
  ): Promise<Annotation> {
    const hidden = await this.#needs.hiddenClusters(actor.customer, actor.caller);
    return transact(this.#needs, actor, {}, async (change) => {
      const before = await this.#readEditable(change, id, hidden);
      rejectStale(before.version, version);
      // An element that does not exist any more stays what it is about.
      const place =
        draft.element === before.element_id
          ? { element_id: before.element_id, site_id: before.site_id }
          : this.#place(draft, actor, hidden);
      const after = await change.tx
        .updateTable('annotation')
        .set({ ...this.#times(draft), ...place, version: version + 1, updated_at: change.now })
        .where('id', '=', id)
        .where('version', '=', version)
        .returningAll()
        .executeTakeFirst();
      if (after === undefined) throw new ProblemError('CONFLICT');
      await change.record(entryOf('annotation.update', after, { before, after }));
      return this.#shown(after, actor.caller);
    });
  }

  /** Throws NOT_FOUND, ANNOTATION_OF_OTHER. */
  async delete(id: number, actor: AnnotationActor): Promise<void> {
    const hidden = await this.#needs.hiddenClusters(actor.customer, actor.caller);
    await transact(this.#needs, actor, {}, async (change) => {
      const before = await this.#readEditable(change, id, hidden);
      await change.tx.deleteFrom('annotation').where('id', '=', id).execute();
      await change.record(entryOf('annotation.delete', before, { before }));
    });
  }

  /** One that the caller may change. Throws NOT_FOUND for one that they may not see. */
  async #readEditable(
    { tx, actor: { caller, customer } }: Change<AnnotationActor>,
    id: number,
    hidden: ReadonlySet<number>,
  ): Promise<AnnotationRow> {
    const row = await tx
      .selectFrom('annotation')
      .selectAll()
      .where('id', '=', id)
      .where('customer_id', '=', customer)
      .forUpdate()
      .executeTakeFirst();
    const seen = sitesSeenBy(caller, customer);
    if (row === undefined || seen?.has(row.site_id ?? 0) === false || hidden.has(row.element_id ?? 0))
      throw new ProblemError('NOT_FOUND');
    if (!isEditableBy(row, caller)) throw new ProblemError('ANNOTATION_OF_OTHER');
    return row;
  }

  async #columns(draft: AnnotationDraft, actor: AnnotationActor) {
    const hidden = await this.#needs.hiddenClusters(actor.customer, actor.caller);
    return { ...this.#times(draft), ...this.#place(draft, actor, hidden) };
  }

  #times({ from, to, text }: AnnotationDraft) {
    return { starts_at: instantOf(from), ends_at: to === null ? null : instantOf(to), text };
  }

  /** The element with its site. Throws VALIDATION: users restricted to sites name one of them. */
  #place(
    { element }: AnnotationDraft,
    { caller, customer }: AnnotationActor,
    hidden: ReadonlySet<number>,
  ): { readonly element_id: number | null; readonly site_id: number | null } {
    const seen = sitesSeenBy(caller, customer);
    const found = element === null ? undefined : elementOf(this.#needs.inventory.current, element);
    const isPlaced =
      found === undefined
        ? element === null && seen === undefined
        : found.customer === customer && !hidden.has(found.id) && seen?.has(found.site) !== false;
    if (!isPlaced) rejectInvalid([{ path: 'element', code: 'ANNOTATION_ELEMENT_UNKNOWN' }]);
    return { element_id: element, site_id: found === undefined || found.site === 0 ? null : found.site };
  }

  #shown(row: ShownRow, caller: Caller): Annotation {
    const { id, element_id: element, text, author, version } = row;
    return {
      id,
      element,
      text,
      author,
      version,
      from: secondsOf(row.starts_at),
      to: row.ends_at === null ? null : secondsOf(row.ends_at),
      elementName: element === null ? '' : elementLabel(this.#needs.inventory.current, element),
      updatedAt: row.updated_at.getTime(),
      isEditable: isEditableBy(row, caller),
    };
  }
}
