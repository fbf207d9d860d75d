/** Returns the SQLSTATE of a PostgreSQL error (`23505` unique violation, …), undefined for any other error. */
export const sqlStateOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && 'severity' in error
    ? error.code
    : undefined;

const UNIQUE_VIOLATION = '23505';

/** Whether PostgreSQL rejected a row because a unique index already has its value. */
export const isUniqueViolation = (error: unknown): boolean => sqlStateOf(error) === UNIQUE_VIOLATION;
