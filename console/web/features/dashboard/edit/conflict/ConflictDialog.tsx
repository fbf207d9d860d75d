import type { DocumentEntry } from '#schemas/dashboard/entry.ts';
import { documentDifference } from '#schemas/dashboard/difference.ts';
import { DifferenceList } from '../../view/DifferenceList.tsx';
import type { DocumentDraftControl } from '../use-document-draft.ts';
import type { Saving, SavingObstacle } from '../use-saving.ts';
import { DeletedDialog, MergeDialog } from './ConflictDialogs.tsx';
import { mergeDocuments } from './merge-documents.ts';
import { useShownCollision } from './use-shown-collision.ts';

interface DraftProps {
  readonly control: DocumentDraftControl;
  readonly saving: Saving;
}

interface SavedProps extends DraftProps {
  readonly theirs: DocumentEntry;
}

function Merge({ control, saving, theirs }: SavedProps) {
  const shown = useShownCollision();
  const contents = {
    base: control.contentIn(control.base),
    theirs: control.contentIn(theirs),
    mine: control.draft,
  };
  return (
    <MergeDialog
      name={contents.base.name}
      theirs={<DifferenceList difference={documentDifference(contents.base, contents.theirs)} />}
      yours={<DifferenceList difference={documentDifference(contents.base, contents.mine)} />}
      isSaving={saving.isSaving}
      collisionsWith={(choices) => mergeDocuments(contents, choices).collisions.map(shown)}
      onTheirs={() => saving.take(theirs)}
      onCopy={saving.copyMine}
      onMine={() => saving.saveOver(theirs)}
      onMerge={(choices) =>
        saving.saveMerged(theirs, (mine) => mergeDocuments({ ...contents, mine }, choices).content)
      }
      onClose={saving.decideLater}
    />
  );
}

interface Props extends DraftProps {
  readonly obstacle: SavingObstacle;
}

/** Another user saved or deleted the document first. Closed, the draft is as before. */
export function ConflictDialog({ obstacle, control, saving }: Props) {
  if (obstacle.is === 'saved')
    return <Merge key={obstacle.theirs.version} control={control} saving={saving} theirs={obstacle.theirs} />;
  const base = control.contentIn(control.base);
  return (
    <DeletedDialog
      name={base.name}
      yours={<DifferenceList difference={documentDifference(base, control.draft)} />}
      isSaving={saving.isSaving}
      onCopy={saving.copyMine}
      onClose={saving.decideLater}
    />
  );
}
