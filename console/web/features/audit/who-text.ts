import type { AuditEvent } from '#schemas/audit/event.ts';
import type { AuditText } from './audit-text.ts';

/** Who it was, and by what he was known. */
export function whoText({ actor, via }: Pick<AuditEvent, 'actor' | 'via'>, text: AuditText): string {
  if (via === 'system') return text('via-system');
  return `${actor || text('nobody')} · ${text(`via-${via}`)}`;
}

/** Who it was, for a cell of a table. */
export const actorText = ({ actor, via }: Pick<AuditEvent, 'actor' | 'via'>, text: AuditText): string =>
  via === 'system' ? text('via-system') : actor || text('nobody');
