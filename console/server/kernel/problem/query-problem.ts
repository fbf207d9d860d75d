import { ClickHouseUnreachable, errorCodeOf } from '#platform/clickhouse/store-error.ts';
import { PostgresUnreachable } from '#platform/postgres/primary-pool.ts';
import { isDiskFull, isReadOnlyServer, isSessionEnded } from '#platform/postgres/sql-state.ts';
import { ProblemError } from './problem-error.ts';

/**
 * ClickHouse error codes of exceeded query limits (src/Common/ErrorCodes.cpp): rows to read 158, time 159, too slow 160,
 * memory 241, bytes to read 307, rows of the result 396.
 */
const LIMITS = new Set([158, 159, 160, 241, 307, 396]);

/** Maps an exceeded query limit to TOO_MUCH_DATA. Rethrows every other error. */
export async function withinLimits<Value>(query: Promise<Value>): Promise<Value> {
  try {
    return await query;
  } catch (error) {
    const code = errorCodeOf(error);
    if (code === undefined || !LIMITS.has(code)) throw error;
    throw new ProblemError('TOO_MUCH_DATA', { cause: error });
  }
}

/** The problem of an error that no handler named: a store that cannot be reached or is full, or something that went wrong. */
export function unnamedProblem(error: unknown, requestId: string): ProblemError {
  if (error instanceof ClickHouseUnreachable)
    return new ProblemError('TIME_SERIES_UNREACHABLE', { cause: error });
  if (error instanceof PostgresUnreachable || isReadOnlyServer(error) || isSessionEnded(error))
    return new ProblemError('DATABASE_UNREACHABLE', { cause: error });
  if (isDiskFull(error)) return new ProblemError('DATABASE_FULL', { cause: error });
  return new ProblemError('SERVER_PROBLEM', { params: { requestId }, cause: error });
}
