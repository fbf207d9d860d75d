import { sqlStateOf } from './sql-state.ts';

/** PostgreSQL, appendix A: `deadlock_detected`, `serialization_failure`. The transaction was rolled back and can be retried. */
const RETRYABLE: ReadonlySet<string | undefined> = new Set(['40P01', '40001']);
const MAX_ATTEMPTS = 5;

/** Runs a transaction, and again when PostgreSQL rolled it back in favour of a concurrent one: five attempts at most. */
export async function retryTransaction<Value>(run: () => Promise<Value>): Promise<Value> {
  for (let left = MAX_ATTEMPTS - 1; ; left -= 1)
    try {
      return await run();
    } catch (error) {
      if (left === 0 || !RETRYABLE.has(sqlStateOf(error))) throw error;
    }
}
