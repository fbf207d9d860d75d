import './picture.css';
import { loadedFonts } from './loaded-fonts.ts';
import { pictureScale, wrapText } from './picture-layout.ts';

/** What a picture says about itself. */
export interface PictureHead {
  readonly title: string;
  /** Period, zone, selection, age of the values. */
  readonly lines: readonly string[];
}

interface Drawn {
  readonly head: PictureHead;
  /** What the parts lie in. */
  readonly frame: HTMLElement;
  readonly parts: readonly HTMLElement[];
  /** In place of a web page, which belongs to another site, before its address. */
  readonly webPage: string;
}

const EDGE = 12;
const TITLE_LINE = 24;
const LINE = 18;
const HEAD_END = 8;

/** What cannot be pressed on a picture, and what moves. It keeps its room: everything else stays where it is. */
const invisible = [
  '.tt-dashlet-head .tt-icon-button',
  '.tt-table-columns',
  '.tt-table-end .tt-icon-button',
  // Of the links of lines the mark alone: others are the names in legends.
  '.tt-chart-open > svg:only-child',
  '.tt-panel-bar',
].join();

/** Copies of rows that a table measures lie outside of what is shown. */
const isDrawn = (node: Node): boolean =>
  !(node instanceof Element && node.classList.contains('tt-table-measure'));

function placeholderOf(frame: Element, note: string): HTMLElement {
  const place = document.createElement('p');
  place.className = 'tt-dashlet-note';
  place.style.cssText = frame.getAttribute('style') ?? '';
  Object.assign(place.style, {
    display: 'block',
    border: '0',
    padding: '12px',
    background: 'none',
    overflow: 'hidden',
  });
  place.textContent = `${note} ${frame.getAttribute('src') ?? ''}`;
  return place;
}

function prepare(copy: Node, webPage: string): void {
  if (!(copy instanceof Element)) return;
  for (const each of copy.querySelectorAll<HTMLElement>(invisible)) each.style.visibility = 'hidden';
  for (const frame of copy.querySelectorAll('iframe')) frame.replaceWith(placeholderOf(frame, webPage));
  // A scroll bar would take room from what it scrolls: in a picture it has a width of its own.
  for (const each of copy.querySelectorAll<HTMLElement>('div, ul, p')) each.style.scrollbarWidth = 'none';
}

interface Words {
  readonly text: string;
  readonly font: string;
  readonly colour: string;
  readonly height: number;
}

interface Heading {
  readonly words: readonly Words[];
  readonly height: number;
}

/** The lines of a heading in the fonts and colours of the page, as many as its width makes them. */
function headingOf({ title, lines }: PictureHead, width: number, pen: CanvasRenderingContext2D): Heading {
  const style = getComputedStyle(document.body);
  const [ofTitle, ofLines] = [
    { font: `600 16px ${style.fontFamily}`, colour: style.color, height: TITLE_LINE },
    { font: `400 12px ${style.fontFamily}`, colour: style.getPropertyValue('--tt-text-2'), height: LINE },
  ];
  const words = [{ text: title, ...ofTitle }, ...lines.map((text) => ({ text, ...ofLines }))].flatMap(
    ({ text, ...look }): Words[] => {
      pen.font = look.font;
      return wrapText(text, width, (part) => pen.measureText(part).width).map((line) => ({
        text: line,
        ...look,
      }));
    },
  );
  return { words, height: EDGE + words.reduce((sum, { height }) => sum + height, 0) + HEAD_END };
}

function drawHeading(pen: CanvasRenderingContext2D, { words }: Heading): void {
  pen.textBaseline = 'middle';
  let y = EDGE;
  for (const { text, font, colour, height } of words) {
    pen.font = font;
    pen.fillStyle = colour;
    pen.fillText(text, EDGE, y + height / 2);
    y += height;
  }
}

const contextOf = (canvas: HTMLCanvasElement): CanvasRenderingContext2D => {
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('no canvas');
  return pen;
};

const blobOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('no picture'));
      else resolve(blob);
    }, 'image/png');
  });

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));

/** Frames within which a browser notices that nothing is below the pointer any more. */
const MAX_FRAMES = 30;

/** Runs while the pointer is on nothing: neither the row below it nor the values at it are part of what is drawn. */
async function withoutPointer<Result>(
  parts: readonly HTMLElement[],
  run: () => Promise<Result>,
): Promise<Result> {
  const cover = document.createElement('div');
  cover.className = 'tt-picture-cover';
  document.body.append(cover);
  try {
    for (let frame = 0; frame < MAX_FRAMES && parts.some((part) => part.matches(':hover')); frame += 1)
      await nextFrame();
    return await run();
  } finally {
    cover.remove();
  }
}

/**
 * A PNG of dashlets as they look now, below a heading. Each is drawn by itself and put where it is on the page, so that no layout is
 * made again from copied styles but that within a dashlet. Throws what the browser cannot draw.
 */
export async function drawPicture({ head, frame, parts, webPage }: Drawn): Promise<Blob> {
  const [{ domToCanvas }, cssText] = await Promise.all([import('modern-screenshot'), loadedFonts()]);
  const { backgroundColor } = getComputedStyle(document.body);
  const canvas = document.createElement('canvas');
  const pen = contextOf(canvas);
  const box = frame.getBoundingClientRect();
  const heading = headingOf(head, box.width, pen);
  const size = { width: box.width + 2 * EDGE, height: heading.height + box.height + EDGE };
  const scale = pictureScale(size);
  canvas.width = Math.floor(size.width * scale);
  canvas.height = Math.floor(size.height * scale);
  pen.scale(scale, scale);
  pen.fillStyle = backgroundColor;
  pen.fillRect(0, 0, size.width, size.height);
  drawHeading(pen, heading);
  await withoutPointer(parts, async () => {
    for (const part of parts) {
      const { left, top, width, height } = part.getBoundingClientRect();
      const drawn = await domToCanvas(part, {
        scale,
        width,
        height,
        features: { restoreScrollPosition: true, copyScrollbar: false },
        filter: isDrawn,
        font: { cssText },
        onCloneNode: (copy) => prepare(copy, webPage),
      });
      pen.drawImage(drawn, EDGE + left - box.left, heading.height + top - box.top, width, height);
    }
  });
  return await blobOf(canvas);
}
