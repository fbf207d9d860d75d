import type { Share } from '#schemas/resource/resource.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { useResourceTexts } from './use-resource-texts.ts';

interface Props {
  readonly name: string;
  readonly share: Share;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Confirmation before sharing. */
export function ShareQuestion({ name, share, onClose, onConfirm }: Props) {
  const text = useResourceTexts();
  const language = useLanguage();
  const { profiles, clients } = share;
  const targets = new Intl.ListFormat(language).format([
    ...(profiles.length > 0 ? [text('confirmProfiles', { count: profiles.length })] : []),
    ...(clients.length > 0 ? [text('confirmClients', { count: clients.length })] : []),
  ]);
  const actions = (
    <>
      <Button onClick={onClose}>{text('cancel')}</Button>
      <Button kind="primary" onClick={onConfirm}>
        {text('confirm')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      layer="share"
      title={text('confirmTitle', { name })}
      width={420}
      actions={actions}
      onClose={onClose}
    >
      <p>{share.everyone ? text('confirmEveryone') : text('confirmWith', { targets })}</p>
    </Dialog>
  );
}
