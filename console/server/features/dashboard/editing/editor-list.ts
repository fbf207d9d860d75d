import {
  editingLimits,
  type NamedEditor,
  type DocumentEditors,
  type PlacedEditor,
} from '#schemas/socket/editing.ts';

interface SeenEditor {
  readonly editor: NamedEditor;
  /** By the monotonic clock: when its server announced it last. */
  readonly seenMs: number;
}

/** Editors of documents, of all servers, as far as this one knows. */
export class EditorList {
  readonly #byResource = new Map<number, Map<string, SeenEditor>>();

  /** Notes that an editor is there; true for one that was not known. */
  put({ resource, ...editor }: PlacedEditor, seenMs: number): boolean {
    const editors = this.#byResource.get(resource) ?? new Map<string, SeenEditor>();
    this.#byResource.set(resource, editors);
    const isNew = !editors.has(editor.id);
    editors.set(editor.id, { editor, seenMs });
    return isNew;
  }

  /** True if the editor was known. */
  remove(resource: number, id: string): boolean {
    const editors = this.#byResource.get(resource);
    const isKnown = editors?.delete(id) === true;
    if (editors?.size === 0) this.#byResource.delete(resource);
    return isKnown;
  }

  /** Removes those that were not announced since; returns the documents that they edited. */
  expire(sinceMs: number): ReadonlySet<number> {
    const changed = new Set<number>();
    for (const [resource, editors] of Array.from(this.#byResource))
      for (const [id, { seenMs }] of Array.from(editors))
        if (seenMs < sinceMs && this.remove(resource, id)) changed.add(resource);
    return changed;
  }

  of(resource: number): DocumentEditors {
    const all = [...(this.#byResource.get(resource)?.values() ?? [])].map(({ editor }) => editor);
    const first = all.toSorted((one, other) => one.since - other.since || (one.id < other.id ? -1 : 1));
    return { resource, editors: first.slice(0, editingLimits.named), count: all.length };
  }
}
