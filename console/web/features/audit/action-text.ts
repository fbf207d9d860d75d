import type { AuditEvent } from '#schemas/audit/event.ts';
import type { AuditText } from './audit-text.ts';

/** What features tell by a word of their own, and routes of this area; the rest is told by method and path. */
const known = [
  'customer.create',
  'customer.update',
  'customer.delete',
  'profile.create',
  'profile.update',
  'profile.default',
  'profile.delete',
  'role.create',
  'role.update',
  'role.default',
  'role.delete',
  'session.open',
  'session.end',
  'setting.update',
  'token.create',
  'token.revoke',
  'user.create',
  'user.update',
  'user.delete',
  'user.lock',
  'user.unlock',
  'user.password',
  'user.second-factor',
  'user.sessions',
  'POST /internalLogin',
  'POST /mt/audit/verification',
  'GET /mt/audit/export',
  'PUT /mt/sign-in',
  'PUT /mt/sign-in/roles/:role',
  'POST /mt/terms',
  'PUT /mt/settings/saml',
  'POST /mt/settings/saml/test',
] as const;
const words: ReadonlySet<string> = new Set(known);
const isKnown = (action: string): action is (typeof known)[number] => words.has(action);

/** What was done, in words. */
export function actionText({ action, code }: Pick<AuditEvent, 'action' | 'code'>, text: AuditText): string {
  const done = isKnown(action) ? text(`action-${action}`) : action;
  return code === null ? done : `${done} · ${code}`;
}
