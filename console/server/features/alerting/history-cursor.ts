/** Place of an event in a history, newest first: where the next page goes on. */
export interface HistoryPlace {
  readonly at: number;
  readonly alarm: number;
  readonly element: number;
  readonly edge: 'raise' | 'clear' | 'change';
}

const FORM = /^(\d{1,10})\.(\d{1,10})\.(\d{1,10})\.(raise|clear|change)$/;

export const cursorOf = ({ at, alarm, element, edge }: HistoryPlace): string =>
  Buffer.from([at, alarm, element, edge].join('.')).toString('base64url');

/** Undefined for a text that is no cursor of ours. */
export function placeOf(cursor: string): HistoryPlace | undefined {
  const [, at, alarm, element, edge] = FORM.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (at === undefined || Math.max(Number(at), Number(alarm), Number(element)) > 0xffff_ffff)
    return undefined;
  return {
    at: Number(at),
    alarm: Number(alarm),
    element: Number(element),
    edge: edge === 'raise' || edge === 'change' ? edge : 'clear',
  };
}
