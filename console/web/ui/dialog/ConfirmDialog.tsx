import type { ReactNode } from 'react';
import { Button } from '../button/Button.tsx';
import { Dialog } from './Dialog.tsx';
import { useUiTexts } from '../texts/en.ts';

interface Props {
  /** Names the objects and their number: "Delete 3 alarms?" */
  readonly title: string;
  readonly consequence: string;
  /** The verb of the title, never "OK". */
  readonly action: string;
  /** `primary`: what is confirmed ends or deletes nothing. */
  readonly kind?: 'danger' | 'primary';
  readonly open: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** Name within a `DialogStack`. */
  readonly layer?: string;
  /** Why it cannot be confirmed yet. */
  readonly disabledReason?: string | undefined;
  /** What is concerned, below the consequence. */
  readonly children?: ReactNode;
}

export function ConfirmDialog(props: Props) {
  const { title, consequence, action, kind = 'danger', open, onConfirm, onClose, layer } = props;
  const { disabledReason, children } = props;
  const text = useUiTexts();
  const actions = (
    <>
      <Button onClick={onClose}>{text('cancel')}</Button>
      <Button kind={kind} disabledReason={disabledReason} onClick={onConfirm}>
        {action}
      </Button>
    </>
  );
  return (
    <Dialog
      title={title}
      open={open}
      onClose={onClose}
      width={420}
      actions={actions}
      {...(layer === undefined ? {} : { layer })}
    >
      <p>{consequence}</p>
      {children}
    </Dialog>
  );
}
