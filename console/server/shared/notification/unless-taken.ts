import { sqlStateOf } from '#platform/postgres/sql-state.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';

const UNIQUE_VIOLATION = '23505';

/** Names are unique: a second one of the same name is refused. */
export async function unlessTaken<Value>(write: Promise<Value>): Promise<Value> {
  try {
    return await write;
  } catch (error) {
    if (sqlStateOf(error) !== UNIQUE_VIOLATION) throw error;
    const fault = { path: 'body.name', code: 'NAME_TAKEN', message: 'the name is taken' } as const;
    throw new ProblemError('NAME_TAKEN', { errors: [fault], cause: error });
  }
}
