import { sqlStateOf } from '#platform/postgres/sql-state.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';

const UNIQUE_VIOLATION = '23505';

/** Names are unique: a second one of the same name is NAME_TAKEN. What nobody foresaw is told as `unforeseen`. */
export async function withUniqueName<Value>(
  run: () => Promise<Value>,
  unforeseen?: ProblemCode,
): Promise<Value> {
  try {
    return await run();
  } catch (error) {
    if (sqlStateOf(error) === UNIQUE_VIOLATION) throw new ProblemError('NAME_TAKEN', { cause: error });
    if (error instanceof ProblemError || unforeseen === undefined) throw error;
    throw new ProblemError(unforeseen, { cause: error });
  }
}
