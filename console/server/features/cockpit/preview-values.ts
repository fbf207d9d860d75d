import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { withinLimits } from '../../kernel/problem/query-problem.ts';

/** Older values are not current, whatever the length of their window. */
const MAX_AGE_SECONDS = 7_200;
/** A value is current until this many windows later. */
const CURRENT_WINDOWS = 3;

const limits = {
  max_execution_time: 5,
  max_rows_to_read: '50000000',
  max_memory_usage: '500000000',
} as const;

export interface CurrentValue {
  readonly element: number;
  readonly value: number;
  readonly length: number;
}

interface PreviewRequest {
  readonly kpi: number;
  readonly customers: readonly number[];
  readonly elements: readonly number[];
  /** Seconds since 1970. */
  readonly now: number;
}

/** Ids are part of the text, since parameters travel in the URL. They are our own numbers. */
const listOf = (ids: readonly number[]): string => ids.map((id) => String(Math.trunc(id))).join(', ');

/** The newest values of elements, as far as they are current. Throws TOO_MUCH_DATA. */
export async function readCurrentValues(
  clickhouse: Pick<ClickHouse, 'query'>,
  { kpi, customers, elements, now }: PreviewRequest,
): Promise<readonly CurrentValue[]> {
  if (elements.length === 0 || customers.length === 0) return [];
  return withinLimits(
    clickhouse.query<CurrentValue>(
      `SELECT element, argMax(m.value, m.at) AS value, argMax(m.length, m.at) AS length
FROM measures AS m
WHERE m.customer IN (${listOf(customers)}) AND m.kpi = {kpi:UInt16} AND m.element IN (${listOf(elements)})
  AND m.at >= toDateTime({from:UInt32}, 'UTC')
GROUP BY element
HAVING toUnixTimestamp(max(m.at)) + ${String(CURRENT_WINDOWS)} * length > {now:UInt32}`,
      { kpi, from: now - MAX_AGE_SECONDS, now },
      limits,
    ),
  );
}
