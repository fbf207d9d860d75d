/** Cuts a name in two, so that its end stays readable when the room is short: an interface differs in its last figures. */
export function splitTail(text: string, tail: number): readonly [head: string, tail: string] {
  const at = Math.max(0, text.length - tail);
  return [text.slice(0, at), text.slice(at)];
}
