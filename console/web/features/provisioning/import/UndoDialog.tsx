import type { ImportRun } from '#schemas/provisioning/import-run.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { useProvisioningTexts } from '../texts/en.ts';

interface Props {
  readonly run: ImportRun;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Confirms that an import is taken back. */
export function UndoDialog({ run, onConfirm, onClose }: Props) {
  const text = useProvisioningTexts();
  return (
    <ConfirmDialog
      open
      title={text('undoTitle', { name: run.name })}
      consequence={text('undoConsequence')}
      action={text('undo')}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
