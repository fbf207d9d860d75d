import type { AuditEvent } from '#schemas/audit/event.ts';
import { auditSubjects } from './audit-query.ts';
import type { AuditText } from './audit-text.ts';

const settings = ['smtp', 'saml', 'sign-in', 'announcement'] as const;

/** What it was done to: its name, or else its number. A setting is called as its tab is. */
export function objectText(
  { subject, subjectId, subjectName }: Pick<AuditEvent, 'subject' | 'subjectId' | 'subjectName'>,
  text: AuditText,
): string {
  const setting = settings.find((name) => subject === 'setting' && name === subjectId);
  if (setting !== undefined) return text(`setting-${setting}`);
  return subjectName || subjectId || '–';
}

/** The kind of what it was done to. */
export function subjectText({ subject }: Pick<AuditEvent, 'subject'>, text: AuditText): string {
  const known = auditSubjects.find((one) => one === subject);
  return known === undefined ? subject : text(`subject-${known}`);
}
