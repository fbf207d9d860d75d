import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Db } from '#platform/postgres/postgres.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import type { Route } from '#schemas/route.ts';
import { bearerOf } from '../token/bearer.ts';
import type { AuditEntry } from './audit-trail.ts';
import { placeOf, routeName } from './request-entry.ts';

/** Refusals that somebody who watches over an installation wants to know of. */
const watched: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'FORBIDDEN',
  'TOKEN_SCOPE',
  'RIGHTS_EXCEED_OWN',
  'EVERY_CLIENT_NEEDED',
  'RESTRICTED_NOT_OWN',
  'CSRF_INVALID',
  'ORIGIN_REFUSED',
  'READ_ONLY',
  'LOGIN_REFUSED',
  'SECOND_FACTOR_WRONG',
  'CURRENT_PASSWORD_WRONG',
  'RESET_LINK_EXPIRED',
  'ACCOUNT_LOCKED_BY_ADMINISTRATOR',
  'ACCOUNT_LOCKED_BY_RETRIES',
  'ACCOUNT_LOCKED_BY_INACTIVITY',
  'ACCOUNT_LOCKED_BY_PASSWORD_EXPIRY',
]);

const Named = z.object({ username: z.string().max(200) });

/** The name that was typed at the sign-in; empty on any other request. */
export const nameTyped = (request: FastifyRequest): string =>
  Named.safeParse(request.body).data?.username ?? '';

/** A token that is not one, or the customer of somebody else: told apart from a session that ran out or a page that is gone. */
function isProbe(request: FastifyRequest, code: ProblemCode, contract: Route): boolean {
  if (code === 'UNAUTHENTICATED') return bearerOf(request.headers) !== undefined;
  return code === 'NOT_FOUND' && contract.scope === 'customer' && request.caller !== undefined;
}

/** Who was to be signed in: whose identity is proved by now, or the name that was tried, if somebody has it. What else is typed there may be a password. */
async function accountTried(db: Db, request: FastifyRequest) {
  const known = request.signingIn;
  if (known !== undefined) return { subjectId: known.id, subjectName: known.username };
  const typed = nameTyped(request).replaceAll('\u0000', '').toLowerCase();
  if (typed === '') return {};
  const row = await db
    .selectFrom('account')
    .select(['id', 'username'])
    .where((is) => is(is.fn<string>('lower', ['username']), '=', typed))
    .executeTakeFirst();
  return row === undefined ? {} : { subjectId: row.id, subjectName: row.username };
}

/** What the audit tells of a refusal; undefined where it is none that anybody wants to know of. */
export async function refusalOf(
  db: Db,
  request: FastifyRequest,
  code: ProblemCode,
): Promise<AuditEntry | undefined> {
  const { contract } = request.routeOptions.config;
  if (contract === undefined || !(watched.has(code) || isProbe(request, code, contract))) return undefined;
  const base = { kind: 'refusal', code, action: routeName(contract) } as const;
  if (contract.needs === 'anonymous')
    return { ...base, subject: 'user', ...(await accountTried(db, request)) };
  return { ...base, ...placeOf(request) };
}
