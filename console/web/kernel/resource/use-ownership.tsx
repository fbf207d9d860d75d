import { useCallback, useState, type ReactNode } from 'react';
import { useSession } from '../session/session.ts';
import { otherOwner, OwnerConfirmation, type Owned } from './OwnerConfirmation.tsx';

interface OwnedAction {
  readonly resource: Owned;
  readonly run: () => void;
}

/**
 * Warns before a resource of another user is edited or deleted. `guard` runs at once for the user's own resources and asks once
 * for each other one.
 */
export function useOwnership(): {
  readonly guard: (resource: Owned, run: () => void) => void;
  readonly prompt: ReactNode;
} {
  const { user } = useSession();
  const [requested, setRequested] = useState<OwnedAction>();
  const [accepted, setAccepted] = useState<ReadonlySet<number>>(new Set());
  const guard = useCallback(
    (resource: Owned, run: () => void) => {
      if (otherOwner(resource, user.id) === undefined || accepted.has(resource.id)) run();
      else setRequested({ resource, run });
    },
    [user.id, accepted],
  );
  const prompt = requested !== undefined && (
    <OwnerConfirmation
      resource={requested.resource}
      onClose={() => setRequested(undefined)}
      onContinue={() => {
        setAccepted(new Set([...accepted, requested.resource.id]));
        setRequested(undefined);
        requested.run();
      }}
    />
  );
  return { guard, prompt };
}
