import { sqlStateOf } from '#platform/postgres/postgres.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';

const UNIQUE_VIOLATION = '23505';

/** Names are unique: a second one of the same name is ALREADY_PRESENT. */
export async function withUniqueName<Value>(run: () => Promise<Value>): Promise<Value> {
  try {
    return await run();
  } catch (error) {
    if (sqlStateOf(error) === UNIQUE_VIOLATION) throw new ProblemError('ALREADY_PRESENT', { cause: error });
    throw error;
  }
}
