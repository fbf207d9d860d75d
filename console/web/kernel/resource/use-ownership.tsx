import { useCallback, useState, type ReactNode } from 'react';
import { useSession } from '../session/session.ts';
import { otherOwner, OwnerQuestion, type Owned } from './OwnerQuestion.tsx';

interface Asked {
  readonly resource: Owned;
  readonly run: () => void;
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
      if (otherOwner(resource, user.id) === undefined || accepted.has(resource.id)) run();
      else setAsked({ resource, run });
    },
    [user.id, accepted],
  );
  const question = asked !== undefined && (
    <OwnerQuestion
      resource={asked.resource}
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
