import { wallClock, wallTimeText } from '#schemas/time/wall-clock.ts';

/** Points of the picture per pixel of the page: it stays sharp in a document. */
const SCALE = 2;
/** Side and area of a canvas that every browser draws. */
const LARGEST_SIDE = 16_384;
const LARGEST_AREA = 100_000_000;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Points of a picture per pixel of the page: fewer where a long page would exceed what browsers draw. */
export function pictureScale({ width, height }: Size): number {
  const longest = Math.max(width, height, 1);
  const area = Math.max(width * height, 1);
  return Math.min(SCALE, LARGEST_SIDE / longest, Math.sqrt(LARGEST_AREA / area));
}

/** The words of a text in lines that fit, by their `widthOf`; a word that does not is a line by itself. */
export function wrapText(text: string, width: number, widthOf: (text: string) => number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last === undefined || widthOf(longer) > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

/** Such as `2026-11-24 0935`. */
const minuteText = (wall: number): string => wallTimeText({ wall }).slice(0, 16).replace(':', '');

interface NamedPeriod {
  /** Seconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly timeZone: string;
}

/**
 * The name of a file of a page or a dashlet, without its ending, that every system takes: titles, and a period as the clocks of a zone show it,
 * with the zone.
 */
export function exportName(titles: readonly string[], { from, to, timeZone }: NamedPeriod): string {
  const names = titles.map((title) =>
    title
      .replaceAll(/[^\p{L}\p{N} .-]/gu, ' ')
      .replaceAll(/ +/g, ' ')
      .trim(),
  );
  const name = names
    .filter((each) => each !== '')
    .join(' - ')
    .slice(0, 120);
  const clock = wallClock(timeZone);
  const [start, end] = [from, to].map((seconds) => minuteText(clock(seconds * 1_000)?.wall ?? 0));
  return `${name} ${start ?? ''} - ${end ?? ''} ${timeZone.replaceAll(/[^\w+-]+/g, '-')}`.trim();
}
