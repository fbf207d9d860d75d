import type { ProblemCode } from './problem/catalogue.ts';
import type { Route } from './route.ts';

/** Problems of whoever may not call a route. */
function ofRights({ needs, scope, everyCustomer }: Route): readonly ProblemCode[] {
  if (needs === 'anonymous') return [];
  const isGuarded = needs !== 'signed-in' || scope === 'cross-customer' || scope === 'admin';
  return [
    'UNAUTHENTICATED',
    'TOKEN_SCOPE',
    ...(isGuarded ? (['FORBIDDEN'] as const) : []),
    ...(everyCustomer === true ? (['EVERY_CLIENT_NEEDED'] as const) : []),
    ...(scope === 'customer' ? (['NOT_FOUND'] as const) : []),
  ];
}

/** Problems of a request that changes something: forged, unreadable, or not now. */
function ofWrite({ method, whileReadOnly }: Route): readonly ProblemCode[] {
  if (method === 'GET') return [];
  return [
    'CSRF_INVALID',
    'MALFORMED',
    'PAYLOAD_TOO_LARGE',
    'UNSUPPORTED_MEDIA',
    ...(whileReadOnly === true ? [] : (['READ_ONLY'] as const)),
  ];
}

/**
 * Every problem that a route can answer: those of its handler, and those that follow from its contract. The OpenAPI document
 * lists them, and the server answers no other.
 */
export function problemsOf(route: Route): readonly ProblemCode[] {
  const { params, query, body, problems = [] } = route;
  const isParsed = params !== undefined || query !== undefined || body !== undefined;
  return [
    ...new Set<ProblemCode>([
      ...problems,
      ...ofRights(route),
      ...ofWrite(route),
      ...(isParsed ? (['VALIDATION'] as const) : []),
      'ORIGIN_REFUSED',
      'RATE_LIMITED',
      'SERVER_PROBLEM',
    ]),
  ];
}
