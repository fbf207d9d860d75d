import type { QueryClient } from '@tanstack/react-query';
import type { ResourceKind } from '#schemas/resource/kind.ts';

/** Whatever shows resources of a kind reads them again: its own screens begin their keys with the word of the kind. */
export async function readResourcesAgain(queries: QueryClient, kind: ResourceKind): Promise<void> {
  await Promise.all([[kind], ['sharing', kind]].map((queryKey) => queries.invalidateQueries({ queryKey })));
}
