/** The SQLSTATE of an error of PostgreSQL (`23505` unique violation, …), undefined when it is not PostgreSQL's. */
export const sqlStateOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && 'severity' in error
    ? error.code
    : undefined;
