import { useState } from 'react';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { useUserTexts } from './texts/en.ts';
import './user.css';

export interface Shown {
  readonly username: string;
  readonly password: string;
}

/** A generated password, shown once: the server stores only its hash. */
export function IssuedPasswordDialog({
  shown,
  onClose,
}: {
  readonly shown: Shown;
  readonly onClose: () => void;
}) {
  const text = useUserTexts();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(shown.password);
    setCopied(true);
  };
  const actions = (
    <>
      <Button onClick={() => void copy()}>{text(copied ? 'copied' : 'copy')}</Button>
      <Button kind="primary" onClick={onClose}>
        {text('done')}
      </Button>
    </>
  );
  return (
    <Dialog open title={text('shownTitle', { username: shown.username })} onClose={onClose} actions={actions}>
      <div className="tt-password-shown">
        <p>{text('shownHint')}</p>
        <code aria-label={text('password')}>{shown.password}</code>
      </div>
    </Dialog>
  );
}
