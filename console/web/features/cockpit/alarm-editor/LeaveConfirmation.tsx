import { warningText } from '#schemas/problem/warning.ts';
import { useLanguage } from '#web/lib/text.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { useCockpitTexts } from '../texts/en.ts';

interface Props {
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Requires confirmation before edits are discarded. Mounted only while open: the key press that opens it must not confirm it. */
export function LeaveConfirmation({ onStay, onLeave }: Props) {
  const text = useCockpitTexts();
  const language = useLanguage();
  return (
    <ConfirmDialog
      open
      title={text('leaveTitle')}
      consequence={warningText('UNSAVED_FORM', language)}
      action={text('leave')}
      onClose={onStay}
      onConfirm={onLeave}
    />
  );
}
