import { sqlStateOf } from './sql-state.ts';

const UNIQUE_VIOLATION = '23505';

/** Whether PostgreSQL refused a row because a unique index holds its value already. */
export const isUniqueViolation = (error: unknown): boolean => sqlStateOf(error) === UNIQUE_VIOLATION;
