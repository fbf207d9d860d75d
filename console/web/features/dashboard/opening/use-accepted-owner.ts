import { useMemo } from 'react';
import { useQueryClient } from '@tanstack/react-query';

const queryKey = ['accepted-owner'] as const;

/**
 * The document of another user whose editing the user has just confirmed. In the query cache, which the library and the page of the
 * document have in common, also where one is in the space of a customer and the other in the multi-client space.
 */
export function useAcceptedOwner() {
  const queries = useQueryClient();
  return useMemo(
    () => ({
      /** Lets the editor open without the question that was answered. */
      accept: (resource: number): void => void queries.setQueryData(queryKey, resource),
      isAccepted: (resource: number): boolean => queries.getQueryData(queryKey) === resource,
      /** Another opening asks again. */
      forget: (): void => {
        queries.removeQueries({ queryKey, exact: true });
      },
    }),
    [queries],
  );
}
