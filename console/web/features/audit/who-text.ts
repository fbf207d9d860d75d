import type { AuditEvent } from '#schemas/audit/event.ts';
import type { AuditText } from './audit-text.ts';

/** The user and how they were authenticated. */
export function whoText({ actor, via }: Pick<AuditEvent, 'actor' | 'via'>, text: AuditText): string {
  if (via === 'system') return text('via-system');
  return `${actor || text('notSignedIn')} · ${text(`via-${via}`)}`;
}

/** The user, for a table cell. */
export const actorText = ({ actor, via }: Pick<AuditEvent, 'actor' | 'via'>, text: AuditText): string =>
  via === 'system' ? text('via-system') : actor || text('notSignedIn');
