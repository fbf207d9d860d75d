/** Returns the SQLSTATE of a PostgreSQL error (`23505` unique violation, …), undefined for any other error. */
export const sqlStateOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && 'severity' in error
    ? error.code
    : undefined;

const UNIQUE_VIOLATION = '23505';

/** Whether PostgreSQL rejected a row because a unique index already has its value. */
export const isUniqueViolation = (error: unknown): boolean => sqlStateOf(error) === UNIQUE_VIOLATION;

/** `disk_full`. */
const DISK_FULL = '53100';

/** Whether PostgreSQL rolled a transaction back because its disk has no space. */
export const isDiskFull = (error: unknown): boolean => sqlStateOf(error) === DISK_FULL;

/**
 * PostgreSQL, appendix A: connection exceptions (class 08), `admin_shutdown`, `crash_shutdown` and `cannot_connect_now`, with which a server
 * that stops or starts ends its sessions.
 */
const AWAY = /^(?:08...|57P0[123])$/;
/** What the driver says of a connection that ended, without a code. */
const ENDED = /^(?:Connection terminated|Client has encountered a connection error)/;

/** Whether a statement failed because its session ended with the server, not for what it says. */
export function isSessionEnded(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === undefined ? error instanceof Error && ENDED.test(error.message) : AWAY.test(state);
}

/** `read_only_sql_transaction`: the server has become a standby. Nothing of the statement happened. */
const READ_ONLY = '25006';

/** Whether the server no longer accepts changes, as a primary that was demoted. */
export const isReadOnlyServer = (error: unknown): boolean => sqlStateOf(error) === READ_ONLY;
