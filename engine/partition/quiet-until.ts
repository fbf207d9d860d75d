import type { RowsHeader } from '#schemas/bus/header.ts';

/**
 * The time before which nothing is expected any more by what a message says, undefined for one that is no tick. At most the
 * silence before the broker took it: a clock that is ahead does not close windows over what comes in time, and a tick that was
 * held up on its way says no more than when it was made.
 */
export function quietUntil(
  { rows, last, silence }: Pick<RowsHeader, 'rows' | 'last' | 'silence'>,
  receivedAt: number,
): number | undefined {
  return rows === 0 && silence !== undefined ? Math.min(last, receivedAt - silence) : undefined;
}
