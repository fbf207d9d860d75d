import { AuditKind } from '#schemas/audit/event.ts';
import { AuditOutcome } from '#schemas/audit/routes.ts';
import type { AuditFilter } from '#schemas/audit/routes.ts';
import type { AuditSearch } from './audit-search.ts';

/** What was changed, in the order of the filter. */
export const subjects = ['user', 'role', 'customer', 'profile', 'token', 'setting', 'request'] as const;

/** The filter that an address asks for; what it cannot mean is left out. */
export function auditQuery(search: Partial<AuditSearch>): AuditFilter {
  const { actor, subject, from, to } = search;
  const kind = AuditKind.safeParse(search.kind);
  const outcome = AuditOutcome.safeParse(search.outcome);
  return {
    ...(actor === undefined || actor === '' ? {} : { actor }),
    ...(subject === undefined ? {} : { subject }),
    ...(kind.success ? { kind: kind.data } : {}),
    ...(outcome.success ? { outcome: outcome.data } : {}),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

/** A value of a change as a person reads it. */
export function valueText(value: unknown): string {
  if (value === null || value === '') return '–';
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(valueText).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
