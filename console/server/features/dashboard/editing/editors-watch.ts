import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { accessTo } from '#schemas/resource/access.ts';
import {
  editingLimits,
  EditorsNotice,
  type DocumentEditors,
  type EditedDocument,
  type EditReply,
  type PlacedEditor,
} from '#schemas/socket/editing.ts';
import { displayName, type Caller } from '../../../kernel/access/caller.ts';
import type { EditWatch } from '../../../kernel/socket/edit-requests.ts';
import { readResourceChange } from '../../../shared/resource/resource-change.ts';
import { readStoredResources, type StoredResource } from '../../../shared/resource/stored-resource.ts';
import { viewerOf } from '../../../shared/resource/viewer.ts';
import { EditorList } from './editor-list.ts';

/** Editors are notified at once, and of further changes of the same document once a second: a thousand may come at once. */
const PACE_MS = 1_000;

interface Needs {
  readonly bus: Pick<Bus, 'subscribe' | 'publish'>;
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: { uuid(): string };
  readonly log: Log;
  /** Of this run of the server. */
  readonly server: string;
  readonly signal: AbortSignal;
  readonly send: (editors: DocumentEditors) => void;
  /** These connections may not change the document any more. */
  readonly end: (resource: number, viewers: readonly string[]) => void;
}

/** A connection of this server that edits a document. */
interface EditSession {
  readonly kind: EditedDocument['kind'];
  readonly editor: PlacedEditor;
  readonly caller: Caller;
  /** What the right to change the document followed from. */
  readonly guard: string;
}

/** The fields of a document that rights depend on. */
const guardOf = ({ visibility, owner, customer, share }: StoredResource): string =>
  JSON.stringify([visibility, owner, customer, share]);

/**
 * Notifies those who edit a document of each other, also on other servers. Only users who may change it are notified, and named; those who
 * lose the connection are named no more.
 */
export class EditorsWatch implements EditWatch {
  readonly #needs: Needs;
  readonly #list = new EditorList();
  readonly #own = new Map<string, EditSession>();
  /** The newest request of each connection, and the one that is being checked. */
  readonly #latest = new Map<string, symbol>();
  readonly #checks = new Map<string, Promise<unknown>>();
  #recent = new Set<number>();
  #due = new Set<number>();
  readonly #changedKinds = new Set<string>();
  #renewedMs: number;

