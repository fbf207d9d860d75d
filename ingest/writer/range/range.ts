import type { Table } from '#schemas/table/table.ts';
import type { CheckedMessage } from '../check-message.ts';

/** Sequences of messages inserted together, both ends inclusive. */
export interface SequenceSpan {
  readonly first: number;
  readonly last: number;
}

export interface Range extends SequenceSpan {
  /** When the server stored the last message, milliseconds since 1970. */
  readonly lastMs: number;
  readonly messages: readonly CheckedMessage[];
}

/** Builds a range from messages in stream order. Throws if there are none. */
export function rangeOf(messages: readonly CheckedMessage[]): Range {
  const first = messages[0];
  const last = messages.at(-1);
  if (first === undefined || last === undefined) throw new RangeError('a range needs at least one message');
  return { first: first.message.seq, last: last.message.seq, lastMs: last.message.timeMs, messages };
}

/** Splits a range of at least two messages in half. */
export function bisect({ messages }: Range): readonly [Range, Range] {
  const middle = messages.length >>> 1;
  return [rangeOf(messages.slice(0, middle)), rangeOf(messages.slice(middle))];
}

export const rowCountOf = ({ messages }: Range): number => messages.reduce((sum, { rows }) => sum + rows, 0);

/** The messages of a range by the layout of their rows: each layout is a block of its own. */
export function rangesByLayout({ messages }: Range): ReadonlyMap<Table, Range> {
  const byLayout = Map.groupBy(messages, ({ layout }) => layout);
  return new Map(
    [...byLayout].flatMap(([layout, own]) => (layout === undefined ? [] : [[layout, rangeOf(own)] as const])),
  );
}

/** Bytes of all rows in order, with adjacent messages joined into one piece. */
export function rowPiecesOf({ messages }: Range): readonly Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (const { rows, message } of messages) {
    if (rows === 0) continue;
    const { data } = message;
    const before = pieces.at(-1);
    if (before?.buffer === data.buffer && before.byteOffset + before.length === data.byteOffset)
      pieces[pieces.length - 1] = new Uint8Array(data.buffer, before.byteOffset, before.length + data.length);
    else pieces.push(data);
  }
  return pieces;
}
