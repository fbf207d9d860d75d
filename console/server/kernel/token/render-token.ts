import type { Db } from '#platform/postgres/postgres.ts';
import type { Caller } from '../access/caller.ts';
import { narrowCaller } from './narrow-caller.ts';

/** A report that is being rendered. */
export interface RenderedRun {
  readonly id: number;
  readonly customer_id: number;
  readonly report_id: number;
  readonly requester_id: number;
  readonly token_until: Date;
  readonly shows_alarms: boolean;
}

/** The attempt with this token, while it lasts. */
export async function readRenderedRun(db: Db, hash: string, now: Date): Promise<RenderedRun | undefined> {
  const row = await db
    .selectFrom('report_run')
    .select(['id', 'customer_id', 'report_id', 'requester_id', 'token_until', 'shows_alarms'])
    .where('token_hash', '=', hash)
    .where('token_until', '>', now)
    .where('state', '=', 'running')
    .executeTakeFirst();
  if (row === undefined || row.requester_id === null || row.token_until === null) return undefined;
  return { ...row, requester_id: row.requester_id, token_until: row.token_until };
}

/** The requester restricted to what one report shows in its customer: as a display that shows this document alone. */
export const rendererOf = (owner: Caller, run: RenderedRun): Caller =>
  narrowCaller(owner, {
    // Ids of API tokens are positive: neither limits nor connections mix them up.
    id: -run.id,
    permissions: ['HOME.read', 'REPORT.read'],
    customers: new Set([run.customer_id]),
    display: {
      name: `report run ${String(run.id)}`,
      expiresAt: run.token_until.getTime(),
      documents: new Set([run.report_id]),
      showsAlarms: run.shows_alarms,
    },
  });