  constructor(needs: Needs) {
    this.#needs = needs;
    const { bus, clock, signal } = needs;
    this.#renewedMs = clock.elapsed();
    bus.subscribe(subjects.editors, ({ data }) => this.#read(data), { signal });
    bus.subscribe(
      subjects.config('resource'),
      ({ data }) => {
        const change = readResourceChange(data);
        if (change !== undefined) this.#changedKinds.add(change.kind);
      },
      { signal },
    );
    clock.every(PACE_MS, () => this.#tick(), signal);
  }

  async open(document: EditedDocument, viewer: string, caller: Caller): Promise<EditReply> {
    this.close(viewer);
    const request = Symbol('request');
    this.#latest.set(viewer, request);
    // One check at a time and connection: of many requests the newest counts.
    for (let check = this.#checks.get(viewer); check !== undefined; check = this.#checks.get(viewer))
      await check;
    if (this.#latest.get(viewer) !== request) return { ok: false, code: 'NOT_FOUND' };
    const check = this.#guardFor(document, caller);
    this.#checks.set(
      viewer,
      check.catch(() => undefined),
    );
    const guard = await check.finally(() => this.#checks.delete(viewer));
    if (guard === undefined || this.#latest.get(viewer) !== request) return { ok: false, code: 'NOT_FOUND' };
    const { kind, resource } = document;
    const now = this.#needs.clock.now().getTime();
    const since = Math.min(now, Math.max(document.since ?? now, now - editingLimits.maxAgeMs));
    const id = this.#needs.ids.uuid();
    const editor = { id, account: caller.id, name: displayName(caller), since, resource };
    this.#own.set(viewer, { kind, editor, caller, guard });
    this.#list.put(editor, this.#needs.clock.elapsed());
    this.#announce({ editors: [editor], closed: [] });
    this.#changed(resource);
    return { ok: true, id, since, ...this.#list.of(resource) };
  }

  close(viewer: string): void {
    this.#latest.delete(viewer);
    const editing = this.#own.get(viewer);
    if (editing === undefined) return;
    this.#own.delete(viewer);
    const { id, resource } = editing.editor;
    this.#list.remove(resource, id);
    this.#announce({ editors: [], closed: [{ id, resource }] });
    this.#changed(resource);
  }

  async review(viewer: string, caller: Caller): Promise<DocumentEditors | undefined> {
    const editing = this.#own.get(viewer);
    if (editing === undefined) return undefined;
    const { kind, editor } = editing;
    const guard = await this.#guardFor({ kind, resource: editor.resource }, caller);
    // Another review may have replaced it; another document has another editor.
    if (this.#own.get(viewer)?.editor !== editor) return undefined;
    if (guard === undefined) {
      this.close(viewer);
      this.#needs.end(editor.resource, [viewer]);
      return undefined;
    }
    this.#own.set(viewer, { ...editing, caller, guard });
    return this.#list.of(editor.resource);
  }

  /** Undefined: the caller may not change the document. */
  async #guardFor({ kind, resource }: EditedDocument, caller: Caller): Promise<string | undefined> {
    if (caller.display !== undefined) return undefined;
    const [stored] = await readStoredResources(this.#needs.db, kind, [resource]);
    if (stored === undefined) return undefined;
    return accessTo(stored, await viewerOf(this.#needs.db, caller)).write ? guardOf(stored) : undefined;
  }

  #announce(notice: Omit<EditorsNotice, 'server'>): void {
    const announced: EditorsNotice = { server: this.#needs.server, ...notice };
    this.#needs.bus.publish(subjects.editors, JSON.stringify(announced));
  }

  #changed(resource: number): void {
    if (this.#recent.has(resource)) {
      this.#due.add(resource);
      return;
    }
    this.#recent.add(resource);
    this.#needs.send(this.#list.of(resource));
  }

  #read(data: Uint8Array): void {
    const notice = EditorsNotice.parse(JSON.parse(new TextDecoder().decode(data)));
    if (notice.server === this.#needs.server) return;
    const seenMs = this.#needs.clock.elapsed();
    const changed = new Set<number>();
    for (const editor of notice.editors) if (this.#list.put(editor, seenMs)) changed.add(editor.resource);
    for (const { id, resource } of notice.closed) if (this.#list.remove(resource, id)) changed.add(resource);
    for (const resource of changed) this.#changed(resource);
  }

  async #tick(): Promise<void> {
    const due = this.#due;
    this.#recent = due;
    this.#due = new Set();
    for (const resource of due) this.#needs.send(this.#list.of(resource));
    this.#renew();
    try {
      await this.#reviewChanged();
    } catch (error) {
      // The next change, or the periodic review of rights, repeats it.
      this.#needs.log.warn({ err: error }, 'connection review failed');
    }
  }

  #renew(): void {
    const nowMs = this.#needs.clock.elapsed();
    if (nowMs - this.#renewedMs < editingLimits.renewMs) return;
    this.#renewedMs = nowMs;
    const own = [...this.#own.values()].map(({ editor }) => editor);
    for (const editor of own) this.#list.put(editor, nowMs);
    for (let at = 0; at < own.length; at += editingLimits.batch)
      this.#announce({ editors: own.slice(at, at + editingLimits.batch), closed: [] });
    for (const resource of this.#list.expire(nowMs - editingLimits.lostMs)) this.#changed(resource);
  }

  /** A document that became private, or is shared with others now, is checked again for each of its editors here. */
  async #reviewChanged(): Promise<void> {
    const kinds = new Set(this.#changedKinds);
    this.#changedKinds.clear();
    for (const kind of kinds) {
      const of = [...this.#own].filter(([, editing]) => editing.kind === kind);
      const resources = [...new Set(of.map(([, { editor }]) => editor.resource))];
      const stored = await readStoredResources(this.#needs.db, kind as EditedDocument['kind'], resources);
      const guards = new Map(stored.map((one) => [one.id, guardOf(one)]));
      for (const [viewer, { editor, guard, caller }] of of)
        if (guards.get(editor.resource) !== guard) await this.review(viewer, caller);
    }
  }
}
