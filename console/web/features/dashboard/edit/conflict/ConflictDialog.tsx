import { useState } from 'react';
import type { DocumentEntry } from '#schemas/dashboard/entry.ts';
import { documentDifference } from '#schemas/dashboard/difference.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { DifferenceList } from '../../view/DifferenceList.tsx';
import type { DocumentDraftControl } from '../use-document-draft.ts';
import { useEditTexts } from '../texts/en.ts';
import type { Saving, SavingObstacle } from '../use-saving.ts';
import { CollisionQuestions } from './CollisionQuestions.tsx';
import { mergeDocuments, type MergeSide } from './merge-documents.ts';
import './conflict.css';

interface DraftProps {
  readonly control: DocumentDraftControl;
  readonly saving: Saving;
}

function CopyButton({ saving, primary }: { readonly saving: Saving; readonly primary?: boolean }) {
  const text = useEditTexts();
  return (
    <Button kind={primary ? 'primary' : 'secondary'} busy={saving.isSaving} onClick={saving.copyMine}>
      {text('saveAsCopy')}
    </Button>
  );
}

function DeletedDialog({ control, saving }: DraftProps) {
  const text = useEditTexts();
  const base = control.contentIn(control.base);
  return (
    <Dialog
      open
      title={text('deletedTitle', { name: base.name })}
      width={680}
      actions={
        <>
          <Button onClick={saving.decideLater}>{text('decideLater')}</Button>
          <CopyButton saving={saving} primary />
        </>
      }
      onClose={saving.decideLater}
    >
      <div className="tt-document-conflict">
        <p>{text('deletedHint')}</p>
        <h3>{text('yours')}</h3>
        <DifferenceList difference={documentDifference(base, control.draft)} />
      </div>
    </Dialog>
  );
}

interface SavedProps extends DraftProps {
  readonly theirs: DocumentEntry;
}

/** Both changes, and their merge: where they differ, the user chooses. */
function MergeDialog({ control, saving, theirs }: SavedProps) {
  const text = useEditTexts();
  const [answers, setAnswers] = useState<ReadonlyMap<string, MergeSide>>(new Map());
  const contents = {
    base: control.contentIn(control.base),
    theirs: control.contentIn(theirs),
    mine: control.draft,
  };
  const { collisions } = mergeDocuments(contents, answers);
  const isAnswered = collisions.every(({ key }) => answers.has(key));
  return (
    <Dialog
      open
      title={text('conflictTitle', { name: contents.base.name })}
      width={680}
      actions={
        <>
          <Button onClick={() => saving.take(theirs)}>{text('keepTheirs')}</Button>
          <CopyButton saving={saving} />
          <Button onClick={() => saving.saveOver(theirs)}>{text('keepMine')}</Button>
          <Button
            kind="primary"
            disabledReason={isAnswered ? undefined : text('chooseEach')}
            onClick={() =>
              saving.saveMerged(theirs, (mine) => mergeDocuments({ ...contents, mine }, answers).content)
            }
          >
            {text('merge')}
          </Button>
        </>
      }
      onClose={saving.decideLater}
    >
      <div className="tt-document-conflict">
        <p>{text(collisions.length === 0 ? 'conflictHint' : 'collisionHint')}</p>
        <CollisionQuestions
          collisions={collisions}
          answers={answers}
          onAnswer={(key, side) => setAnswers(new Map([...answers, [key, side]]))}
        />
        <h3>{text('theirs')}</h3>
        <DifferenceList difference={documentDifference(contents.base, contents.theirs)} />
        <h3>{text('yours')}</h3>
        <DifferenceList difference={documentDifference(contents.base, contents.mine)} />
      </div>
    </Dialog>
  );
}

interface Props extends DraftProps {
  readonly obstacle: SavingObstacle;
}

/** Another user saved or deleted the document first. Closed, the draft is as before. */
export function ConflictDialog({ obstacle, ...props }: Props) {
  return obstacle.is === 'deleted' ? (
    <DeletedDialog {...props} />
  ) : (
    <MergeDialog key={obstacle.theirs.version} {...props} theirs={obstacle.theirs} />
  );
}
