import { ClickHouseError } from '@clickhouse/client';

/** Returns ClickHouse's error code (60 unknown table, 241 memory limit, …), undefined for any other error. */
export const errorCodeOf = (error: unknown): number | undefined =>
  error instanceof ClickHouseError ? Number(error.code) : undefined;

/** What Node says of a store that does not listen, or of a connection that broke off. */
const lost: ReadonlySet<unknown> = new Set([
  ...(['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ENOENT'] as const),
  ...(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'] as const),
]);

/** The store cannot be reached: it is down, restarts, or the network does not lead to it. */
export class ClickHouseUnreachable extends Error {
  override readonly name = 'ClickHouseUnreachable';

  constructor(cause: unknown) {
    super('ClickHouse cannot be reached', { cause });
  }
}

/** Whether the server was not reached, or its connection broke off. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ClickHouseUnreachable ||
  (error instanceof Error && 'code' in error && lost.has(error.code));

/** The error that a reader gets. */
export const readError = (error: unknown): unknown =>
  isUnreachable(error) && !(error instanceof ClickHouseUnreachable)
    ? new ClickHouseUnreachable(error)
    : error;
