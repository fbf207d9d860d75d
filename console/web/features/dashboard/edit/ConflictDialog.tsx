import { documentDifference } from '#schemas/dashboard/difference.ts';
import type { DocumentEntry, KeptDocument } from '#schemas/dashboard/entry.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { useDashboardTexts } from '../use-dashboard-texts.ts';
import { DifferenceList } from '../view/DifferenceList.tsx';
import type { DocumentDraftControl } from './use-document-draft.ts';

interface Props {
  readonly control: DocumentDraftControl;
  readonly theirs: DocumentEntry;
  readonly saving: {
    readonly saveOver: (over: DocumentEntry) => void;
    readonly takeTheirs: () => void;
    readonly copyMine: () => Promise<void>;
  };
}

/** Another user saved the document first: both changes, and which one stays. */
export function ConflictDialog({ control, theirs, saving }: Props) {
  const text = useDashboardTexts();
  const base: KeptDocument = control.base;
  const name = control.base.name;
  const actions = (
    <>
      <Button onClick={saving.takeTheirs}>{text('keepTheirs')}</Button>
      <Button onClick={() => void saving.copyMine()}>{text('saveAsCopy')}</Button>
      <Button kind="primary" onClick={() => saving.saveOver(theirs)}>
        {text('keepMine')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      title={text('conflictTitle', { name })}
      width={680}
      actions={actions}
      onClose={() => saving.takeTheirs()}
    >
      <p>{text('conflictHint')}</p>
      <h3>{text('theirs')}</h3>
      <DifferenceList difference={documentDifference(base, theirs)} />
      <h3>{text('yours')}</h3>
      <DifferenceList difference={documentDifference(base, control.draft)} />
    </Dialog>
  );
}
