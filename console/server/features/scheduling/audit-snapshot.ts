import type { AuditFields } from '#schemas/audit/field-changes.ts';
import type { ReportAttachment } from '#schemas/scheduling/scheduling.ts';
import { cronOf, isTimed } from '#schemas/scheduling/trigger.ts';
import type { SchedulingRow } from './stored-scheduling.ts';

export const schedulingSubject = ({ id, name, customer_id }: SchedulingRow) => ({
  subject: 'scheduling',
  subjectId: id,
  subjectName: name,
  customer: customer_id,
});

const triggerText = ({ trigger }: Pick<SchedulingRow, 'trigger'>): string =>
  isTimed(trigger) ? cronOf(trigger) : JSON.stringify(trigger);

/** Fields of a schedule that the audit trail records. */
export const schedulingSnapshot = (row: SchedulingRow): AuditFields => ({
  name: row.name,
  enabled: row.enabled,
  trigger: triggerText(row),
  timeZone: row.time_zone,
  language: row.language,
  recipients: row.recipients.toSorted(),
  required: row.required.toSorted(),
  subject: row.subject,
  message: row.message,
  owner: row.owner_id,
});

/** Its reports. */
export const attachmentsSnapshot = (attachments: readonly ReportAttachment[]): AuditFields => ({
  reports: attachments.map(
    ({ report, format, period, variables }) =>
      `${String(report)} ${format} ${JSON.stringify(period)} ${JSON.stringify(variables)}`,
  ),
});
