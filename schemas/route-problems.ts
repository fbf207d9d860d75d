import type { ProblemCode } from './problem/catalogue.ts';
import type { Route } from './route.ts';

/** Problems of unauthorised callers. */
function ofRights({ needs, scope, everyCustomer }: Route): readonly ProblemCode[] {
  if (needs === 'anonymous') return [];
  const isGuarded = needs !== 'signed-in' || scope === 'cross-customer' || scope === 'admin';
  return [
    'UNAUTHENTICATED',
    'TOKEN_SCOPE',
    ...(isGuarded ? (['FORBIDDEN'] as const) : []),
    ...(everyCustomer === true ? (['EVERY_CUSTOMER_REQUIRED'] as const) : []),
    ...(scope === 'customer' ? (['NOT_FOUND'] as const) : []),
  ];
}

/** Problems of writes: forged, unreadable, or read-only server. */
function ofWrite({ method, whileReadOnly }: Route): readonly ProblemCode[] {
  if (method === 'GET') return [];
  return [
    'CSRF_INVALID',
    'MALFORMED',
    'PAYLOAD_TOO_LARGE',
    'PAYLOAD_TOO_MANY_VALUES',
    'PAYLOAD_TOO_MANY_NAMES',
    'UNSUPPORTED_MEDIA',
    ...(whileReadOnly === true ? [] : (['READ_ONLY'] as const)),
  ];
}

/** Paths below which resources are opened and changed by their id. */
const ofResources = /\/(?:dashboard|home|cockpit|link|:resourceId)(?:\/|$)/;

/** A resource that was deleted, where one that does not exist is a problem. */
const ofDeleted = ({ path, problems = [] }: Route): readonly ProblemCode[] =>
  problems.includes('NOT_FOUND') && ofResources.test(path) ? ['RESOURCE_DELETED'] : [];

/**
 * Returns every problem of a route: those of its handler and those that follow from its contract. The OpenAPI document lists
 * them, and the server returns no other.
 */
export function problemsOf(route: Route): readonly ProblemCode[] {
  const { params, query, body, problems = [] } = route;
  const isParsed = params !== undefined || query !== undefined || body !== undefined;
  return [
    ...new Set<ProblemCode>([
      ...problems,
      ...ofDeleted(route),
      ...ofRights(route),
      ...ofWrite(route),
      ...(isParsed ? (['VALIDATION'] as const) : []),
      'ORIGIN_REFUSED',
      'RATE_LIMITED',
      'SERVER_PROBLEM',
      'TIME_SERIES_UNREACHABLE',
      'DATABASE_UNREACHABLE',
      'DATABASE_FULL',
    ]),
  ];
}
