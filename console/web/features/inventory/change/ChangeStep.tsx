import type { ReactNode } from 'react';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { useChangeTexts } from './texts/en.ts';

interface Props {
  readonly title: string;
  /** What the button says that applies the change. */
  readonly apply: string;
  /** Why there is nothing to apply. */
  readonly nothing: string | undefined;
  readonly busy: boolean;
  readonly onApply: () => void;
  readonly onBack: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The second step of a change: what it does to the inventory, before it is applied. */
export function ChangeStep({ title, apply, nothing, busy, onApply, onBack, onClose, children }: Props) {
  const text = useChangeTexts();
  return (
    <Dialog
      open
      width={760}
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onBack}>{text('back')}</Button>
          <Button kind="primary" busy={busy} disabledReason={nothing} onClick={onApply}>
            {apply}
          </Button>
        </>
      }
    >
      {nothing === undefined ? children : <p>{nothing}</p>}
    </Dialog>
  );
}
