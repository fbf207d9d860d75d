import { Button } from '#web/ui/button/Button.tsx';
import { CopyButton } from '#web/ui/button/CopyButton.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { useTokenTexts } from './texts/en.ts';

export interface ShownToken {
  readonly name: string;
  readonly token: string;
}

/** A new token, shown once: the server stores only its hash. */
export function IssuedTokenDialog({
  shown,
  onClose,
}: {
  readonly shown: ShownToken;
  readonly onClose: () => void;
}) {
  const text = useTokenTexts();
  const actions = (
    <Button kind="primary" onClick={onClose}>
      {text('done')}
    </Button>
  );
  return (
    <Dialog
      open
      title={text('shownTitle', { name: shown.name })}
      onClose={onClose}
      actions={actions}
      width={560}
    >
      <p>{text('shownHint')}</p>
      <div className="tt-own-token">
        <code aria-label={text('token')}>{shown.token}</code>
        <CopyButton label={text('token')} value={shown.token} />
      </div>
    </Dialog>
  );
}
