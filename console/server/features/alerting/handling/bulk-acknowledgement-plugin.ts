import type { FastifyInstance } from 'fastify';
import type { AcknowledgementCommand, BulkAlarm, BulkOutcome } from '#schemas/alerting/acknowledgement.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { acknowledgeAlarms, unacknowledgeAlarms } from '#schemas/alerting/routes.ts';
import type { Caller } from '#server/kernel/access/caller.ts';
import { displayName } from '#server/kernel/access/caller.ts';
import type { Audit, AuditEntry } from '#server/kernel/audit/audit-trail.ts';
import { serve } from '#server/kernel/route/serve.ts';
import type { AcknowledgementNeeds } from '../acknowledgement-plugin.ts';
import {
  acknowledgeCommand,
  acknowledgeEntry,
  requireFutureEnd,
  unacknowledgeCommand,
  unacknowledgeEntry,
} from '../acknowledgements.ts';
import { sendCommands } from '../send-command.ts';

/** Audit entries per transaction: other changes wait for the audit chain no longer than for these. */
const ENTRIES_AT_ONCE = 100;

/** An alarm of a call, `seen` as in `AcknowledgementOfSeen`. */
type CalledAlarm = BulkAlarm & { readonly seen?: number | null | undefined };

interface BulkRequest {
  readonly caller: Caller;
  readonly customer: number;
  readonly alarms: readonly CalledAlarm[];
  readonly audit: Audit;
  readonly unchanged: () => void;
}

/** What to do with an alarm, or the name of another user who was first. */
type BulkChange =
  | { readonly command: AcknowledgementCommand; readonly entry: AuditEntry }
  | { readonly first: string };

interface FoundAlarm {
  readonly each: BulkAlarm;
  readonly row: AlarmRow;
  readonly command: AcknowledgementCommand;
  readonly entry: AuditEntry;
}

const instanceOf = ({ alarm, element }: BulkAlarm): BulkAlarm => ({ alarm, element });

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
    changeOf: (row: AlarmRow, called: CalledAlarm) => BulkChange,
  ): Promise<BulkOutcome> => {
    const running = needs.alerts.alertsOf(caller, customer)?.alarms;
    const found: FoundAlarm[] = [];
    const failed: BulkOutcome['failed'] = [];
    for (const called of new Map(alarms.map((alarm) => [idOf(alarm), alarm])).values()) {
      const each = instanceOf(called);
      const row = running?.get(idOf(each));
      const change = row && changeOf(row, called);
      if (row === undefined || change === undefined) failed.push({ ...each, code: 'NOT_FOUND' });
      else if ('first' in change) failed.push({ ...each, code: 'ALARM_ACKNOWLEDGED', first: change.first });
      else found.push({ each, row, ...change });
    }
    const release = (unsent: readonly { readonly row: AlarmRow }[]): void => {
      for (const { row } of unsent) needs.firsts.release({ customer, row });
    };
    const stored = await sendCommands(
      needs,
      found.map(({ command }) => command),
    ).catch((error: unknown) => {
      release(found);
      throw error;
    });
    const done = found.filter((_, at) => stored[at] === true);
    const unsent = found.filter((_, at) => stored[at] !== true);
    for (const { each } of unsent) failed.push({ ...each, code: 'UNAVAILABLE' });
    release(unsent);
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
    return changeAll({ ...request, caller, customer, alarms }, (row, { seen }) => {
      const handling = { caller, customer, row };
      const first = needs.firsts.claim(handling, seen);
      if (first !== undefined) return { first };
      return { command: acknowledgeCommand(handling, draft), entry: acknowledgeEntry(handling, draft) };
    });
  });

  serve(app, unacknowledgeAlarms, async ({ caller, params: { customerId: customer }, body, ...request }) =>
    changeAll({ ...request, caller, customer, alarms: body.alarms }, (row) => {
      const handling = { caller, customer, row };
      needs.firsts.release(handling);
      return { command: unacknowledgeCommand(handling), entry: unacknowledgeEntry(handling) };
    }),
  );
}
