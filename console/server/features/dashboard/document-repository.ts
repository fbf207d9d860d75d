import {
  anyDifference,
  type AnyDifference,
  type AnyDocument,
  type AnyDraft,
  type AnyEntry,
  type AnySummary,
  type AnyUpdate,
} from '#schemas/report/any-document.ts';
import type { ResourceVersion } from '#schemas/resource/version.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { rejectStale } from '../../shared/repository/reject-faults.ts';
import { deleteResource, requireVisibility } from '../../shared/resource/change-resource.ts';
import { listResourceVersions, readResourceVersion } from '../../shared/resource/resource-version.ts';
import { transactResource } from '../../shared/resource/transact-resource.ts';
import {
  createDocument,
  documentSnapshot,
  documentSubject,
  lockDocument,
  rejectDashlets,
  rejectFrames,
  replaceContent,
  updateDocument,
  type DocumentActor,
  type DocumentStores,
} from './document-transaction.ts';
import { moveFolder, type FolderMove } from './move-folder.ts';
import {
  readableVersion,
  readContent,
  readEntry,
  readSummaries,
  requireSeen,
  type DocumentSpace,
} from './stored-document.ts';

const saving = { duplicate: 'NAME_TAKEN', duplicateField: 'name' } as const;

/** A version of a document. */
interface VersionKey {
  readonly id: number;
  readonly number: number;
}

/** Dashboards, home pages and reports of customers and of the multi-client space. */
export class DocumentRepository {
  readonly #needs: DocumentStores;

  constructor(needs: DocumentStores) {
    this.#needs = needs;
  }

  list(space: DocumentSpace, caller: Caller): Promise<AnySummary[]> {
    return readSummaries(this.#needs.db, space, caller);
  }

  read(space: DocumentSpace, id: number, caller: Caller): Promise<AnyEntry> {
    return readEntry(this.#needs.db, space, { id, caller });
  }

  /** The content of a document, to a caller who may read it. Throws NOT_FOUND, DASHBOARD_UNAVAILABLE, REPORT_UNAVAILABLE. */
  readonly content = async (space: DocumentSpace, id: number, caller: Caller): Promise<AnyDocument> => {
    const { db } = this.#needs;
    return (await readContent(db, space.kind, await requireSeen(db, space, { id, caller }))).document;
  };

  /** Returns the id of the new document. */
  create(draft: AnyDraft, actor: DocumentActor): Promise<number> {
    return transactResource(this.#needs, actor, saving, async (change) => {
      await rejectDashlets(change, this.#needs.matching, { document: draft.document });
      return createDocument(change, draft);
    });
  }

  update(id: number, { version, visibility, ...content }: AnyUpdate, actor: DocumentActor): Promise<void> {
    return transactResource(this.#needs, actor, saving, async (change) => {
      const stored = await lockDocument(change, id);
      rejectStale(stored.version, version);
      const { document: before } = await readContent(change.tx, actor.kind, stored);
      await rejectDashlets(change, this.#needs.matching, { document: content.document, before });
      if (actor.customer === null) return updateDocument(change, stored, { content });
      requireVisibility(stored, change.viewer, visibility);
      return updateDocument(change, stored, { content, visibility });
    });
  }

  /** Copies a document that the actor sees in the space, also one of the provider. Returns the id of the copy. */
  duplicate(
    id: number,
    draft: Pick<AnyDraft, 'name' | 'folder' | 'visibility'>,
    actor: DocumentActor,
  ): Promise<number> {
    return transactResource(this.#needs, actor, saving, async (change) => {
      const source = await requireSeen(change.tx, actor, { id, caller: actor.caller });
      const { description, document } = await readContent(change.tx, actor.kind, source);
      await rejectFrames(change.tx, this.#needs.matching, document);
      const copied = { ...draft, description, document };
      return createDocument(change, copied, { copyOf: id });
    });
  }

  /** As `moveFolder`. */
  moveFolder(
    move: FolderMove,
    actor: DocumentActor,
  ): Promise<{ readonly moved: number; readonly retained: number }> {
    return transactResource(this.#needs, actor, {}, (change) => moveFolder(change, move));
  }

  delete(id: number, version: number, actor: DocumentActor): Promise<void> {
    return transactResource(this.#needs, actor, {}, async (change) => {
      const stored = await lockDocument(change, id);
      rejectStale(stored.version, version);
      await deleteResource(change, stored);
      const { name, row } = stored;
      await change.record({
        action: `${actor.kind}.delete`,
        ...documentSubject(id, name, actor),
        before: { name, description: row.description },
      });
    });
  }

  /** Marks of the actor: when it was opened, and whether it is a favourite. */
  mark(id: number, mark: { readonly favourite?: boolean }, actor: DocumentActor): Promise<void> {
    return transactResource(this.#needs, actor, {}, async ({ tx, now }) => {
      await requireSeen(tx, actor, { id, caller: actor.caller });
      const { favourite } = mark;
      const columns = favourite === undefined ? { opened_at: now } : { favourite };
      await tx
        .insertInto('resource_mark')
        .values({ account_id: actor.caller.id, resource_id: id, ...columns })
        .onConflict((conflict) => conflict.columns(['account_id', 'resource_id']).doUpdateSet(columns))
        .execute();
    });
  }

  async listVersions(space: DocumentSpace, id: number, caller: Caller): Promise<ResourceVersion[]> {
    const { db } = this.#needs;
    await requireSeen(db, space, { id, caller });
    return await listResourceVersions(db, id);
  }

  /** What changed from a version to a later one, or to the present. */
  async compare(
    space: DocumentSpace,
    { id, number, to }: VersionKey & { readonly to: number | undefined },
    caller: Caller,
  ): Promise<AnyDifference> {
    const { db } = this.#needs;
    const stored = await requireSeen(db, space, { id, caller });
    const from = readableVersion(space.kind, await readResourceVersion(db, id, number));
    const until =
      to === undefined
        ? await readContent(db, space.kind, stored)
        : readableVersion(space.kind, await readResourceVersion(db, id, to));
    return anyDifference(from, until);
  }

  /** `version`: that of the document, as the actor saw it. */
  restore({ id, number }: VersionKey, version: number, actor: DocumentActor): Promise<void> {
    return transactResource(this.#needs, actor, saving, async (change) => {
      const stored = await lockDocument(change, id);
      rejectStale(stored.version, version);
      const content = readableVersion(actor.kind, await readResourceVersion(change.tx, id, number));
      await rejectFrames(change.tx, this.#needs.matching, content.document);
      const before = await readContent(change.tx, actor.kind, stored);
      await replaceContent(change, id, { content, restored: number });
      await change.record({
        action: `${actor.kind}.restore`,
        ...documentSubject(id, content.name, actor),
        before: documentSnapshot(before),
        after: documentSnapshot(content),
        note: { version: number },
      });
    });
  }
}
