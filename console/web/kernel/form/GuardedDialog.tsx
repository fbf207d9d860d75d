import { useState, type ReactNode } from 'react';
import { warningText } from '#schemas/problem/warning.ts';
import { useLanguage } from '#web/lib/text.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { Dialog, DialogStack } from '#web/ui/dialog/Dialog.tsx';
import { useKernelTexts } from '../text/en.ts';

interface Props {
  readonly title: string;
  /** Whether something was typed that closing would lose. */
  readonly isChanged: boolean;
  readonly onClose: () => void;
  /** Gets what Cancel calls. */
  readonly children: (leave: () => void) => ReactNode;
}

/** A dialog with a text: Escape, the close button and Cancel require confirmation when it was changed. */
export function GuardedDialog({ title, isChanged, onClose, children }: Props) {
  const text = useKernelTexts();
  const language = useLanguage();
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = (): void => (isChanged ? setIsLeaving(true) : onClose());
  return (
    <DialogStack>
      <Dialog title={title} open onClose={leave} layer="text">
        {children(leave)}
      </Dialog>
      <ConfirmDialog
        title={text('closeUnsaved')}
        consequence={warningText('UNSAVED_FORM', language)}
        action={text('discard')}
        open={isLeaving}
        onConfirm={onClose}
        onClose={() => setIsLeaving(false)}
        layer="leaving"
      />
    </DialogStack>
  );
}
