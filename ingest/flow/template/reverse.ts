import type { Field, Template } from './template.ts';

/** RFC 5103 §6.1: an element of this enterprise is IANA's element of the same number, of the reverse direction. */
const REVERSE_PEN = 29_305;
/** An enterprise that nobody has: what the reverse direction must not read. */
const UNREAD = 2 ** 32 - 1;

/** Elements of the two ends: source and destination, where the flow came in and went out. */
const ends: readonly (readonly [number, number])[] = [
  [8, 12],
  [27, 28],
  [7, 11],
  [180, 181],
  [182, 183],
  [16, 17],
  [10, 14],
  [252, 253],
];
const otherEnd: ReadonlyMap<number, number> = new Map(
  ends.flatMap(([one, other]) => [
    [one, other],
    [other, one],
  ]),
);

/** What one direction says of itself: the forward values say nothing about the reverse one. */
const ofOneDirection: ReadonlySet<number> = new Set([
  ...[1, 2, 23, 24, 85, 86, 171, 172, 231, 298],
  // TCP flags, TOS, direction, end reason, next hops.
  ...[6, 5, 195, 61, 136, 15, 62],
]);

function reversed(field: Field, named: ReadonlySet<number>): Field {
  const { id, enterprise } = field;
  if (enterprise === REVERSE_PEN) return { ...field, enterprise: 0 };
  if (enterprise !== 0) return field;
  const other = otherEnd.get(id);
  if (other !== undefined) return { ...field, id: other };
  return ofOneDirection.has(id) || named.has(id) ? { ...field, enterprise: UNREAD } : field;
}

/**
 * The same record read in its reverse direction (RFC 5103): both ends swapped, and what the record says of the reverse
 * direction in place of the forward one. Undefined when the template has no such fields.
 */
export function reverseTemplate(template: Template): Template | undefined {
  const named = new Set(
    template.fields.filter(({ enterprise }) => enterprise === REVERSE_PEN).map(({ id }) => id),
  );
  if (named.size === 0) return undefined;
  return { ...template, fields: template.fields.map((field) => reversed(field, named)) };
}
