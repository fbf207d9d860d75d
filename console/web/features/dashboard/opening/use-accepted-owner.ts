import { useMemo } from 'react';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import { useQueryCache } from '#web/kernel/query/use-query-cache.ts';

const acceptedOwner = namedQuery<number | null>('accepted-owner', [], () => Promise.resolve(null));

/**
 * The document of another user whose editing the user has just confirmed. In the query cache, which the library and the page of the
 * document have in common, also where one is in the space of a customer and the other in the multi-client space.
 */
export function useAcceptedOwner() {
  const cache = useQueryCache();
  return useMemo(
    () => ({
      /** Lets the editor open without the confirmation that was already given. */
      accept: (resource: number): void => cache.write(acceptedOwner, resource),
      isAccepted: (resource: number): boolean => cache.read(acceptedOwner) === resource,
      /** Another opening requires confirmation again. */
      forget: (): void => cache.write(acceptedOwner, null),
    }),
    [cache],
  );
}
