import type { AuditEvent } from '#schemas/audit/event.ts';
import { auditSubjects } from './audit-query.ts';
import type { AuditText } from './audit-text.ts';

const settings = ['smtp', 'saml', 'sign-in', 'announcement'] as const;

/** The object: its name, or else its id. A setting has the name of its tab. */
export function objectText(
  { subject, subjectId, subjectName }: Pick<AuditEvent, 'subject' | 'subjectId' | 'subjectName'>,
  text: AuditText,
): string {
  const setting = settings.find((name) => subject === 'setting' && name === subjectId);
  if (setting !== undefined) return text(`setting-${setting}`);
  return subjectName || subjectId || '–';
}

/** The kind of the object. */
export function subjectText({ subject }: Pick<AuditEvent, 'subject'>, text: AuditText): string {
  const known = auditSubjects.find((one) => one === subject);
  return known === undefined ? subject : text(`subject-${known}`);
}
