import type { QueryClient } from '@tanstack/react-query';
import type { ResourceKind } from '#schemas/resource/kind.ts';

/**
 * Invalidates every query that shows resources of a kind: their keys start with the kind. Apart from the queries: the shell
 * needs no contracts of sharing.
 */
export async function refreshResources(queries: QueryClient, kind: ResourceKind): Promise<void> {
  await Promise.all([[kind], ['sharing', kind]].map((queryKey) => queries.invalidateQueries({ queryKey })));
}
