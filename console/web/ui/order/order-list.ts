/** The list with the entry at `from` moved to `to`, both from 0: those between make room. */
export function movedTo<Entry>(list: readonly Entry[], from: number, to: number): readonly Entry[] {
  const entry = list[from];
  if (entry === undefined || from === to) return list;
  return list.toSpliced(from, 1).toSpliced(Math.max(0, Math.min(to, list.length - 1)), 0, entry);
}

/** The index that a typed position from 1 means, the nearest one within the list. Undefined for anything but an integer. */
export function typedIndex(text: string, count: number): number | undefined {
  if (!/^\s*-?\d{1,9}\s*$/.test(text)) return undefined;
  return Math.max(1, Math.min(Number(text), count)) - 1;
}
