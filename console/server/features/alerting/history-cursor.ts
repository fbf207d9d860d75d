import type { PastEvent } from '#schemas/alerting/history.ts';

/** Sort key of an event in a history, newest first. The next page starts after it. */
export interface EventKey {
  readonly at: number;
  readonly alarm: number;
  readonly element: number;
  readonly edge: PastEvent['edge'];
  /** Several acknowledgements of an alarm can follow one window. */
  readonly event: string;
}

const CURSOR =
  /^(\d{1,10})\.(\d{1,10})\.(\d{1,10})\.(raise|clear|change|acknowledge|unacknowledge|assign|unassign)\.([0-9a-f]{32})$/;

export const formatCursor = ({ at, alarm, element, edge, event }: EventKey): string =>
  Buffer.from([at, alarm, element, edge, event].join('.')).toString('base64url');

/** Undefined for a malformed cursor. */
export function parseCursor(cursor: string): EventKey | undefined {
  const [, at, alarm, element, edge, event] =
    CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (
    at === undefined ||
    event === undefined ||
    Math.max(Number(at), Number(alarm), Number(element)) > 0xffff_ffff
  )
    return undefined;
  return {
    at: Number(at),
    alarm: Number(alarm),
    element: Number(element),
    edge: edge as EventKey['edge'],
    event,
  };
}
