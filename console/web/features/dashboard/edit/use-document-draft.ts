import { useEffect, useMemo, useState } from 'react';
import { useBlocker } from '@tanstack/react-router';
import { z } from 'zod';
import type { DocumentEntry, DocumentContent } from '#schemas/dashboard/entry.ts';
import { DOCUMENT_VERSION, type DashboardDocument } from '#schemas/dashboard/document.ts';
import { isSameContent } from '#schemas/dashboard/difference.ts';
import { migrated } from '#schemas/dashboard/migrations.ts';
import { contentFrom, contentIn } from '#schemas/dashboard/translated.ts';
import type { Language } from '#web/lib/text.ts';
import type { DocumentSearch } from '../document-search.ts';
import { carried, changed, newHistory, redone, undone, type History } from './document-history.ts';
import { forgetDraft, readDraft, writeDraft, type StoredDraft } from './stored-draft.ts';

/** A recipe of immer on the content of the document. */
export type DocumentRecipe = (document: DashboardDocument) => void;

/** What a draft becomes with the changes of another user. */
export type DraftMerge = (mine: DocumentContent) => DocumentContent;

/** As the user edits it, and as it is stored. */
export interface SavedDraft {
  readonly draft: DocumentContent;
  readonly content: DocumentContent;
}

export interface DocumentDraftControl {
  readonly draft: DocumentContent;
  /** The draft as it is stored: texts that are translated in the language of the document. */
  readonly written: DocumentContent;
  /** A version with its texts in the language that the draft is edited in. */
  readonly contentIn: (entry: DocumentEntry) => DocumentContent;
  /** The version that the draft started from. */
  readonly base: DocumentEntry;
  readonly isChanged: boolean;
  readonly change: (recipe: DocumentRecipe, mark?: string) => void;
  readonly undo: (() => void) | undefined;
  readonly redo: (() => void) | undefined;
  /** Drops the changes; another version is the new base. */
  readonly reset: (base?: DocumentEntry) => void;
  /** Edits the merge of both users on the version of the other one, also in what is undone. Returns it, and as it is stored. */
  readonly adopt: (theirs: DocumentEntry, merge: DraftMerge) => SavedDraft;
  /** A draft was saved: what was changed since then stays, and what was changed before can be undone. */
  readonly rebase: (saved: DocumentEntry, draft: DocumentContent) => void;
  /** The changes are from before the page was loaded. */
  readonly isRestored: boolean;
  /** The confirmation to leave with changes, while it is open. */
  readonly leaving: { readonly isRequested: boolean; readonly leave: () => void; readonly stay: () => void };
}

const contentOf = ({ name, description, folder, document }: DocumentEntry): DocumentContent => ({
  name,
  description,
  folder,
  document,
});

const Document = z.looseObject({
  dashlets: z.array(z.looseObject({ id: z.string(), type: z.string(), settings: z.looseObject({}) })),
  filters: z.array(z.looseObject({})),
});
const Retained = z.looseObject({
  name: z.string(),
  folder: z.string(),
  document: z.preprocess((value) => migrated(value), Document),
});
/** A draft in the browser, and the version that it started from. Settings of dashlets may be invalid, as while they are typed. */
const ReadableDraft = z.object({ version: z.number(), base: Retained, draft: Retained });

/** One that an older product wrote is migrated as its document is; one of a newer product is dropped. */
function parseDraft(text: unknown): StoredDraft<DocumentContent> | undefined {
  const stored = ReadableDraft.parse(text) as unknown as StoredDraft<DocumentContent>;
  return stored.draft.document.version === DOCUMENT_VERSION ? stored : undefined;
}

/** The start of editing. A draft of an older version starts from that one: saving it shows what another user saved since. */
function startOf(entry: DocumentEntry): Pick<DocumentDraftControl, 'base' | 'written' | 'isRestored'> {
  const stored = readDraft(entry.resource, parseDraft);
  if (stored === undefined) return { base: entry, written: contentOf(entry), isRestored: false };
  if (stored.version === entry.version) return { base: entry, written: stored.draft, isRestored: true };
  const base = { ...entry, ...stored.base, version: stored.version };
  return { base, written: stored.draft, isRestored: true };
}

/**
 * The draft of a document that is edited in a language: with undo, kept in the browser until it is saved or discarded. The language stays
 * that of the first call.
 */
export function useDocumentDraft(entry: DocumentEntry, reading: Language): DocumentDraftControl {
  const [language] = useState(reading);
  const [start] = useState(() => startOf(entry));
  const [base, setBase] = useState(start.base);
  const [history, setHistory] = useState<History<DocumentContent>>(() =>
    newHistory(contentIn(start.written, language)),
  );
  const draft = history.value;
  const shownOf = (shown: DocumentEntry): DocumentContent => contentIn(contentOf(shown), language);
  const isChanged = !isSameContent(shownOf(base), draft);
  const written = useMemo(() => contentFrom(draft, language), [draft, language]);
  useEffect(() => {
    if (isChanged)
      writeDraft(base.resource, { version: base.version, base: contentOf(base), draft: written });
    else forgetDraft(base.resource);
  }, [base, written, isChanged]);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && isLeaving(current, next),
    // The browser keeps the draft, but who closes the tab may not know.
    enableBeforeUnload: isChanged,
    withResolver: true,
  });
  return {
    draft,
    written,
    contentIn: shownOf,
    base,
    isChanged,
    isRestored: start.isRestored,
    change: (recipe, mark) => setHistory((last) => changed(last, ({ document }) => recipe(document), mark)),
    undo: history.past.length === 0 ? undefined : () => setHistory(undone),
    redo: history.future.length === 0 ? undefined : () => setHistory(redone),
    reset(next = base) {
      forgetDraft(base.resource);
      setBase(next);
      setHistory(newHistory(shownOf(next)));
    },
    adopt(theirs, merge) {
      const merged = carried(history, merge);
      setBase(theirs);
      setHistory(merged);
      return { draft: merged.value, content: contentFrom(merged.value, language) };
    },
    rebase(saved, stored) {
      const shown = shownOf(saved);
      setBase(saved);
      setHistory((last) =>
        last.value === stored && !isSameContent(shown, stored) ? newHistory(shown) : last,
      );
    },
    leaving: {
      isRequested: blocker.status === 'blocked',
      leave() {
        forgetDraft(base.resource);
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

/**
 * Period, selection and the open dashlet change in the address without leaving the editor. A session that has ended asks nothing: the browser
 * keeps the draft.
 */
const isLeaving = (current: Place, next: Place): boolean =>
  !('reason' in next.search && next.search.reason === 'expired') &&
  (current.pathname !== next.pathname || editedIn(current) !== editedIn(next));

function editedIn({ search }: Place): string {
  const { customer, open, edit } = search as Partial<DocumentSearch>;
  return [customer, open, edit].join();
}
