import { documentDifference } from '#schemas/dashboard/difference.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { DifferenceList } from '../view/DifferenceList.tsx';
import type { DocumentDraftControl } from './use-document-draft.ts';
import { useEditTexts } from './use-edit-texts.ts';
import type { Saving, SavingObstacle } from './use-saving.ts';

interface Props {
  readonly control: DocumentDraftControl;
  readonly obstacle: SavingObstacle;
  readonly saving: Saving;
}

function Answers({ obstacle, saving }: Omit<Props, 'control'>) {
  const text = useEditTexts();
  const { isSaving, copyMine, decideLater, take, saveOver } = saving;
  const isDeleted = obstacle.is === 'deleted';
  const copy = (
    <Button kind={isDeleted ? 'primary' : 'secondary'} busy={isSaving} onClick={copyMine}>
      {text('saveAsCopy')}
    </Button>
  );
  if (isDeleted)
    return (
      <>
        <Button onClick={decideLater}>{text('decideLater')}</Button>
        {copy}
      </>
    );
  return (
    <>
      <Button onClick={() => take(obstacle.theirs)}>{text('keepTheirs')}</Button>
      {copy}
      <Button kind="primary" onClick={() => saveOver(obstacle.theirs)}>
        {text('keepMine')}
      </Button>
    </>
  );
}

/** Another user saved or deleted the document first: both changes, and which one stays. Closed, the draft is as before. */
export function ConflictDialog({ control, obstacle, saving }: Props) {
  const text = useEditTexts();
  const base = control.contentIn(control.base);
  const { name } = base;
  const isDeleted = obstacle.is === 'deleted';
  return (
    <Dialog
      open
      title={text(isDeleted ? 'deletedTitle' : 'conflictTitle', { name })}
      width={680}
      actions={<Answers obstacle={obstacle} saving={saving} />}
      onClose={saving.decideLater}
    >
      <p>{text(isDeleted ? 'deletedHint' : 'conflictHint')}</p>
      {!isDeleted && (
        <>
          <h3>{text('theirs')}</h3>
          <DifferenceList difference={documentDifference(base, control.contentIn(obstacle.theirs))} />
        </>
      )}
      <h3>{text('yours')}</h3>
      <DifferenceList difference={documentDifference(base, control.draft)} />
    </Dialog>
  );
}
