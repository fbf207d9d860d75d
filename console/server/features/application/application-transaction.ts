import type { ApplicationDraft, ApplicationEntry } from '#schemas/application/application.ts';
import { accessTo } from '#schemas/resource/access.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { rejectStale } from '../../shared/repository/reject-faults.ts';
import type { Actor } from '../../shared/repository/transact.ts';
import { insertPlaced, insertTemplate, lockResource } from '../../shared/resource/change-resource.ts';
import type { ResourceTransaction } from '../../shared/resource/transact-resource.ts';
import { readStoredApplications, shownApplication, type StoredApplication } from './read-applications.ts';

/** The acting user, and the customer whose applications change. Null: those of the provider. */
export interface ApplicationActor extends Actor {
  readonly customer: number | null;
}

export interface ApplicationTransaction extends ResourceTransaction<ApplicationActor> {
  /** Most applications of a customer, and of the provider. */
  readonly max: number;
}

/** Fields recorded in the audit trail. */
export const applicationSnapshot = ({
  name,
  description,
  visibility,
  category,
  attributes,
}: Pick<ApplicationEntry, 'name' | 'description' | 'visibility' | 'category' | 'attributes'>) => ({
  name,
  description,
  visibility,
  category,
  ...attributes,
});

export const customerField = ({ customer }: ApplicationActor) => (customer === null ? {} : { customer });

export const applicationSubject = (id: number, name: string, actor: ApplicationActor) => ({
  subject: 'application',
  subjectId: id,
  subjectName: name,
  ...customerField(actor),
});

/** The application of the actor's customer. Throws NOT_FOUND for one that is elsewhere, or that the viewer may not see. */
async function readStored(
  { tx, viewer, actor }: ApplicationTransaction,
  id: number,
): Promise<StoredApplication> {
  const found = (await readStoredApplications(tx)).find(({ content }) => content.id === id);
  if (found === undefined || found.stored.customer !== actor.customer || !accessTo(found.stored, viewer).read)
    throw new ProblemError('NOT_FOUND');
  return found;
}

export async function readApplicationEntry(
  change: ApplicationTransaction,
  id: number,
): Promise<ApplicationEntry> {
  const [entry] = shownApplication(change.viewer, await readStored(change, id));
  if (entry === undefined) throw new ProblemError('NOT_FOUND');
  return entry;
}

export const readOwnApplications = async ({
  tx,
  actor,
}: ApplicationTransaction): Promise<StoredApplication[]> =>
  (await readStoredApplications(tx)).filter(({ stored }) => stored.customer === actor.customer);

/** The sort order after all others. Throws APPLICATION_MAXIMUM_REACHED. */
export async function nextSortOrder(change: ApplicationTransaction): Promise<number> {
  const own = await readOwnApplications(change);
  const { max } = change;
  if (own.length >= max) throw new ProblemError('APPLICATION_MAXIMUM_REACHED', { params: { max } });
  return Math.max(0, ...own.map(({ content }) => content.sort_order)) + 1;
}

/** Returns the id of the new application. */
export async function insertApplication(
  change: ApplicationTransaction,
  draft: ApplicationDraft,
  sort_order: number,
): Promise<number> {
  const { tx, actor } = change;
  const { name, description, visibility, category, attributes } = draft;
  const fields = { kind: 'application' as const, name, description };
  const resource_id =
    actor.customer === null
      ? await insertTemplate(change, fields)
      : await insertPlaced(change, { ...fields, visibility, customer: actor.customer });
  const { id } = await tx
    .insertInto('custom_application')
    .values({ resource_id, category, sort_order, attributes })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Locks an application until the end of the transaction. Throws NOT_FOUND, FORBIDDEN, CONFLICT. */
export async function lockApplication(change: ApplicationTransaction, id: number, version: number) {
  const { stored } = await readStored(change, id);
  await lockResource(change, { kind: 'application', id: stored.id });
  const locked = await readStored(change, id);
  rejectStale(locked.stored.version, version);
  return { stored: locked.stored, entry: await readApplicationEntry(change, id) };
}
