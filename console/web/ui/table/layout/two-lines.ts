/** The least of the widths at which a text fits on two lines, when it may break after each of these lengths. */
export function twoLinesWidth(ends: readonly number[], starts: readonly number[], whole: number): number {
  const broken = ends.map((end, index) => Math.max(end, whole - (starts[index] ?? 0)));
  return Math.min(whole, ...broken);
}

interface Measured {
  readonly text: string;
  /** Width of its first characters. */
  readonly left: (at: number) => number;
}

/** The text of a title that may take two lines; undefined: it stays on one. */
function measuredText(title: Element): Measured | undefined {
  const text = title.firstChild;
  if (!(text instanceof Text) || getComputedStyle(title).webkitLineClamp !== '2') return undefined;
  const range = document.createRange();
  const left = (at: number): number => {
    range.setStart(text, 0);
    range.setEnd(text, at);
    return range.getBoundingClientRect().width;
  };
  return { text: text.data, left };
}

/** The width that the text of a title takes on two lines at least; undefined for a title that stays on one. */
export function widthOnTwoLines(title: Element): number | undefined {
  const measured = measuredText(title);
  if (measured === undefined) return undefined;
  const { text, left } = measured;
  const spaces = [...text.matchAll(/\s+/gu)];
  return twoLinesWidth(
    spaces.map(({ index }) => left(index)),
    spaces.map(({ index, 0: space }) => left(index + space.length)),
    left(text.length),
  );
}

/** Width of the longest word of a title that may take two lines; 0 for one that stays on one line. */
export function longestWord(title: Element): number {
  const measured = measuredText(title);
  if (measured === undefined) return 0;
  const { text, left } = measured;
  const words = [...text.matchAll(/\S+/gu)];
  return Math.max(0, ...words.map(({ index, 0: word }) => left(index + word.length) - left(index)));
}
