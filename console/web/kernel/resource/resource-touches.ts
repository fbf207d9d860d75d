import type { ResourceKind } from '#schemas/resource/kind.ts';
import type { Touched } from '../query/route-query.ts';

/**
 * Every query that shows resources of a kind: their keys start with the kind. Without contracts of sharing, which the shell does not
 * need.
 */
export const resourceTouches = (kind: ResourceKind): readonly Touched[] => [[kind], ['sharing', kind]];
