import { createHash } from 'node:crypto';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { LinkedContext, readDocumentLink } from '#schemas/dashboard/link-routes.ts';
import { dashboardLimits } from '#schemas/limit/dashboard.ts';
import { resourceKinds } from '#schemas/resource/kind.ts';
import type { z } from 'zod';
import type { Caller } from '../../kernel/access/caller.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { transact } from '../../shared/repository/transact.ts';
import { readersOf, type PlacedDocument } from './document-readers.ts';
import { customerReading, requireSeen } from './stored-document.ts';
import type { DocumentActor } from './document-transaction.ts';

type Linked = z.output<typeof readDocumentLink.reply>;

/** What a link leads to. */
interface Target {
  readonly resource: number;
  readonly isTemplate: boolean;
  readonly customer: number | null;
  readonly context: LinkedContext;
}

/** The same for the same target, whatever the order of its filters: who copies a link twice gets it twice. */
function idOf({ resource, isTemplate, customer, context: { period, selection } }: Target): string {
  const filters = Object.entries(selection).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const bounds = period?.kind === 'fixed' ? [period.from, period.to] : [period?.minutes ?? 0];
  const facts = JSON.stringify([resource, isTemplate, customer, bounds, filters]);
  return createHash('sha256').update(facts).digest('base64url').slice(0, 10);
}

/** Whether the caller may use the page that a link leads to. */
function mayOpen(
  { kind, isTemplate, customer }: Linked,
  { permissions, scopes, customers }: Caller,
): boolean {
  const { customer: own, template } = resourceKinds[kind];
  return isTemplate
    ? scopes.includes('admin') && permissions.has(template.read)
    : permissions.has(own.read) && customer !== null && customers.has(customer);
}

/** Short links to documents with a context. */
export class LinkRepository {
  readonly #needs: { readonly db: Db; readonly clock: Clock };

  constructor(needs: { readonly db: Db; readonly clock: Clock }) {
    this.#needs = needs;
  }

  /** Returns the id of the link. Throws NOT_FOUND for a document or a customer that the actor does not see. */
  create({ resource, shown, context }: Created, actor: DocumentActor): Promise<string> {
    const { caller, customer } = actor;
    return transact(this.#needs, actor, {}, async ({ tx, now }) => {
      await requireSeen(tx, actor, { id: resource, caller });
      if (shown !== null && !caller.customers.has(shown)) throw new ProblemError('NOT_FOUND');
      const target = { resource, isTemplate: customer === null, customer: customer ?? shown, context };
      const id = idOf(target);
      const columns = { account_id: caller.id, at: now };
      await tx
        .insertInto('document_link')
        .values({
          id,
          resource_id: resource,
          customer_id: target.customer,
          is_template: target.isTemplate,
          ...columns,
          context,
        })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
        .execute();
      await tx
        .deleteFrom('document_link')
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('document_link')
            .select('id')
            .where('account_id', '=', caller.id)
            .orderBy('at', 'desc')
            .orderBy('id')
            .offset(dashboardLimits.maxLinks),
        )
        .execute();
      return id;
    });
  }

  /** Throws NOT_FOUND for a document that the caller does not see. */
  readers(document: PlacedDocument, caller: Caller): ReturnType<typeof readersOf> {
    return readersOf(this.#needs.db, document, caller);
  }

  /** Throws NOT_FOUND for a link that leads to what the caller may not read, as for one that does not exist. */
  async read(id: string, caller: Caller): Promise<Linked> {
    const { db } = this.#needs;
    const found = await db
      .selectFrom('document_link as link')
      .innerJoin('resource', 'resource.id', 'link.resource_id')
      .select(['resource.id as resource', 'resource.kind', 'link.customer_id as customer'])
      .select(['link.is_template as isTemplate', 'link.context'])
      .where('link.id', '=', id)
      .executeTakeFirst();
    if (found === undefined) throw new ProblemError('NOT_FOUND');
    const { context, ...place } = found;
    const linked = { ...place, ...context } as Linked;
    if (linked.isTemplate && !mayOpen(linked, caller)) return await this.#ofReader(linked, caller);
    if (!mayOpen(linked, caller)) throw new ProblemError('NOT_FOUND');
    const { kind, isTemplate, customer, resource } = linked;
    await requireSeen(db, { kind, customer: isTemplate ? null : customer }, { id: resource, caller });
    const seen = customer !== null && caller.customers.has(customer) ? customer : null;
    return { ...linked, customer: seen };
  }

  /**
   * Users without the multi-client space read what it shares in the space of their customer: of the one whose data the link shows, else of
   * the first one, where its selection stands for nothing.
   */
  async #ofReader(linked: Linked, caller: Caller): Promise<Linked> {
    const { kind, resource: id, customer } = linked;
    const { db } = this.#needs;
    const of = { kind, id, caller };
    const named = customer === null ? undefined : await customerReading(db, of, [customer]);
    const found = named ?? (await customerReading(db, of));
    if (found === undefined) throw new ProblemError('NOT_FOUND');
    return {
      ...linked,
      isTemplate: false,
      customer: found,
      selection: named === undefined ? {} : linked.selection,
    };
  }
}

interface Created {
  readonly resource: number;
  /** In the multi-client space the customer whose data is shown. */
  readonly shown: number | null;
  readonly context: LinkedContext;
}
