import type { Share } from '#schemas/resource/resource.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { useResourceTexts } from './texts/en.ts';

type Options = readonly { readonly value: string; readonly label: string }[];

/** Names in the query; more are counted. */
const NAMES_SHOWN = 8;

const namesOf = (ids: readonly number[], options: Options): string[] =>
  ids.flatMap((id) => options.find(({ value }) => value === String(id))?.label ?? []);

interface Props {
  readonly name: string;
  readonly share: Share;
  /** What profiles and customers are called, by id. */
  readonly targets: Readonly<Record<'profiles' | 'clients', Options>>;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Confirmation before sharing. */
export function ShareConfirmation({ name, share, targets, onClose, onConfirm }: Props) {
  const text = useResourceTexts();
  const language = useLanguage();
  const names = [...namesOf(share.profiles, targets.profiles), ...namesOf(share.clients, targets.clients)];
  const more = names.length - NAMES_SHOWN;
  const named = new Intl.ListFormat(language).format([
    ...names.slice(0, NAMES_SHOWN),
    ...(more > 0 ? [text('confirmMore', { count: more })] : []),
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
      <p>{share.everyone ? text('confirmEveryone') : text('confirmWith', { targets: named })}</p>
    </Dialog>
  );
}
