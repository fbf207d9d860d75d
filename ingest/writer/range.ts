import type { Checked } from './check-message.ts';

/** Messages of one partition that are inserted together: first and last sequence, both included. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

export interface Range extends Span {
  readonly messages: readonly Checked[];
}

/** The range of messages in the order of the stream; throws when there is none. */
export function rangeOf(messages: readonly Checked[]): Range {
  const first = messages[0];
  const last = messages.at(-1);
  if (first === undefined || last === undefined) throw new RangeError('a range holds a message at least');
  return { first: first.message.seq, last: last.message.seq, messages };
}

/** Both halves of a range of two messages or more. */
export function halvesOf({ messages }: Range): readonly [Range, Range] {
  const middle = messages.length >>> 1;
  return [rangeOf(messages.slice(0, middle)), rangeOf(messages.slice(middle))];
}

export const rowsOf = ({ messages }: Range): number => messages.reduce((sum, { rows }) => sum + rows, 0);

/** Bytes of all rows in their order, in as few pieces as they stand in. */
export function bodyOf({ messages }: Range): readonly Uint8Array[] {
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
