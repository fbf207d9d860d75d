import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { flowKpis } from '#schemas/kpi/library/flow-kpis.ts';
import { withinLimits } from '../../kernel/problem/query-problem.ts';

/** Sums over the response times of an element. */
export interface ResponseTimeRow {
  readonly element: number;
  readonly numerator: number;
  readonly denominator: number;
}

const RESPONSE_TIMES = `SELECT element, toFloat64(sum(m.numerator)) AS numerator, toFloat64(sum(m.denominator)) AS denominator
FROM measures AS m
WHERE customer = {customer:UInt32} AND kpi = {kpi:UInt16} AND element IN {elements:Array(UInt32)} AND at >= toDateTime({from:UInt32}, 'UTC')
GROUP BY element`;

/** The response times of elements of a customer since `from`, in seconds since 1970. */
export async function readResponseTimes(
  clickhouse: Pick<ClickHouse, 'query'>,
  request: { readonly customer: number; readonly elements: readonly number[]; readonly from: number },
): Promise<readonly ResponseTimeRow[]> {
  if (request.elements.length === 0) return [];
  const params = { ...request, kpi: flowKpis.app_resp.id };
  return withinLimits(clickhouse.query<ResponseTimeRow>(RESPONSE_TIMES, params));
}
