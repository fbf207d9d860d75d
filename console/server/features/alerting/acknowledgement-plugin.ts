import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/postgres/postgres.ts';
import { dateAtMs } from '#platform/clock/time.ts';
import { fieldsOf } from '#schemas/audit/fields.ts';
import { worstValue } from '#schemas/alerting/acknowledgement.ts';
import type { AcknowledgementCommand } from '#schemas/alerting/acknowledgement.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { acknowledgeAlarm, unacknowledgeAlarm } from '#schemas/alerting/routes.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { displayName } from '../../kernel/access/display-name.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { MirroredAlerts } from './mirrored-alerts.ts';
import { sendCommand } from './send-command.ts';
import type { CommandNeeds } from './send-command.ts';

interface Instance {
  readonly customerId: number;
  readonly alarm: number;
  readonly element: number;
}

export interface AcknowledgementNeeds extends CommandNeeds {
  /** Alerts of a customer as the caller may see them. */
  readonly db: Db;
  readonly alertsOf: (caller: Caller, customer: number) => MirroredAlerts | undefined;
}

const badnessOf = (row: AlarmRow) => ({ severity: row.severity, value: worstValue(row, row.recent) });

type Handling = Pick<NonNullable<AlarmRow['acknowledged']>, 'by' | 'note' | 'until' | 'untilWorse'>;

/** What the audit tells of an acknowledgement. */
const told = ({ by, note, until, untilWorse }: Handling) =>
  fieldsOf({ by, note, until: until === null ? null : dateAtMs(until).toISOString(), untilWorse });

/** The alarm on its element, and how it was handled until now. */
const toldOf = ({ customerId, alarm, element }: Instance, row: AlarmRow) => ({
  ...{ subject: 'alarm', subjectId: `${String(alarm)}:${String(element)}`, customer: customerId },
  subjectName: `${row.name} · ${row.elementName}`,
  ...(row.acknowledged === undefined ? {} : { before: told(row.acknowledged) }),
});

/** Who takes care of which alarm: asked of the engine, which knows the order of things. */
export function acknowledgementPlugin(app: FastifyInstance, needs: AcknowledgementNeeds): void {
  /** The running alarm as the caller sees it; one that he may not see is not there. */
  const rowOf = (caller: Caller, { customerId, alarm, element }: Instance): AlarmRow => {
    const row = needs.alertsOf(caller, customerId)?.alarms.get(`${String(alarm)}:${String(element)}`);
    if (row === undefined) throw new ProblemError('NOT_FOUND');
    return row;
  };
  const concerned = (caller: Caller, { customerId: customer }: Instance, row: AlarmRow) => {
    const { alarm, element, window } = row;
    return { customer, alarm, element, window, by: displayName(caller) };
  };

  serve(app, acknowledgeAlarm, async ({ caller, params, body, audit }) => {
    const row = rowOf(caller, params);
    const at = needs.clock.now().getTime();
    const { note, until, untilWorse } = body;
    if (until !== null && until <= at)
      throw new ProblemError('VALIDATION', {
        errors: [{ path: 'body.until', message: 'it must lie in the future' }],
      });
    const command: AcknowledgementCommand = {
      kind: 'acknowledge',
      ...concerned(caller, params, row),
      note,
      until,
      worse: untilWorse ? badnessOf(row) : null,
    };
    await sendCommand(needs, command);
    const after = { by: command.by, note, until, untilWorse };
    await audit(needs.db, { action: 'alarm.acknowledge', ...toldOf(params, row), after: told(after) });
    return { by: command.by, at, note, until, untilWorse };
  });

  serve(app, unacknowledgeAlarm, async ({ caller, params, audit }) => {
    const row = rowOf(caller, params);
    await sendCommand(needs, { kind: 'unacknowledge', ...concerned(caller, params, row) });
    await audit(needs.db, { action: 'alarm.unacknowledge', ...toldOf(params, row) });
    return {};
  });
}
