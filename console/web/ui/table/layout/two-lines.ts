/** The least of the widths at which a text fits on two lines, when it may break after each of these lengths. */
export function twoLinesWidth(ends: readonly number[], starts: readonly number[], whole: number): number {
  const broken = ends.map((end, index) => Math.max(end, whole - (starts[index] ?? 0)));
  return Math.min(whole, ...broken);
}

/** The width that the text of a title takes on two lines at least; undefined for a title that stays on one. */
export function widthOnTwoLines(title: Element): number | undefined {
  const text = title.firstChild;
  if (!(text instanceof Text) || getComputedStyle(title).webkitLineClamp !== '2') return undefined;
  const range = document.createRange();
  const left = (at: number): number => {
    range.setStart(text, 0);
    range.setEnd(text, at);
    return range.getBoundingClientRect().width;
  };
  const spaces = [...text.data.matchAll(/\s+/gu)];
  return twoLinesWidth(
    spaces.map(({ index }) => left(index)),
    spaces.map(({ index, 0: space }) => left(index + space.length)),
    left(text.length),
  );
}
