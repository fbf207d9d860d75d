interface PaperRoom {
  /** Of the table within its frame, in CSS pixels. */
  readonly height: number;
  /** Of the line that says how many rows there are. */
  readonly note: number;
  /** Rows behind those that are drawn. */
  readonly more: number;
}

/** How many of the drawn rows fit, by the lower edge of each. A table that continues elsewhere says so in a line of its own. */
export function rowsThatFit(edges: readonly number[], { height, note, more }: PaperRoom): number {
  const last = edges.at(-1) ?? 0;
  if (more === 0 && last <= height) return edges.length;
  const first = edges.findIndex((edge) => edge > height - note);
  return first === -1 ? edges.length : first;
}
