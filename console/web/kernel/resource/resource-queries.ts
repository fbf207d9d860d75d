import { queryOptions } from '@tanstack/react-query';
import type { SharedKind } from '#schemas/resource/kind.ts';
import { sharingRoutes } from '#schemas/sharing/routes.ts';
import { call } from '../api/call.ts';

/** Resources of a kind with whom they are shared, and whom they can be shared with. */
export const sharingQuery = (kind: SharedKind) =>
  queryOptions({
    queryKey: ['sharing', kind],
    queryFn: ({ signal }) => call(sharingRoutes[kind].list, { signal }),
  });
