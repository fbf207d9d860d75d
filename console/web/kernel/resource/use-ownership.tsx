import { useCallback, useState, type ReactNode } from 'react';
import { isOwnedByOther } from '#schemas/resource/access.ts';
import type { Named } from '#schemas/resource/resource.ts';
import { warningText } from '#schemas/problem/warning.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { useSession } from '../session/session.ts';
import { useResourceTexts } from './use-resource-texts.ts';

interface Owned {
  readonly id: number;
  readonly name: string;
  readonly owner: Named | null;
}

interface Asked {
  readonly resource: Owned;
  readonly owner: Named;
  readonly run: () => void;
}

function Question({
  asked,
  onClose,
  onContinue,
}: {
  asked: Asked;
  onClose: () => void;
  onContinue: () => void;
}) {
  const text = useResourceTexts();
  const language = useLanguage();
  const { owner, resource } = asked;
  const actions = (
    <>
      <Button onClick={onClose}>{text('cancel')}</Button>
      <Button kind="primary" onClick={onContinue}>
        {text('ownerContinue')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      title={text('ownerTitle', { owner: owner.name })}
      width={440}
      actions={actions}
      onClose={onClose}
    >
      <p>{warningText('NOT_OWNER', language, { owner: owner.name })}</p>
      <p>{text('ownerHint', { name: resource.name })}</p>
    </Dialog>
  );
}

/**
 * Warns before a resource of another user is edited or deleted. `guard` runs at once for the user's own resources and asks once
 * for each other one.
 */
export function useOwnership(): {
  readonly guard: (resource: Owned, run: () => void) => void;
  readonly question: ReactNode;
} {
  const { user } = useSession();
  const [asked, setAsked] = useState<Asked>();
  const [accepted, setAccepted] = useState<ReadonlySet<number>>(new Set());
  const guard = useCallback(
    (resource: Owned, run: () => void) => {
      const { owner } = resource;
      if (owner === null || !isOwnedByOther(owner, user.id) || accepted.has(resource.id)) run();
      else setAsked({ resource, owner, run });
    },
    [user.id, accepted],
  );
  const question = asked !== undefined && (
    <Question
      asked={asked}
      onClose={() => setAsked(undefined)}
      onContinue={() => {
        setAccepted(new Set([...accepted, asked.resource.id]));
        setAsked(undefined);
        asked.run();
      }}
    />
  );
  return { guard, question };
}
