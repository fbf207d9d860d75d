import type { RowsHeader } from '#schemas/bus/header.ts';

/**
 * Returns the time before which no data is expected according to a heartbeat, undefined for other messages.
 * Limited to the idle timeout before the broker stored it: neither a fast clock nor a delayed heartbeat
 * closes windows over data that is on time.
 */
export function idleUntil(
  { rows, last, silence }: Pick<RowsHeader, 'rows' | 'last' | 'silence'>,
  receivedAt: number,
): number | undefined {
  return rows === 0 && silence !== undefined ? Math.min(last, receivedAt - silence) : undefined;
}
