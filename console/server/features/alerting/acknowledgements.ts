import { dateAtMs } from '#platform/clock/time.ts';
import {
  worstValue,
  type AlarmCommand,
  type AcknowledgementDraft,
} from '#schemas/alerting/acknowledgement.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { fieldsOf } from '#schemas/audit/fields.ts';
import { displayName, type Caller } from '../../kernel/access/caller.ts';
import type { AuditEntry } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';

/** A running alarm of a customer, and the user who handles it. */
interface Handling {
  readonly caller: Caller;
  readonly customer: number;
  readonly row: AlarmRow;
}

const worstOf = (row: AlarmRow) => ({ severity: row.severity, value: worstValue(row, row.recent) });

/** Whom and what a command concerns. */
export const commandFields = ({ caller, customer, row: { alarm, element, window } }: Handling) => ({
  customer,
  alarm,
  element,
  window,
  by: displayName(caller),
});

export const acknowledgeCommand = (
  handling: Handling,
  { note, until, untilWorse }: AcknowledgementDraft,
): AlarmCommand => ({
  kind: 'acknowledge',
  ...commandFields(handling),
  note,
  until,
  worse: untilWorse ? worstOf(handling.row) : null,
});

export const unacknowledgeCommand = (handling: Handling): AlarmCommand => ({
  kind: 'unacknowledge',
  ...commandFields(handling),
});

/** Fields recorded in the audit trail. */
const auditSnapshot = ({ by, note, until, untilWorse }: AcknowledgementDraft & { readonly by: string }) =>
  fieldsOf({ by, note, until: until === null ? null : dateAtMs(until).toISOString(), untilWorse });

/** The instance. */
export const auditedAlarm = ({ customer, row }: Pick<Handling, 'customer' | 'row'>) => ({
  subject: 'alarm',
  subjectId: row.id,
  customer,
  subjectName: `${row.name} · ${row.elementName}`,
});

/** The instance, and its acknowledgement so far. */
const auditSubject = ({ customer, row }: Handling) => ({
  ...auditedAlarm({ customer, row }),
  ...(row.acknowledged === undefined ? {} : { before: auditSnapshot(row.acknowledged) }),
});

export const acknowledgeEntry = (handling: Handling, draft: AcknowledgementDraft): AuditEntry => ({
  action: 'alarm.acknowledge',
  ...auditSubject(handling),
  after: auditSnapshot({ ...draft, by: displayName(handling.caller) }),
});

export const unacknowledgeEntry = (handling: Handling): AuditEntry => ({
  action: 'alarm.unacknowledge',
  ...auditSubject(handling),
});

/** Throws VALIDATION for an acknowledgement whose end has passed; `path` is its place in the body. */
export function requireFutureEnd({ until }: AcknowledgementDraft, at: number, path: string): void {
  if (until !== null && until <= at)
    throw new ProblemError('VALIDATION', { errors: [{ path, code: 'TIME_PAST' }] });
}
