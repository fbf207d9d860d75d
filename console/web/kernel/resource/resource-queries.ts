import { queryOptions } from '@tanstack/react-query';
import type { SharedKind } from '#schemas/resource/kind.ts';
import { sharingRoutes } from '#schemas/sharing/routes.ts';
import { call } from '../api/call.ts';

/**
 * Resources of a kind with their sharing, and the possible sharing targets. The page of sharing and the dialog of a resource show
 * the same list: after a change `refreshResources` reads it again.
 */
export const sharingQuery = (kind: SharedKind) =>
  queryOptions({
    queryKey: ['sharing', kind],
    queryFn: ({ signal }) => call(sharingRoutes[kind].list, { signal }),
  });
