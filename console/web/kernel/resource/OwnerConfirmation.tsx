import { warningText } from '#schemas/problem/warning.ts';
import { isOwnedByOther } from '#schemas/resource/access.ts';
import type { Named } from '#schemas/resource/resource.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { useResourceTexts } from './texts/en.ts';

export interface Owned {
  readonly id: number;
  readonly name: string;
  readonly owner: Named | null;
}

/** The owner of a resource that is not the user's own. */
export const otherOwner = ({ owner }: Pick<Owned, 'owner'>, user: number): Named | undefined =>
  owner !== null && isOwnedByOther(owner, user) ? owner : undefined;

interface Props {
  readonly resource: Owned;
  readonly onClose: () => void;
  readonly onContinue: () => void;
}

/** Requires confirmation to change a resource of another user. */
export function OwnerConfirmation({ resource, onClose, onContinue }: Props) {
  const text = useResourceTexts();
  const language = useLanguage();
  const { name, owner } = resource;
  const ofOwner = { owner: owner?.name ?? '' };
  const actions = (
    <>
      <Button onClick={onClose}>{text('cancel')}</Button>
      <Button kind="primary" onClick={onContinue}>
        {text('ownerContinue')}
      </Button>
    </>
  );
  return (
    <Dialog open title={text('ownerTitle', ofOwner)} width={440} actions={actions} onClose={onClose}>
      <p>{warningText('NOT_OWNER', language, ofOwner)}</p>
      <p>{text('ownerHint', { name })}</p>
    </Dialog>
  );
}
