import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/postgres/postgres.ts';
import { dateAtMs } from '#platform/clock/time.ts';
import { fieldsOf } from '#schemas/audit/fields.ts';
import { worstValue } from '#schemas/alerting/acknowledgement.ts';
import type { AcknowledgementCommand } from '#schemas/alerting/acknowledgement.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { acknowledgeAlarm, unacknowledgeAlarm } from '#schemas/alerting/routes.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { displayName } from '../../kernel/access/caller.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { AlertReader } from './alert-reader.ts';
import { sendCommand } from './send-command.ts';
import type { CommandNeeds } from './send-command.ts';

interface InstanceParams {
  readonly customerId: number;
  readonly alarm: number;
  readonly element: number;
}

export interface AcknowledgementNeeds extends CommandNeeds {
  readonly alerts: Pick<AlertReader, 'alertsOf'>;
  readonly db: Db;
}

const worstOf = (row: AlarmRow) => ({ severity: row.severity, value: worstValue(row, row.recent) });

type AcknowledgementFields = Pick<
  NonNullable<AlarmRow['acknowledged']>,
  'by' | 'note' | 'until' | 'untilWorse'
>;

/** Fields recorded in the audit trail. */
const auditSnapshot = ({ by, note, until, untilWorse }: AcknowledgementFields) =>
  fieldsOf({ by, note, until: until === null ? null : dateAtMs(until).toISOString(), untilWorse });

/** The instance, and its acknowledgement so far. */
const auditSubject = ({ customerId, alarm, element }: InstanceParams, row: AlarmRow) => ({
  subject: 'alarm',
  subjectId: `${String(alarm)}:${String(element)}`,
  customer: customerId,
  subjectName: `${row.name} · ${row.elementName}`,
  ...(row.acknowledged === undefined ? {} : { before: auditSnapshot(row.acknowledged) }),
});

/** Acknowledgements. They are commands to the engine, which orders them with the transitions. */
export function acknowledgementPlugin(app: FastifyInstance, needs: AcknowledgementNeeds): void {
  /** The running alarm. Throws NOT_FOUND for one that the caller may not see. */
  const requireRow = (caller: Caller, { customerId, alarm, element }: InstanceParams): AlarmRow => {
    const row = needs.alerts.alertsOf(caller, customerId)?.alarms.get(`${String(alarm)}:${String(element)}`);
    if (row === undefined) throw new ProblemError('NOT_FOUND');
    return row;
  };
  const commandFields = (caller: Caller, { customerId: customer }: InstanceParams, row: AlarmRow) => {
    const { alarm, element, window } = row;
    return { customer, alarm, element, window, by: displayName(caller) };
  };

  serve(app, acknowledgeAlarm, async ({ caller, params, body, audit }) => {
    const row = requireRow(caller, params);
    const at = needs.clock.now().getTime();
    const { note, until, untilWorse } = body;
    if (until !== null && until <= at)
      throw new ProblemError('VALIDATION', {
        errors: [{ path: 'body.until', code: 'TIME_PAST' }],
      });
    const command: AcknowledgementCommand = {
      kind: 'acknowledge',
      ...commandFields(caller, params, row),
      note,
      until,
      worse: untilWorse ? worstOf(row) : null,
    };
    await sendCommand(needs, command);
    const after = { by: command.by, note, until, untilWorse };
    await audit(needs.db, {
      action: 'alarm.acknowledge',
      ...auditSubject(params, row),
      after: auditSnapshot(after),
    });
    return { by: command.by, at, note, until, untilWorse };
  });

  serve(app, unacknowledgeAlarm, async ({ caller, params, audit }) => {
    const row = requireRow(caller, params);
    await sendCommand(needs, { kind: 'unacknowledge', ...commandFields(caller, params, row) });
    await audit(needs.db, { action: 'alarm.unacknowledge', ...auditSubject(params, row) });
    return {};
  });
}
