import { requestSql } from './batched-request.ts';
import type { Bind } from '#schemas/kpi/bindings.ts';
import { OTHER_KEYS, type ElementValues } from './element-values.ts';
import type { Aggregation } from '#schemas/kpi/kpi.ts';
import { tableFor } from './measures-table.ts';
import { rollupRows } from './rollup-spans.ts';
import { periodSql } from './series-steps.ts';

/** Aggregates that rollups preserve exactly; of percentiles they keep some quantiles. */
export const ofRollup: Record<Exclude<Aggregation, 'percentile'>, string> = {
  minimum: 'min(minimum)',
  maximum: 'max(maximum)',
  'minimum date':
    'toFloat64(toUnixTimestamp(argMin(finalizeAggregation(minimum_at), (minimum, finalizeAggregation(minimum_at)))))',
  'maximum date':
    'toFloat64(toUnixTimestamp(argMax(finalizeAggregation(maximum_at), (maximum, -toInt64(toUnixTimestamp(finalizeAggregation(maximum_at)))))))',
  first: 'argMin(finalizeAggregation(first), first_at)',
  last: 'argMax(finalizeAggregation(last), last_at)',
  average: 'sum(total) / sum(count)',
  sum: 'sum(total)',
};

export const plainCall = (name: string, args: string): string => `${name}(${args})`;

export const ratioSql = (scale: number, bind: Bind): string =>
  `${bind('scale', 'Float64', scale)} * (sum(numerator) / sum(denominator))`;

/** SQL of the key of a row with the columns `site` and `element`. */
export function keySql({ by, parents, ranked }: ElementValues, bind: Bind): string {
  if (by === 'none') return 'toUInt64(0)';
  const [elements, owners] = [parents?.elements ?? [], parents?.parents ?? []];
  const own =
    by === 'parent'
      ? `transform(element, ${bind('children', 'Array(UInt32)', elements)}, ${bind('parents', 'Array(UInt32)', owners)}, toUInt32(0))`
      : by;
  if (ranked === undefined) return `toUInt64(${own})`;
  const others = `toUInt64(${String(OTHER_KEYS)})`;
  return `if(${own} IN ${bind('ranked', 'Array(UInt32)', ranked)}, toUInt64(${own}), ${others})`;
}

/**
 * Rows of a table with uniform column names. Rows of one hour or day that are not merged yet stay apart: every aggregate of rows is one of
 * their parts, and `FINAL` takes three times as long.
 */
export function rowsOf(table: string, request: ElementValues, bind: Bind): string {
  const { kpi, elements, withoutAreas = false } = request;
  const batched = requestSql(request, bind);
  const where = [
    ...periodSql(request, bind),
    `kpi = ${bind('kpi', 'UInt16', kpi)}`,
    ...(elements === undefined ? [] : [`element IN ${bind('elements', 'Array(UInt32)', elements)}`]),
    ...(withoutAreas ? ['site != 0'] : []),
    ...batched.conditions,
  ].join(' AND ');
  const columns = table === 'measures' ? 'site, element, at, length, value, numerator, denominator' : '*';
  return `SELECT ${columns}${batched.columns} FROM ${rollupRows(tableFor(table, request), request, bind)} WHERE ${where}`;
}
