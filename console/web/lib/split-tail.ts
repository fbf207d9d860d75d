/** Splits a name so that its end stays readable when space is short: interface names differ at their end. */
export function splitTail(text: string, tail: number): readonly [head: string, tail: string] {
  const at = Math.max(0, text.length - tail);
  return [text.slice(0, at), text.slice(at)];
}
