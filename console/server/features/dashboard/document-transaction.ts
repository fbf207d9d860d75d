import type { KpiFacts } from '#schemas/kpi/directory.ts';
import type { AskableKpi } from '#schemas/data/compatibility.ts';
import { kpiFaults } from '#schemas/dashboard/document-requests.ts';
import type { DashboardDocument } from '#schemas/dashboard/document.ts';
import type { DocumentDraft, KeptDocument } from '#schemas/dashboard/entry.ts';
import { isSameContent } from '#schemas/dashboard/difference.ts';
import { readDirectory } from '#platform/kpi/directory.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { rejectInvalid } from '../../shared/repository/reject-faults.ts';
import type { Actor } from '../../shared/repository/transact.ts';
import { insertPlaced, insertTemplate, lockResource } from '../../shared/resource/change-resource.ts';
import { keepResourceVersion } from '../../shared/resource/resource-version.ts';
import type { StoredResource } from '../../shared/resource/stored-resource.ts';
import type { ResourceTransaction } from '../../shared/resource/transact-resource.ts';
import { readableVersion } from './stored-document.ts';
import type { DocumentSpace } from './stored-document.ts';

/** The acting user, and where the documents are that change. */
export interface DocumentActor extends Actor, DocumentSpace {}
export type DocumentTransaction = ResourceTransaction<DocumentActor>;

const askable = ({ element, scopes }: KpiFacts): AskableKpi => ({
  element,
  ofFlows: scopes.includes('flow'),
});

/** Rejects KPIs that the breakdown of their dashlet does not fit. */
export async function rejectKpis(tx: Tx, { dashlets }: DashboardDocument): Promise<void> {
  const kpis = await readDirectory(tx);
  const kpiOf = (key: string): AskableKpi | undefined => {
    const facts = kpis.get(key);
    return facts && askable(facts);
  };
  const faults = dashlets.flatMap((dashlet, index) =>
    kpiFaults(dashlet, kpiOf).map(({ path, ...fault }) => ({
      ...fault,
      path: ['document.dashlets', index, ...path].join('.'),
    })),
  );
  rejectInvalid(faults);
}

/** Locks a document of the actor's space. Throws NOT_FOUND for one that is elsewhere: it changes there. */
export async function lockDocument(change: DocumentTransaction, id: number): Promise<StoredResource> {
  const { kind, customer } = change.actor;
  const stored = await lockResource(change, { kind, id });
  if (stored.customer !== customer) throw new ProblemError('NOT_FOUND');
  return stored;
}

/** Fields recorded in the audit trail. */
export const documentSnapshot = ({ name, description, folder, document }: KeptDocument) => ({
  name,
  description,
  folder,
  dashlets: document.dashlets.map(({ id, type, title }) => `${id}: ${type} ${title}`.trim()),
  filters: document.filters.map(({ element, relation }) => [element, relation ?? ''].join(' ').trim()),
});

export const documentSubject = (id: number, name: string, { kind, customer }: DocumentSpace) => ({
  subject: kind,
  subjectId: id,
  subjectName: name,
  ...(customer === null ? {} : { customer }),
});

/** Keeps the content after a change as a version. */
export const keepDocument = (
  change: DocumentTransaction,
  id: number,
  { content, restored }: { readonly content: KeptDocument; readonly restored?: number },
): Promise<void> =>
  keepResourceVersion(change, id, {
    content,
    ...(restored === undefined ? {} : { restored }),
    isSame: (newest) => isSameContent(readableVersion(newest), content),
  });

/** Inserts a document that is not shared, with its first version. Returns its id. */
export async function insertDocument(
  change: DocumentTransaction,
  { visibility, ...content }: DocumentDraft,
): Promise<number> {
  const { tx, actor } = change;
  const { kind, customer } = actor;
  const { name, description, folder, document } = content;
  const head = { kind, name, description };
  const id =
    customer === null
      ? await insertTemplate(change, head)
      : await insertPlaced(change, { ...head, customer, visibility });
  await tx.insertInto('dashboard_document').values({ resource_id: id, folder, document }).execute();
  await keepDocument(change, id, { content });
  return id;
}
