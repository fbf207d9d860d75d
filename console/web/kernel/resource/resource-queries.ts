import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { SharedKind, ResourceKind } from '#schemas/resource/kind.ts';
import { sharingRoutes } from '#schemas/sharing/routes.ts';
import { call } from '../api/call.ts';

/** Resources of a kind with their sharing, and the possible sharing targets. */
export const sharingQuery = (kind: SharedKind) =>
  queryOptions({
    queryKey: ['sharing', kind],
    queryFn: ({ signal }) => call(sharingRoutes[kind].list, { signal }),
  });

/** Invalidates every query that shows resources of a kind: their keys start with the kind. */
export async function refreshResources(queries: QueryClient, kind: ResourceKind): Promise<void> {
  await Promise.all([[kind], ['sharing', kind]].map((queryKey) => queries.invalidateQueries({ queryKey })));
}
