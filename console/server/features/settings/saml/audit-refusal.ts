import type { FastifyRequest } from 'fastify';
import { API } from '#schemas/route.ts';
import type { AuditEntry } from '#server/kernel/audit/audit-trail.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import { problemCodeOf, FailedCheck } from './failed-check.ts';

/** What somebody outside wrote stands in it: as much as is of use. */
const MOST = 300;

const actionOf = ({ method, url }: FastifyRequest): string =>
  `${method} ${(url.split('?')[0] ?? '').replace(API, '')}`;

/** A message of the identity provider, or of who claims to be it, that was not taken: which check it failed, and why. */
export async function auditRefusedMessage(request: FastifyRequest, error: unknown): Promise<void> {
  const why = (error instanceof Error ? error.message : String(error)).slice(0, MOST);
  const failed = error instanceof FailedCheck ? error : undefined;
  const entry: AuditEntry = {
    ...{ kind: 'refusal', code: problemCodeOf(error), action: actionOf(request), subject: 'user' },
    subjectName: (failed?.named ?? '').slice(0, MOST),
    note: { ...(failed === undefined ? {} : { check: failed.check }), why },
  };
  await request.server.auditRefusal(request, entry, `${failed?.check ?? ''} ${why}`);
}

/** The provider has confirmed who it is, and his account is not to be used. */
export async function auditLockedAccount(
  request: FastifyRequest,
  code: ProblemCode,
  account: { readonly id: number; readonly username: string; readonly provider: string },
): Promise<void> {
  await request.server.auditRefusal(request, {
    ...{ kind: 'refusal', code, action: actionOf(request) },
    ...{ subject: 'user', subjectId: account.id, subjectName: account.username },
    note: { provider: account.provider },
  });
}
