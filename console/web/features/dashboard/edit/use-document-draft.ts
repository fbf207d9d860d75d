import { useEffect, useState } from 'react';
import { useBlocker } from '@tanstack/react-router';
import { z } from 'zod';
import type { DocumentEntry, KeptDocument } from '#schemas/dashboard/entry.ts';
import type { DashboardDocument } from '#schemas/dashboard/document.ts';
import { isSameContent } from '#schemas/dashboard/difference.ts';
import { ownedKey, readOwned, removeStored, writeOwned } from '#web/lib/stored.ts';
import type { DocumentSearch } from '../document-search.ts';
import { changed, newHistory, redone, undone } from './document-history.ts';
import type { History } from './document-history.ts';

/** A recipe of immer on the content of the document. */
export type DocumentRecipe = (document: DashboardDocument) => void;

export interface DocumentDraftControl {
  readonly draft: KeptDocument;
  /** The version that the draft started from. */
  readonly base: DocumentEntry;
  readonly isChanged: boolean;
  readonly change: (recipe: DocumentRecipe, mark?: string) => void;
  readonly undo: (() => void) | undefined;
  readonly redo: (() => void) | undefined;
  /** Drops the changes; another version is the new base. */
  readonly reset: (base?: DocumentEntry) => void;
  /** A draft was saved: what was changed since then stays. */
  readonly rebase: (saved: DocumentEntry, draft: KeptDocument) => void;
  /** The changes are from before the page was loaded. */
  readonly isRestored: boolean;
  /** The question whether to leave with changes, while it is asked. */
  readonly leaving: { readonly isAsked: boolean; readonly leave: () => void; readonly stay: () => void };
}

const contentOf = ({ name, description, folder, document }: DocumentEntry): KeptDocument => ({
  name,
  description,
  folder,
  document,
});

/** Of a draft in the browser: its document may be of the version before the product was updated. */
const StoredDraft = z.object({ version: z.number(), draft: z.looseObject({ document: z.looseObject({}) }) });

const keyOf = ({ resource }: DocumentEntry): string => `draft.document.${String(resource)}`;

/** The draft that this browser kept of the version, if any. */
function storedDraft(entry: DocumentEntry): KeptDocument | undefined {
  const text = readOwned(keyOf(entry));
  if (text === undefined) return undefined;
  try {
    const { version, draft } = StoredDraft.parse(JSON.parse(text));
    return version === entry.version ? (draft as unknown as KeptDocument) : undefined;
  } catch {
    return undefined;
  }
}

/** The draft of a document that is edited: with undo, kept in the browser until it is saved or discarded. */
export function useDocumentDraft(entry: DocumentEntry): DocumentDraftControl {
  const [base, setBase] = useState(entry);
  const [restored] = useState(() => storedDraft(entry));
  const [history, setHistory] = useState<History<KeptDocument>>(() =>
    newHistory(restored ?? contentOf(entry)),
  );
  const draft = history.value;
  const isChanged = !isSameContent(contentOf(base), draft);
  useEffect(() => {
    if (isChanged) writeOwned(keyOf(base), JSON.stringify({ version: base.version, draft }));
    else removeStored(ownedKey(keyOf(base)));
  }, [base, draft, isChanged]);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && isLeaving(current, next),
    enableBeforeUnload: false,
    withResolver: true,
  });
  return {
    draft,
    base,
    isChanged,
    isRestored: restored !== undefined,
    change: (recipe, mark) => setHistory((last) => changed(last, ({ document }) => recipe(document), mark)),
    undo: history.past.length === 0 ? undefined : () => setHistory(undone),
    redo: history.future.length === 0 ? undefined : () => setHistory(redone),
    reset(next = base) {
      removeStored(ownedKey(keyOf(base)));
      setBase(next);
      setHistory(newHistory(contentOf(next)));
    },
    rebase(saved, stored) {
      setBase(saved);
      setHistory((last) => (last.value === stored ? newHistory(contentOf(saved)) : last));
    },
    leaving: {
      isAsked: blocker.status === 'blocked',
      leave() {
        removeStored(ownedKey(keyOf(base)));
        if (blocker.status === 'blocked') blocker.proceed();
      },
      stay: () => blocker.status === 'blocked' && blocker.reset(),
    },
  };
}

interface Place {
  readonly pathname: string;
  readonly search: object;
}

/** Period, selection and the open dashlet change in the address without leaving the editor. */
const isLeaving = (current: Place, next: Place): boolean =>
  current.pathname !== next.pathname || editedIn(current) !== editedIn(next);

function editedIn({ search }: Place): string {
  const { customer, open, edit } = search as Partial<DocumentSearch>;
  return [customer, open, edit].join();
}
