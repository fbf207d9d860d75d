import { sqlStateOf } from './sql-state.ts';

const UNIQUE_VIOLATION = '23505';

/** Whether PostgreSQL rejected a row because a unique index already has its value. */
export const isUniqueViolation = (error: unknown): boolean => sqlStateOf(error) === UNIQUE_VIOLATION;
