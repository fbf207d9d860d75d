import type { Parameters, Settings } from '#platform/clickhouse/clickhouse.ts';
import type { AlertTimeline } from '#schemas/alerting/history.ts';
import { bucketSecondsOf } from '#schemas/time/bucket.ts';
import type { EventFilter } from './event-filter.ts';
import { bucketsSql, runningCountSql, type BucketRow } from './history-queries.ts';

export interface HistoryStatement {
  readonly sql: string;
  readonly params: Parameters;
  readonly settings: Settings;
}

/** Runs a statement over the history. Throws TOO_MUCH_DATA. */
export type QueriesHistory = <Row>(statement: HistoryStatement) => Promise<readonly Row[]>;

interface TimelineFilter extends EventFilter {
  readonly from: number;
  readonly to: number;
}

/** Transitions per bucket, and the number of alarms that run at the end of each bucket. */
export async function readTimeline(
  query: QueriesHistory,
  filter: TimelineFilter,
  buckets: number,
): Promise<AlertTimeline> {
  const bucketSeconds = bucketSecondsOf(filter.to - filter.from, buckets);
  const [rows, [before]] = await Promise.all([
    query<BucketRow>(bucketsSql({ ...filter, bucketSeconds })),
    query<{ readonly running: number }>(runningCountSql({ ...filter, at: Math.max(0, filter.from - 1) })),
  ]);
  const initial = before?.running ?? 0;
  let running = initial;
  return {
    bucketSeconds,
    running: initial,
    buckets: rows.map(({ changed, ...row }) => {
      running += row.critical + row.major + row.minor - row.cleared + changed;
      return { ...row, running };
    }),
  };
}
