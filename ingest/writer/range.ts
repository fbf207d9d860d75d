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

export const bodyOf = ({ messages }: Range): readonly Uint8Array[] =>
  messages.filter(({ rows }) => rows > 0).map(({ message }) => message.data);
