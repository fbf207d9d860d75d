import type { FastifyInstance } from 'fastify';
import { acknowledgeAlarms, unacknowledgeAlarms } from '#schemas/alerting/routes.ts';
import { serve } from '#server/kernel/route/serve.ts';
import type { AcknowledgementNeeds } from '../acknowledgement-plugin.ts';
import {
  acknowledgeCommand,
  acknowledgeEntry,
  requireFutureEnd,
  unacknowledgeCommand,
  unacknowledgeEntry,
} from '../acknowledgements.ts';
import { changeAlarms } from './change-alarms.ts';

/** Acknowledgements of many alarms by one call, each checked, sent and audited as a single one is. */
export function bulkAcknowledgementPlugin(app: FastifyInstance, needs: AcknowledgementNeeds): void {
  const release = needs.firsts.release.bind(needs.firsts);
  serve(app, acknowledgeAlarms, async ({ caller, params: { customerId: customer }, body, ...request }) => {
    const { alarms, acknowledgement: draft } = body;
    requireFutureEnd(draft, needs.clock.now().getTime(), 'body.acknowledgement.until');
    return changeAlarms(needs, { ...request, caller, customer, alarms, release }, (row, { seen }) => {
      const handling = { caller, customer, row };
      const first = needs.firsts.claim(handling, seen);
      if (first !== undefined) return { code: 'ALARM_ACKNOWLEDGED', first };
      return { command: acknowledgeCommand(handling, draft), entry: acknowledgeEntry(handling, draft) };
    });
  });

  serve(app, unacknowledgeAlarms, async ({ caller, params: { customerId: customer }, body, ...request }) =>
    changeAlarms(needs, { ...request, caller, customer, alarms: body.alarms, release }, (row) => {
      const handling = { caller, customer, row };
      needs.firsts.release(handling);
      return { command: unacknowledgeCommand(handling), entry: unacknowledgeEntry(handling) };
    }),
  );
}
