import { useState, type ReactNode } from 'react';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { useEditTexts } from '../texts/en.ts';
import { CollisionChoices, type ShownCollision } from './CollisionChoices.tsx';
import type { MergeSide } from './three-way.ts';
import './conflict.css';

type Choices = ReadonlyMap<string, MergeSide>;

interface DeletedProps {
  readonly name: string;
  /** What the user changed. */
  readonly yours: ReactNode;
  readonly isSaving: boolean;
  readonly onCopy: () => void;
  /** Back to the editor: nothing is saved and nothing is lost. */
  readonly onClose: () => void;
}

/** Another user deleted first what the user edits. */
export function DeletedDialog({ name, yours, isSaving, onCopy, onClose }: DeletedProps) {
  const text = useEditTexts();
  return (
    <Dialog
      open
      title={text('deletedTitle', { name })}
      width={680}
      actions={
        <>
          <Button onClick={onClose}>{text('decideLater')}</Button>
          <Button kind="primary" busy={isSaving} onClick={onCopy}>
            {text('saveAsCopy')}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <div className="tt-document-conflict">
        <p>{text('deletedHint')}</p>
        <h3>{text('yours')}</h3>
        {yours}
      </div>
    </Dialog>
  );
}

interface MergeProps extends DeletedProps {
  /** What the other user changed. */
  readonly theirs: ReactNode;
  /** What both changed differently, once some of it is chosen. */
  readonly collisionsWith: (choices: Choices) => readonly ShownCollision[];
  readonly onTheirs: () => void;
  readonly onMine: () => void;
  readonly onMerge: (choices: Choices) => void;
}

/** Both changes, and their merge: where they differ, the user chooses. */
export function MergeDialog(props: MergeProps) {
  const { name, theirs, yours, isSaving, collisionsWith, onTheirs, onCopy, onMine, onMerge, onClose } = props;
  const text = useEditTexts();
  const [choices, setChoices] = useState<Choices>(new Map());
  const collisions = collisionsWith(choices);
  const isChosen = collisions.every(({ key }) => choices.has(key));
  return (
    <Dialog
      open
      title={text('conflictTitle', { name })}
      width={680}
      actions={
        <>
          <Button onClick={onTheirs}>{text('keepTheirs')}</Button>
          <Button busy={isSaving} onClick={onCopy}>
            {text('saveAsCopy')}
          </Button>
          <Button onClick={onMine}>{text('keepMine')}</Button>
          <Button
            kind="primary"
            disabledReason={isChosen ? undefined : text('chooseEach')}
            onClick={() => onMerge(choices)}
          >
            {text('merge')}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <div className="tt-document-conflict">
        <p>{text(collisions.length === 0 ? 'conflictHint' : 'collisionHint')}</p>
        <CollisionChoices
          collisions={collisions}
          choices={choices}
          onChoose={(key, side) => setChoices(new Map([...choices, [key, side]]))}
        />
        <h3>{text('theirs')}</h3>
        {theirs}
        <h3>{text('yours')}</h3>
        {yours}
      </div>
    </Dialog>
  );
}
