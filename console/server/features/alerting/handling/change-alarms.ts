import type { Db } from '#platform/postgres/postgres.ts';
import type { AlarmCommand, BulkAlarm, BulkOutcome } from '#schemas/alerting/acknowledgement.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { displayName, type Caller } from '#server/kernel/access/caller.ts';
import type { Audit, AuditEntry } from '#server/kernel/audit/audit-trail.ts';
import type { AlertReader } from '../alert-reader.ts';
import { sendCommands, type CommandNeeds } from '../send-command.ts';

/** Audit entries per transaction: other changes wait for the audit chain no longer than for these. */
const ENTRIES_AT_ONCE = 100;

/** An alarm of a call, `seen` as in `AcknowledgementOfSeen`. */
type CalledAlarm = BulkAlarm & { readonly seen?: number | null | undefined };

export interface ChangeNeeds extends CommandNeeds {
  readonly alerts: Pick<AlertReader, 'alertsOf'>;
  readonly db: Db;
}

interface BulkRequest {
  readonly caller: Caller;
  readonly customer: number;
  readonly alarms: readonly CalledAlarm[];
  readonly audit: Audit;
  readonly unchanged: () => void;
  /** Called for each alarm whose command was not stored. */
  readonly release: (unsent: { readonly customer: number; readonly row: AlarmRow }) => void;
}

/** What to do with an alarm, or why nothing is done. */
type BulkChange =
  | { readonly command: AlarmCommand; readonly entry: AuditEntry }
  | Pick<BulkOutcome['failed'][number], 'code' | 'first'>;

interface FoundAlarm {
  readonly each: BulkAlarm;
  readonly row: AlarmRow;
  readonly command: AlarmCommand;
  readonly entry: AuditEntry;
}

const instanceOf = ({ alarm, element }: BulkAlarm): BulkAlarm => ({ alarm, element });

const idOf = ({ alarm, element }: BulkAlarm): string => `${String(alarm)}:${String(element)}`;

async function recordAll(
  { db }: Pick<ChangeNeeds, 'db'>,
  audit: Audit,
  entries: readonly AuditEntry[],
): Promise<void> {
  for (let from = 0; from < entries.length; from += ENTRIES_AT_ONCE)
    await db.transaction().execute((tx) => audit(tx, entries.slice(from, from + ENTRIES_AT_ONCE)));
}

/** Changes many alarms by one call, each checked, sent and audited as a single one is. */
export async function changeAlarms(
  needs: ChangeNeeds,
  { caller, customer, alarms, audit, unchanged, release }: BulkRequest,
  changeOf: (row: AlarmRow, called: CalledAlarm) => BulkChange,
): Promise<BulkOutcome> {
  const running = needs.alerts.alertsOf(caller, customer)?.alarms;
  const found: FoundAlarm[] = [];
  const failed: BulkOutcome['failed'] = [];
  for (const called of new Map(alarms.map((alarm) => [idOf(alarm), alarm])).values()) {
    const each = instanceOf(called);
    const row = running?.get(idOf(each));
    const change = row && changeOf(row, called);
    if (row === undefined || change === undefined) failed.push({ ...each, code: 'NOT_FOUND' });
    else if ('code' in change) failed.push({ ...each, ...change });
    else found.push({ each, row, ...change });
  }
  const releaseAll = (unsent: readonly FoundAlarm[]): void => {
    for (const { row } of unsent) release({ customer, row });
  };
  const stored = await sendCommands(
    needs,
    found.map(({ command }) => command),
  ).catch((error: unknown) => {
    releaseAll(found);
    throw error;
  });
  const done = found.filter((_, at) => stored[at] === true);
  const unsent = found.filter((_, at) => stored[at] !== true);
  for (const { each } of unsent) failed.push({ ...each, code: 'UNAVAILABLE' });
  releaseAll(unsent);
  if (done.length === 0) unchanged();
  await recordAll(
    needs,
    audit,
    done.map(({ entry }) => entry),
  );
  return { by: displayName(caller), done: done.map(({ each }) => each), failed };
}
