import { flushSync } from 'react-dom';
import { useState } from 'react';
import type { DocumentEntry } from '#schemas/dashboard/entry.ts';
import { isPrivateFirst } from '#schemas/resource/access.ts';
import { ApiProblem, sentenceOf } from '#web/kernel/api/api-problem.ts';
import { serverFaults } from '#web/kernel/form/server-faults.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { useAction } from '#web/kernel/query/use-route-action.ts';
import { shownName } from '#web/kernel/resource/shown-name.ts';
import { labelled } from '#web/lib/labelled.ts';
import { useLanguage } from '#web/lib/text.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { useDocumentCache } from '../document-queries.ts';
import { useDocumentPlace } from '../document-page.ts';
import { useDashboardTexts } from '../texts/en.ts';
import { dashletTitle } from '../view/dashlet-title.ts';
import { rejectedPart } from './fault/rejected-part.ts';
import type { DocumentDraftControl, DraftMerge, SavedDraft } from './use-document-draft.ts';

/** What another user did to the document in the meantime. */
export type SavingObstacle =
  | { readonly is: 'saved'; readonly theirs: DocumentEntry }
  | { readonly is: 'deleted' };

export interface Saving {
  readonly isSaving: boolean;
  readonly save: () => void;
  /** Undefined: nothing is in the way. The draft waits until the user decides. */
  readonly obstacle: SavingObstacle | undefined;
  readonly saveOver: (over: DocumentEntry) => void;
  /** Saves the merge of both; rejected, it is the draft. */
  readonly saveMerged: (theirs: DocumentEntry, merge: DraftMerge) => void;
  readonly take: (theirs: DocumentEntry) => void;
  readonly copyMine: () => void;
  /** Back to the editor: nothing is saved and nothing is lost. */
  readonly decideLater: () => void;
}

interface Stored extends SavedDraft {
  readonly over: DocumentEntry;
}

const isMissing = (problem: unknown): boolean => problem instanceof ApiProblem && problem.status === 404;

const inputs = ['name', 'description', 'folder', 'document'];

/** Says why a draft was not saved, and what the first fault is about. */
function useRejection({ draft }: Pick<DocumentDraftControl, 'draft'>): (problem: unknown) => string {
  const language = useLanguage();
  const kpis = useKpis();
  return (problem) => {
    const [fault] = serverFaults(problem, { inputs, fieldByCode: {}, language }).faults;
    if (fault === undefined) return sentenceOf(problem, language);
    const { dashlets } = draft.document;
    const part = rejectedPart(fault.path, dashlets, (dashlet) => dashletTitle(dashlet, kpis, language));
    return labelled(part, fault.message, language);
  };
}

/** Saves the draft; a version that another user saved first is returned instead of being overwritten. */
export function useSaving(control: DocumentDraftControl): Saving {
  const { api, change } = useDocumentPlace();
  const text = useDashboardTexts();
  const language = useLanguage();
  const cacheDocument = useDocumentCache(api);
  const { run, isPending } = useAction([]);
  const [obstacle, setObstacle] = useState<SavingObstacle>();
  const rejectionOf = useRejection(control);
  const { draft, written, base } = control;
  const onError = (problem: unknown): void => {
    if (isMissing(problem)) setObstacle({ is: 'deleted' });
    else showToast({ text: rejectionOf(problem), tone: 'bad' });
  };
  const update = ({ over, draft: stored, content }: Stored): void => {
    const visibility = base.visibility === 'private' ? 'private' : 'public';
    run(() => api.update(over, { ...content, visibility }), {
      done: (saved) => ({ text: text('saved', { name: shownName(saved, language) }) }),
      onDone(saved) {
        setObstacle(undefined);
        cacheDocument(saved);
        control.rebase(saved, stored);
      },
      onProblem(problem) {
        if (problem instanceof ApiProblem && problem.code === 'CONFLICT')
          api.read(base.id).then((theirs) => setObstacle({ is: 'saved', theirs }), onError);
        else onError(problem);
      },
    });
  };
  const take = (theirs: DocumentEntry): void => {
    cacheDocument(theirs);
    control.reset(theirs);
    setObstacle(undefined);
  };
  const copyMine = (): void => {
    const name = text('copyName', { name: draft.name });
    // A copy is for its author; whose a dashboard is by itself depends on what they may have.
    const visibility = isPrivateFirst(api.kind) ? undefined : 'private';
    run(() => api.create({ ...written, name, visibility }), {
      onDone(saved) {
        cacheDocument(saved);
        // The page requires confirmation to leave unsaved changes: it has to know by then that there are none.
        flushSync(() => {
          if (obstacle?.is === 'saved') take(obstacle.theirs);
          else control.reset();
        });
        change({ open: saved.id, edit: false, dashlet: undefined });
      },
      onProblem: onError,
    });
  };
  const saveOver = (over: DocumentEntry): void => update({ over, draft, content: written });
  return {
    isSaving: isPending,
    save: () => saveOver(base),
    obstacle,
    saveOver,
    saveMerged(theirs, merge) {
      setObstacle(undefined);
      update({ over: theirs, ...control.adopt(theirs, merge) });
    },
    take,
    copyMine,
    decideLater: () => setObstacle(undefined),
  };
}
