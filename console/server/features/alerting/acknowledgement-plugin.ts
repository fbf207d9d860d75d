import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/postgres/postgres.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { acknowledgeAlarm, unacknowledgeAlarm } from '#schemas/alerting/routes.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { displayName } from '../../kernel/access/caller.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';
import {
  acknowledgeCommand,
  acknowledgeEntry,
  requireFutureEnd,
  unacknowledgeCommand,
  unacknowledgeEntry,
} from './acknowledgements.ts';
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

/** Acknowledgements. They are commands to the engine, which orders them with the transitions. */
export function acknowledgementPlugin(app: FastifyInstance, needs: AcknowledgementNeeds): void {
  /** The running alarm. Throws NOT_FOUND for one that the caller may not see. */
  const requireRow = (caller: Caller, { customerId, alarm, element }: InstanceParams): AlarmRow => {
    const row = needs.alerts.alertsOf(caller, customerId)?.alarms.get(`${String(alarm)}:${String(element)}`);
    if (row === undefined) throw new ProblemError('NOT_FOUND');
    return row;
  };

  serve(app, acknowledgeAlarm, async ({ caller, params, body, audit }) => {
    const handling = { caller, customer: params.customerId, row: requireRow(caller, params) };
    const at = needs.clock.now().getTime();
    requireFutureEnd(body, at, 'body.until');
    await sendCommand(needs, acknowledgeCommand(handling, body));
    await audit(needs.db, acknowledgeEntry(handling, body));
    return { by: displayName(caller), at, ...body };
  });

  serve(app, unacknowledgeAlarm, async ({ caller, params, audit }) => {
    const handling = { caller, customer: params.customerId, row: requireRow(caller, params) };
    await sendCommand(needs, unacknowledgeCommand(handling));
    await audit(needs.db, unacknowledgeEntry(handling));
    return {};
  });
}
