import { errorCodeOf } from '#platform/clickhouse/clickhouse.ts';
import type { ClickHouse, Parameters, Settings } from '#platform/clickhouse/clickhouse.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import { ProblemError } from '../problem/problem-error.ts';

export interface Query {
  readonly sql: string;
  readonly params: Parameters;
  readonly settings: Settings;
}

/** ClickHouse's numbers of the limits that a query may meet: rows, bytes, memory and time. */
const limits: ReadonlyMap<number, ProblemCode> = new Map([
  [158, 'TOO_MUCH_DATA'],
  [241, 'TOO_MUCH_DATA'],
  [307, 'TOO_MUCH_DATA'],
  [396, 'TOO_MUCH_DATA'],
  [159, 'TIMED_OUT'],
]);

/** Every row of a query; a limit that it meets is a problem that the user can do something about. */
export async function runQuery<Row>(
  clickhouse: ClickHouse,
  { sql, params, settings }: Query,
): Promise<readonly Row[]> {
  try {
    return await clickhouse.query<Row>(sql, params, settings);
  } catch (error) {
    const code = errorCodeOf(error);
    const limit = code === undefined ? undefined : limits.get(code);
    if (limit !== undefined) throw new ProblemError(limit, { cause: error });
    if (code === undefined)
      throw new ProblemError('UNAVAILABLE', { params: { tier: 'clickhouse' }, cause: error });
    throw error;
  }
}
