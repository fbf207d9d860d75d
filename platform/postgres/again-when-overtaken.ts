import { sqlStateOf } from './sql-state.ts';

/** PostgreSQL, appendix A: `deadlock_detected`, `serialization_failure`. The whole transaction is undone and may be tried again. */
const OVERTAKEN: ReadonlySet<string | undefined> = new Set(['40P01', '40001']);
const TRIES = 5;

/** Runs a transaction, and once more when another one was let through in its place: five times at most. */
export async function againWhenOvertaken<Value>(run: () => Promise<Value>): Promise<Value> {
  for (let left = TRIES - 1; ; left -= 1)
    try {
      return await run();
    } catch (error) {
      if (left === 0 || !OVERTAKEN.has(sqlStateOf(error))) throw error;
    }
}
