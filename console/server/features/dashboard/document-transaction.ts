import { askableOf, type AskableKpi } from '#schemas/data/compatibility.ts';
import { kpiFaults } from '#schemas/dashboard/document-requests.ts';
import { endpointFaults, headerFaults } from '#schemas/dashboard/dashlets/sdwan.ts';
import { emptyDocument } from '#schemas/dashboard/document.ts';
import {
  choicesIn,
  dashletsIn,
  isReport,
  isSameAny,
  type AnyDocument,
  type AnyDraft,
  type AnyContent,
} from '#schemas/report/any-document.ts';
import { itemTitle } from '#schemas/report/difference.ts';
import { accessTo, firstVisibility } from '#schemas/resource/access.ts';
import type { PlacedVisibility } from '#schemas/resource/resource.ts';
import { unshared } from '#schemas/resource/share-change.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { readDirectory } from '#platform/kpi/directory.ts';
import type { Patterns } from '#platform/pattern/patterns.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { Fault } from '#schemas/problem/fault.ts';
import type { AuditEntry, Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { areFramesAllowed, readFramePatterns } from '../../shared/iframe/frame-whitelist.ts';
import { wrongPath } from '../../shared/json-path/apply-paths.ts';
import { rejectInvalid } from '../../shared/repository/reject-faults.ts';
import type { Actor } from '../../shared/repository/transact.ts';
import {
  insertPlaced,
  insertTemplate,
  lockResource,
  updateResource,
} from '../../shared/resource/change-resource.ts';
import { keepResourceVersion } from '../../shared/resource/resource-version.ts';
import type { StoredResource } from '../../shared/resource/stored-resource.ts';
import type { ResourceTransaction } from '../../shared/resource/transact-resource.ts';
import { readableVersion, readContent, type DocumentReader, type DocumentSpace } from './stored-document.ts';

/** The acting user, and where the documents are that change. */
export interface DocumentActor extends Actor, DocumentSpace {}
export type DocumentTransaction = ResourceTransaction<DocumentActor>;

/** Facts of the KPIs that decide what they can be queried by. */
export async function readAskable(db: DocumentReader): Promise<(key: string) => AskableKpi | undefined> {
  const kpis = await readDirectory(db);
  return (key) => {
    const facts = kpis.get(key);
    return facts && askableOf(facts);
  };
}

/** What matches addresses with the whitelist of iframes. */
type Matching = Pick<Patterns, 'match'>;

/** What a change of documents needs. */
export interface DocumentStores {
  readonly db: Db;
  readonly clock: Clock;
  readonly matching: Matching;
}

/** Faults of dashlets that show pages which the whitelist does not allow. */
async function frameFaults(tx: Tx, matching: Matching, document: AnyDocument): Promise<Fault[]> {
  const framed = dashletsIn(document).flatMap(({ dashlet, at }) =>
    dashlet.type === 'iframe' ? [{ at, url: dashlet.settings.url }] : [],
  );
  if (framed.length === 0) return [];
  const urls = framed.map(({ url }) => url);
  const allowed = await areFramesAllowed(matching, await readFramePatterns(tx), urls);
  return framed.flatMap(({ at }, index): Fault[] =>
    allowed[index] === true ? [] : [{ path: `${at}.settings.url`, code: 'IFRAME_NOT_ALLOWED' }],
  );
}

/** Faults of SD-WAN dashlets whose JSON paths are none of RFC 9535. */
function pathFaults(document: AnyDocument): Fault[] {
  return dashletsIn(document).flatMap(({ dashlet, at: place }): Fault[] => {
    if (dashlet.type !== 'sdwan') return [];
    const { paths, variants } = dashlet.settings;
    return [
      { at: '', paths },
      ...variants.map((variant, at) => ({ ...variant, at: `variants.${String(at)}.` })),
    ].flatMap(({ at, paths: given }): Fault[] => {
      // A value that a placeholder stands for changes nothing in the grammar.
      const wrong = wrongPath(given);
      if (wrong === undefined) return [];
      const path = `${place}.settings.${at}paths.${String(wrong.index)}`;
      return [{ path, code: 'JSON_FILTER_SYNTAX', params: { position: wrong.position } }];
    });
  });
}

/** Faults of SD-WAN dashlets whose endpoints or headers cannot be sent. */
const unsentFaults = (document: AnyDocument): Fault[] =>
  dashletsIn(document).flatMap(({ dashlet, at }) =>
    dashlet.type === 'sdwan'
      ? [...endpointFaults(dashlet.settings), ...headerFaults(dashlet.settings.headers)].map(
          ({ path, ...fault }) => ({
            ...fault,
            path: [at, 'settings', ...path].join('.'),
          }),
        )
      : [],
  );

/** Whether an author sees all of what a document of the space is about. */
const seesAll = ({ caller: { sites }, customer }: DocumentActor): boolean =>
  customer === null ? sites.size === 0 : !sites.has(customer);

/** What the dashlets of a document request from managers. */
const requestedOfManagers = (document: AnyDocument): ReadonlySet<string> =>
  new Set(
    dashletsIn(document).flatMap(({ dashlet: { type, settings } }) =>
      type === 'sdwan' ? [JSON.stringify(settings)] : [],
    ),
  );

/** Faults of SD-WAN dashlets that an author of some sites adds or changes: what they request is about the entire network. */
function limitedFaults(document: AnyDocument, before: AnyDocument, actor: DocumentActor): Fault[] {
  if (seesAll(actor)) return [];
  const stored = requestedOfManagers(before);
  return dashletsIn(document).flatMap(({ dashlet: { type, settings }, at }): Fault[] =>
    type === 'sdwan' && !stored.has(JSON.stringify(settings))
      ? [{ path: `${at}.settings.endpoint`, code: 'SDWAN_SITES_LIMITED' }]
      : [],
  );
}

/** A document that is saved. */
interface SavedDocument {
  readonly document: AnyDocument;
  /** What it replaces. */
  readonly before?: AnyDocument;
  /** The place of the document in the body. */
  readonly where?: string;
}

/**
 * Rejects KPIs that the breakdown of their dashlet does not fit, aggregations that the kind of a KPI does not have, endpoints and headers that cannot
 * be sent, addresses that may not be shown, and what the author may not request from managers.
 */
export async function rejectDashlets(
  { tx, actor }: Pick<DocumentTransaction, 'tx' | 'actor'>,
  matching: Matching,
  { document, before = emptyDocument, where = 'document' }: SavedDocument,
): Promise<void> {
  const kpiOf = await readAskable(tx);
  const faults = dashletsIn(document).flatMap(({ dashlet, at }) =>
    kpiFaults(dashlet, kpiOf).map(({ path, ...fault }) => ({
      ...fault,
      path: [at, ...path].join('.'),
    })),
  );
  const ofFrames = await frameFaults(tx, matching, document);
  const ofManagers = [
    ...pathFaults(document),
    ...unsentFaults(document),
    ...limitedFaults(document, before, actor),
  ];
  rejectInvalid(
    [...faults, ...ofManagers, ...ofFrames].map((fault) => ({ ...fault, path: `${where}.${fault.path}` })),
  );
}

/** Rejects pages that the whitelist does not allow any more: it may have changed since a document was saved. */
export async function rejectFrames(tx: Tx, matching: Matching, document: AnyDocument): Promise<void> {
  const faults = await frameFaults(tx, matching, document);
  rejectInvalid(faults.map((fault) => ({ ...fault, path: `document.${fault.path}` })));
}

/** Locks a document of the actor's space. Throws NOT_FOUND for one that is elsewhere: it changes there. */
export async function lockDocument(change: DocumentTransaction, id: number): Promise<StoredResource> {
  const { kind, customer } = change.actor;
  const stored = await lockResource(change, { kind, id });
  if (stored.customer !== customer) throw new ProblemError('NOT_FOUND');
  return stored;
}

/** Fields recorded in the audit trail. */
export const documentSnapshot = ({ name, description, folder, document }: AnyContent) => ({
  name,
  description,
  folder,
  ...(isReport(document) && {
    pages: document.pages.map(
      ({ id, items }) => `${id}: ${items.map((item) => `${item.kind} ${itemTitle(item)}`.trim()).join(', ')}`,
    ),
  }),
  dashlets: dashletsIn(document).map(({ dashlet: { id, type, title } }) => `${id}: ${type} ${title}`.trim()),
  filters: choicesIn(document).map(({ element, relation }) => [element, relation ?? ''].join(' ').trim()),
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
  { content, restored }: { readonly content: AnyContent; readonly restored?: number },
): Promise<void> =>
  keepResourceVersion(change, id, {
    content,
    ...(restored === undefined ? {} : { restored }),
    isSame: (newest) => isSameAny(readableVersion(change.actor.kind, newest), content),
  });

/** The visibility of a document whose author states none. */
const firstIn = ({ actor: { kind }, viewer }: DocumentTransaction, customer: number): PlacedVisibility =>
  firstVisibility(
    kind,
    () =>
      accessTo({ kind, customer, owner: viewer.id, visibility: 'private', share: unshared }, viewer).write,
  );

/** Inserts a document that is not shared, with its first version. Returns its id. */
export async function insertDocument(
  change: DocumentTransaction,
  { visibility, ...content }: AnyDraft,
): Promise<number> {
  const { tx, actor } = change;
  const { kind, customer } = actor;
  const { name, description, folder, document } = content;
  const head = { kind, name, description };
  const id =
    customer === null
      ? await insertTemplate(change, head)
      : await insertPlaced(change, {
          ...head,
          customer,
          visibility: visibility ?? firstIn(change, customer),
        });
  await tx.insertInto('dashboard_document').values({ resource_id: id, folder, document }).execute();
  await keepDocument(change, id, { content });
  return id;
}

type Note = AuditEntry['note'];
const noted = (note: Note) => (note === undefined ? {} : { note });

/** Inserts a document and records it. Returns its id. */
export async function createDocument(
  change: DocumentTransaction,
  draft: AnyDraft,
  note?: Note,
): Promise<number> {
  const { actor } = change;
  const id = await insertDocument(change, draft);
  await change.record({
    action: `${actor.kind}.create`,
    ...documentSubject(id, draft.name, actor),
    after: documentSnapshot(draft),
    ...noted(note),
  });
  return id;
}

interface Replacement {
  readonly content: AnyContent;
  /** Absent: as it is. */
  readonly visibility?: AnyDraft['visibility'];
}

/** Writes the content of a document and keeps it as a version. */
export async function replaceContent(
  change: DocumentTransaction,
  id: number,
  { content, visibility, restored }: Replacement & { readonly restored?: number },
): Promise<void> {
  const { name, description, folder, document } = content;
  await updateResource(change, id, { name, description, ...(visibility && { visibility }) });
  await change.tx
    .updateTable('dashboard_document')
    .set({ folder, document })
    .where('resource_id', '=', id)
    .execute();
  await keepDocument(change, id, { content, ...(restored === undefined ? {} : { restored }) });
}

/** Replaces the content of a locked document and records it. */
export async function updateDocument(
  change: DocumentTransaction,
  stored: StoredResource,
  { note, ...replacement }: Replacement & { readonly note?: Note },
): Promise<void> {
  const { actor, tx } = change;
  const { content, visibility = stored.visibility } = replacement;
  const before = await readContent(tx, actor.kind, stored);
  await replaceContent(change, stored.id, replacement);
  await change.record({
    action: `${actor.kind}.update`,
    ...documentSubject(stored.id, content.name, actor),
    before: { ...documentSnapshot(before), visibility: stored.visibility },
    after: { ...documentSnapshot(content), visibility },
    ...noted(note),
  });
}
