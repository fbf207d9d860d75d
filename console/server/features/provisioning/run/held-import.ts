import type { Tx } from '../../../kernel/audit/audit-trail.ts';
import type { ImportFailure } from '#schemas/provisioning/import-run.ts';
import type { ScheduleOutcome } from '#schemas/provisioning/schedule.ts';
import { jsonValue, type ImportRunRow } from './import-store.ts';
import type { CustomerRemoval } from '../plan/removal-counts.ts';

/** What a person decides about. */
export function heldFailure(
  { removal_percent: percent }: ImportRunRow,
  { customer, had, lacks }: CustomerRemoval,
): ImportFailure {
  return { code: 'IMPORT_REMOVAL_HELD', params: { customer, had, lacks, percent: percent ?? 0 } };
}

interface ScheduleResult {
  readonly outcome: ScheduleOutcome;
  readonly failure: ImportFailure | null;
}

/** Applied after a newer file, one that waits for a person would take the inventory back. */
async function cancelOlder(tx: Tx, { id, schedule_id }: ImportRunRow): Promise<void> {
  await tx
    .updateTable('import_run')
    .set({ state: 'cancelled', failure: jsonValue<ImportFailure>({ code: 'IMPORT_SUPERSEDED' }) })
    .where('schedule_id', '=', schedule_id)
    .where('state', '=', 'held')
    .where('id', '<', id)
    .execute();
}

/** States what the file of a schedule has led to. Its older files that wait for a person are cancelled, unless this one has failed. */
export async function settleSchedule(
  tx: Tx,
  run: ImportRunRow,
  { outcome, failure }: ScheduleResult,
): Promise<void> {
  if (run.schedule_id === null) return;
  if (outcome !== 'failed') await cancelOlder(tx, run);
  await tx
    .updateTable('import_schedule')
    .set({ outcome, failure: failure === null ? null : jsonValue(failure) })
    .where('id', '=', run.schedule_id)
    .execute();
}
