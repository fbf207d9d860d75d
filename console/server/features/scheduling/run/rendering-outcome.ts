import type { Db } from '#platform/postgres/postgres.ts';
import type { ReportRunRow } from '#platform/rendering/render-queue.ts';
import { schedulingLimits } from '#schemas/limit/scheduling.ts';
import type { RunReason } from '#schemas/scheduling/run.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';

/** Whether the reports of a run are rendered. */
export type RenderingOutcome =
  | { readonly is: 'done' | 'running' }
  | { readonly is: 'failed'; readonly reason: RunReason };

export type RenderedReport = Pick<
  ReportRunRow,
  'id' | 'report_id' | 'format' | 'state' | 'attempts' | 'failure' | 'detail'
>;

interface RenderingClock {
  /** How long the run has waited for its reports. */
  readonly waitedMs: number;
  /** Whether a process has claimed any report, of any customer, in the time that a report may wait. */
  readonly hasWorker: boolean;
  readonly nameOf: (report: number) => string;
}

const minutesOf = (ms: number): number => Math.floor(ms / MINUTE_MS);
const failed = (code: RunReason['code'], params: RunReason['params']): RenderingOutcome => ({
  is: 'failed',
  reason: { code, params },
});

/** Decides how a run continues: its reports are done, one has failed, or they take too long. */
export function renderingOutcome(
  reports: readonly RenderedReport[],
  { waitedMs, hasWorker, nameOf }: RenderingClock,
): RenderingOutcome {
  const broken = reports.find(({ state }) => state === 'failed');
  if (broken !== undefined) {
    const detail = broken.detail === '' ? (broken.failure ?? '') : broken.detail;
    return failed('rendering', { report: nameOf(broken.report_id), detail });
  }
  if (reports.some(({ state }) => state === 'cancelled')) return failed('cancelled', {});
  if (reports.every(({ state }) => state === 'done')) return { is: 'done' };
  const { maxUnclaimedMs, maxRenderingMs } = schedulingLimits;
  const isUnclaimed = reports.some(({ state, attempts }) => state === 'waiting' && attempts === 0);
  if (isUnclaimed && !hasWorker && waitedMs > maxUnclaimedMs)
    return failed('no-worker', { minutes: minutesOf(maxUnclaimedMs) });
  return waitedMs > maxRenderingMs
    ? failed('slow', { minutes: minutesOf(maxRenderingMs) })
    : { is: 'running' };
}

/** Whether a process has claimed a report since a time. */
export async function hasClaimedSince(db: Db, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('report_run')
    .select('id')
    .where('claimed_at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export const readRunReports = (db: Db, run: number) =>
  db
    .selectFrom('report_run')
    .leftJoin('resource', 'resource.id', 'report_run.report_id')
    .select([
      'report_run.id',
      'report_run.report_id',
      'report_run.format',
      'report_run.state',
      'report_run.attempts',
      'report_run.failure',
      'report_run.detail',
    ])
    .select(['file_name', 'file_bytes', 'parameters', 'expires_at', 'resource.name as report_name'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('report_file')
            .select('run_id')
            .whereRef('report_file.run_id', '=', 'report_run.id')
            .where('report_file.kind', '=', 'preview'),
        )
        .as('has_preview'),
    )
    .where('schedule_run_id', '=', run)
    .orderBy('report_run.id')
    .execute();
