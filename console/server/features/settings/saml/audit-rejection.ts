import type { FastifyRequest } from 'fastify';
import { API } from '#schemas/route.ts';
import type { AuditEntry } from '../../../kernel/audit/audit-trail.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import { problemCodeOf, FailedCheck } from './failed-check.ts';

/** The note contains foreign text, truncated to a useful length. */
const MAX_NOTE_LENGTH = 300;

const actionOf = ({ method, url }: FastifyRequest): string =>
  `${method} ${(url.split('?')[0] ?? '').replace(API, '')}`;

/** Audits a rejected SAML message with the failed check and its reason. */
export async function auditRejectedMessage(request: FastifyRequest, error: unknown): Promise<void> {
  const why = (error instanceof Error ? error.message : String(error)).slice(0, MAX_NOTE_LENGTH);
  const failed = error instanceof FailedCheck ? error : undefined;
  const entry: AuditEntry = {
    kind: 'rejection',
    code: problemCodeOf(error),
    action: actionOf(request),
    subject: 'user',
    subjectName: (failed?.named ?? '').slice(0, MAX_NOTE_LENGTH),
    note: { ...(failed === undefined ? {} : { check: failed.check }), why },
  };
  await request.server.auditRejection(request, entry, `${failed?.check ?? ''} ${why}`);
}

/** Audits a sign-in that the provider confirmed for a locked account. */
export async function auditLockedAccount(
  request: FastifyRequest,
  code: ProblemCode,
  account: { readonly id: number; readonly username: string; readonly provider: string },
): Promise<void> {
  await request.server.auditRejection(request, {
    kind: 'rejection',
    code,
    action: actionOf(request),
    subject: 'user',
    subjectId: account.id,
    subjectName: account.username,
    note: { provider: account.provider },
  });
}
