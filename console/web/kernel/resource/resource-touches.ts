import { API } from '#schemas/route.ts';
import type { ResourceKind } from '#schemas/resource/kind.ts';
import type { QueryTarget } from '../query/route-query.ts';

/**
 * Every query that shows resources of a kind: their keys start with the kind. Without contracts of sharing, which the shell does not
 * need.
 */
export const resourceTouches = (kind: ResourceKind): readonly QueryTarget[] => [
  [kind],
  ['sharing', kind],
  { below: `${API}/mt/share-resource/${kind}` },
];
