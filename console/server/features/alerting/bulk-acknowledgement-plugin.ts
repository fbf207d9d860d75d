import type { FastifyInstance } from 'fastify';
import type { AcknowledgementCommand, BulkAlarm, BulkOutcome } from '#schemas/alerting/acknowledgement.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { acknowledgeAlarms, unacknowledgeAlarms } from '#schemas/alerting/routes.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { displayName } from '../../kernel/access/caller.ts';
import type { Audit, AuditEntry } from '../../kernel/audit/audit-trail.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { AcknowledgementNeeds } from './acknowledgement-plugin.ts';
import {
  acknowledgeCommand,
  acknowledgeEntry,
  requireFutureEnd,
  unacknowledgeCommand,
  unacknowledgeEntry,
} from './acknowledgements.ts';
import { sendCommands } from './send-command.ts';

/** Audit entries per transaction: other changes wait for the audit chain no longer than for these. */
const ENTRIES_AT_ONCE = 100;

interface BulkRequest {
  readonly caller: Caller;
  readonly customer: number;
  readonly alarms: readonly BulkAlarm[];
  readonly audit: Audit;
  readonly unchanged: () => void;
}

interface BulkChange {
  readonly command: AcknowledgementCommand;
  readonly entry: AuditEntry;
}

const idOf = ({ alarm, element }: BulkAlarm): string => `${String(alarm)}:${String(element)}`;

async function recordAll(
  { db }: Pick<AcknowledgementNeeds, 'db'>,
  audit: Audit,
  entries: readonly AuditEntry[],
): Promise<void> {
  for (let from = 0; from < entries.length; from += ENTRIES_AT_ONCE)
    await db.transaction().execute(async (tx) => {
      for (const entry of entries.slice(from, from + ENTRIES_AT_ONCE)) await audit(tx, entry);
    });
}

/** Acknowledgements of many alarms by one call, each checked, sent and audited as a single one is. */
export function bulkAcknowledgementPlugin(app: FastifyInstance, needs: AcknowledgementNeeds): void {
  const changeAll = async (
    { caller, customer, alarms, audit, unchanged }: BulkRequest,
    changeOf: (row: AlarmRow) => BulkChange,
  ): Promise<BulkOutcome> => {
    const running = needs.alerts.alertsOf(caller, customer)?.alarms;
    const found = [];
    const failed: BulkOutcome['failed'] = [];
    for (const each of new Map(alarms.map((alarm) => [idOf(alarm), alarm])).values()) {
      const row = running?.get(idOf(each));
      if (row === undefined) failed.push({ ...each, code: 'NOT_FOUND' });
      else found.push({ each, ...changeOf(row) });
    }
    const stored = await sendCommands(
      needs,
      found.map(({ command }) => command),
    );
    const done = found.filter((_, at) => stored[at] === true);
    for (const [at, { each }] of found.entries())
      if (stored[at] !== true) failed.push({ ...each, code: 'UNAVAILABLE' });
    if (done.length === 0) unchanged();
    await recordAll(
      needs,
      audit,
      done.map(({ entry }) => entry),
    );
    return { by: displayName(caller), done: done.map(({ each }) => each), failed };
  };

  serve(app, acknowledgeAlarms, async ({ caller, params: { customerId: customer }, body, ...request }) => {
    const { alarms, acknowledgement: draft } = body;
    requireFutureEnd(draft, needs.clock.now().getTime(), 'body.acknowledgement.until');
    return changeAll({ ...request, caller, customer, alarms }, (row) => {
      const handling = { caller, customer, row };
      return { command: acknowledgeCommand(handling, draft), entry: acknowledgeEntry(handling, draft) };
    });
  });

  serve(app, unacknowledgeAlarms, async ({ caller, params: { customerId: customer }, body, ...request }) =>
    changeAll({ ...request, caller, customer, alarms: body.alarms }, (row) => {
      const handling = { caller, customer, row };
      return { command: unacknowledgeCommand(handling), entry: unacknowledgeEntry(handling) };
    }),
  );
}
