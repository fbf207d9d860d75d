import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Db } from '#platform/postgres/postgres.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import type { Route } from '#schemas/route.ts';
import { bearerOf } from '../token/bearer.ts';
import type { AuditEntry } from './audit-trail.ts';
import { requestSubject, routeName } from './request-entry.ts';

/** Rejections that security monitoring needs. */
const watched: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'FORBIDDEN',
  'TOKEN_SCOPE',
  'RIGHTS_EXCEED_OWN',
  'EVERY_CUSTOMER_REQUIRED',
  'REACHES_OTHER_CUSTOMERS',
  'ROLE_ADMIN_RESERVED',
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

const WithUsername = z.object({ username: z.string().max(200) });

/** The username submitted at sign-in. Empty for any other request. */
export const submittedUsername = (request: FastifyRequest): string =>
  WithUsername.safeParse(request.body).data?.username ?? '';

/** An invalid token, or a customer of others, unlike an expired session or a missing page. */
function isProbe(request: FastifyRequest, code: ProblemCode, contract: Route): boolean {
  if (code === 'UNAUTHENTICATED') return bearerOf(request.headers) !== undefined;
  return code === 'NOT_FOUND' && contract.scope === 'customer' && request.caller !== undefined;
}

/** The account of a sign-in: the proved identity, or the submitted username if an account has it. Other submitted text may be a password. */
async function signInSubject(db: Db, request: FastifyRequest) {
  const known = request.pendingAccount;
  if (known !== undefined) return { subjectId: known.id, subjectName: known.username };
  const typed = submittedUsername(request).replaceAll('\u0000', '').toLowerCase();
  if (typed === '') return {};
  const row = await db
    .selectFrom('account')
    .select(['id', 'username'])
    .where((eb) => eb(eb.fn<string>('lower', ['username']), '=', typed))
    .executeTakeFirst();
  return row === undefined ? {} : { subjectId: row.id, subjectName: row.username };
}

/** Audit entry of a rejection. Undefined for rejections that are not monitored. */
export async function rejectionEntryOf(
  db: Db,
  request: FastifyRequest,
  code: ProblemCode,
): Promise<AuditEntry | undefined> {
  const { contract } = request.routeOptions.config;
  if (contract === undefined || !(watched.has(code) || isProbe(request, code, contract))) return undefined;
  const base = { kind: 'rejection', code, action: routeName(contract) } as const;
  if (contract.needs === 'anonymous')
    return { ...base, subject: 'user', ...(await signInSubject(db, request)) };
  return { ...base, ...requestSubject(request) };
}
