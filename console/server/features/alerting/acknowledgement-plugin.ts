import type { FastifyInstance } from 'fastify';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { acknowledgeAlarm, unacknowledgeAlarm } from '#schemas/alerting/routes.ts';
import { displayName, type Caller } from '../../kernel/access/caller.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';
import {
  acknowledgeCommand,
  acknowledgeEntry,
  requireFutureEnd,
  unacknowledgeCommand,
  unacknowledgeEntry,
} from './acknowledgements.ts';
import type { ChangeNeeds } from './handling/change-alarms.ts';
import type { FirstAcknowledgements } from './handling/first-acknowledgements.ts';
import { sendCommand } from './send-command.ts';

interface InstanceParams {
  readonly customerId: number;
  readonly alarm: number;
  readonly element: number;
}

export interface AcknowledgementNeeds extends ChangeNeeds {
  readonly firsts: FirstAcknowledgements;
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
    const { seen, ...draft } = body;
    requireFutureEnd(draft, at, 'body.until');
    const by = needs.firsts.claim(handling, seen);
    if (by !== undefined) throw new ProblemError('ALARM_ACKNOWLEDGED', { params: { by } });
    try {
      await sendCommand(needs, acknowledgeCommand(handling, draft));
    } catch (error) {
      needs.firsts.release(handling);
      throw error;
    }
    await audit(needs.db, acknowledgeEntry(handling, draft));
    return { by: displayName(caller), at, ...draft };
  });

  serve(app, unacknowledgeAlarm, async ({ caller, params, audit }) => {
    const handling = { caller, customer: params.customerId, row: requireRow(caller, params) };
    await sendCommand(needs, unacknowledgeCommand(handling));
    needs.firsts.release(handling);
    await audit(needs.db, unacknowledgeEntry(handling));
    return {};
  });
}
