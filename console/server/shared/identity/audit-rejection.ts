import type { FastifyRequest } from 'fastify';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import { API } from '#schemas/route.ts';
import type { AuditEntry } from '../../kernel/audit/audit-trail.ts';

/** The note contains foreign text, truncated to a useful length. */
const MAX_NOTE_LENGTH = 300;

const actionOf = ({ method, url, routeOptions }: FastifyRequest): string =>
  `${method} ${(routeOptions.url ?? url.split('?')[0] ?? '').replace(API, '')}`;

export interface RejectedMessage {
  readonly code: ProblemCode;
  /** The failed check. Undefined when none was reached. */
  readonly check: string | undefined;
  /** The user that the message names. Empty when nothing in it can be trusted. */
  readonly named: string;
  readonly reason: string;
}

/** Audits a rejected message of an identity provider with the failed check and its reason. */
export async function auditRejectedMessage(
  request: FastifyRequest,
  rejected: RejectedMessage,
): Promise<void> {
  const { code, check, named } = rejected;
  const why = rejected.reason.slice(0, MAX_NOTE_LENGTH);
  const entry: AuditEntry = {
    kind: 'rejection',
    code,
    action: actionOf(request),
    subject: 'user',
    subjectName: named.slice(0, MAX_NOTE_LENGTH),
    note: { ...(check === undefined ? {} : { check }), why },
  };
  await request.server.auditRejection(request, entry, `${check ?? ''} ${why}`);
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
