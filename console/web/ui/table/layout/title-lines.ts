/** Where a word of a text begins and ends, in CSS pixels from its beginning. */
export interface WordPlace {
  readonly start: number;
  readonly end: number;
}

/** Lines that words take at a width; Infinity where one of them does not fit. */
function linesAt(words: readonly WordPlace[], width: number): number {
  let [lines, from] = [0, -Infinity];
  for (const { start, end } of words) {
    if (end - start > width) return Infinity;
    if (lines === 0 || end - from > width) {
      lines += 1;
      from = start;
    }
  }
  return lines;
}

/** The least width at which words fit on a number of lines without being broken. */
export function widthOnLines(words: readonly WordPlace[], lines: number): number {
  const widths = words.flatMap(({ start }, first) => words.slice(first).map(({ end }) => end - start));
  const fitting = widths.filter((width) => linesAt(words, width) <= lines);
  return fitting.length === 0 ? 0 : Math.min(...fitting);
}

/** The words of a title, and the most lines that it takes. */
export interface TitleWords {
  readonly words: readonly WordPlace[];
  readonly lines: number;
}

/** Measures a title on one line that may take several; undefined: it stays on one. */
export function titleWords(title: Element): TitleWords | undefined {
  const text = title.firstChild;
  const lines = Number(getComputedStyle(title).webkitLineClamp);
  if (!(text instanceof Text) || !(lines > 1)) return undefined;
  const range = document.createRange();
  const left = (at: number): number => {
    range.setStart(text, 0);
    range.setEnd(text, at);
    return range.getBoundingClientRect().width;
  };
  const words = [...text.data.matchAll(/\S+/gu)].map(({ index, 0: word }) => ({
    start: left(index),
    end: left(index + word.length),
  }));
  return { words, lines };
}
