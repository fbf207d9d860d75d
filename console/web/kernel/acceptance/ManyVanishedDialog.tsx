import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { useUiTexts } from '#web/ui/texts/en.ts';
import { useAcceptanceTexts } from './texts/en.ts';

interface Props {
  /** How many of how many; undefined: the dialog is closed. */
  readonly sentence: string | undefined;
  readonly onDecide: (vanished: 'include' | 'exclude') => void;
  readonly onClose: () => void;
}

/** More elements have vanished than are removed without a decision of a person. Within the `DialogStack` of the proposals. */
export function ManyVanishedDialog({ sentence, onDecide, onClose }: Props) {
  const text = useAcceptanceTexts();
  const ui = useUiTexts();
  const actions = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind="danger" onClick={() => onDecide('include')}>
        {text('include')}
      </Button>
      <Button kind="primary" onClick={() => onDecide('exclude')}>
        {text('exclude')}
      </Button>
    </>
  );
  return (
    <Dialog
      open={sentence !== undefined}
      title={text('manyVanished')}
      width={560}
      layer="vanished"
      actions={actions}
      onClose={onClose}
    >
      <p>{sentence}</p>
    </Dialog>
  );
}
