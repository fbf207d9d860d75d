import type { SharedKind } from '#schemas/resource/kind.ts';
import { sharingRoutes } from '#schemas/sharing/routes.ts';
import { call } from '../api/call.ts';
import { namedQuery } from '../query/route-query.ts';

/**
 * Resources of a kind with their sharing, and the possible sharing targets. The page of sharing and the dialog of a resource show
 * the same list: after a change of `resourceTouches` it is read again.
 */
export const sharingQuery = (kind: SharedKind) =>
  namedQuery('sharing', [kind], (signal) => call(sharingRoutes[kind].list, { signal }));
