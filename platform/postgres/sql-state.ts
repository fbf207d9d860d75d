/** Returns the SQLSTATE of a PostgreSQL error (`23505` unique violation, …), undefined for any other error. */
export const sqlStateOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && 'severity' in error
    ? error.code
    : undefined;
