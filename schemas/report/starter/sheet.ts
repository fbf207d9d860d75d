import type { z } from 'zod';
import type { dashletTypes, DashletType } from '../../dashboard/dashlets.ts';
import type { WrittenReport } from '../document.ts';
import { pageSize } from '../page-size.ts';
import type { TextInline, TextMark } from '../rich-text.ts';

/** A text in both languages. */
export interface Words {
  readonly en: string;
  readonly fr: string;
}

type WrittenPage = WrittenReport['pages'][number];
type Item = NonNullable<WrittenPage['items']>[number];

/** A dashlet in the twelve columns of a page. */
export type Tile = {
  [Type in DashletType]: {
    readonly type: Type;
    readonly title: Words;
    /** Of twelve. */
    readonly columns: number;
    /** Pixels. */
    readonly height: number;
    readonly settings: z.input<(typeof dashletTypes)[Type]['settings']>;
  };
}[DashletType];

export interface SheetSketch {
  readonly id: string;
  readonly title: Words;
  readonly tiles: readonly Tile[];
  readonly multiplier?: string;
  readonly filters?: readonly string[];
  readonly brokenDown?: boolean;
}

const { width, height } = pageSize('a4', 'landscape');
const MARGIN = 40;
const HEAD = 96;
const GAP = 12;
const COLUMNS = 12;
const ink = '#151a21';
const muted = '#5d6878';
const accent = '#1f5fd6';

const styled = (color: string, size: number): TextMark => ({ type: 'textStyle', attrs: { color, size } });
const word = (text: string, marks: readonly TextMark[]): TextInline => ({
  type: 'text',
  text,
  marks: [...marks],
});
const field = (name: string, marks: readonly TextMark[]): TextInline => ({
  type: 'field',
  attrs: { name },
  marks: [...marks],
});

interface Line {
  readonly inlines: readonly TextInline[];
  readonly align?: 'left' | 'center' | 'right';
}

function textItem(id: string, frame: Item['frame'], lines: readonly Line[]): Item {
  return {
    id,
    kind: 'text',
    frame,
    padding: 0,
    vertical: 'middle',
    text: {
      type: 'doc',
      content: lines.map(({ inlines, align }) => ({
        type: 'paragraph',
        ...(align !== undefined && { attrs: { textAlign: align } }),
        content: [...inlines],
      })),
    },
  };
}

const bar = (id: string, frame: Item['frame'], fill: string): Item => ({
  id,
  kind: 'shape',
  shape: 'rectangle',
  frame,
  fill,
  strokeWidth: 0,
});

/** What is above and below the tiles of every page. */
function frameOf(id: string, title: Words): readonly Item[] {
  const [bold] = [{ type: 'bold' } as const];
  const [big, small] = [styled(ink, 24), styled(muted, 13)];
  const half = (width - 2 * MARGIN) / 2;
  const foot = { y: height - 34, height: 20 };
  return [
    bar(`${id}-rule`, { x: MARGIN, y: HEAD - 16, width: width - 2 * MARGIN, height: 4 }, accent),
    textItem(`${id}-head`, { x: MARGIN, y: 24, width: half, height: 52 }, [
      { inlines: [word(title.en, [bold, big])] },
    ]),
    textItem(`${id}-about`, { x: MARGIN + half, y: 24, width: half, height: 52 }, [
      { align: 'right', inlines: [field('customer', [bold, styled(ink, 14)])] },
      { align: 'right', inlines: [field('period', [small])] },
      { align: 'right', inlines: [field('element', [small])] },
    ]),
    textItem(`${id}-foot`, { x: MARGIN, ...foot, width: half }, [{ inlines: [field('report', [small])] }]),
    textItem(`${id}-number`, { x: MARGIN + half, ...foot, width: half }, [
      { align: 'right', inlines: [field('page', [small]), word(' / ', [small]), field('pages', [small])] },
    ]),
  ];
}

/** Places from left to right, in rows as high as their highest tile. */
function tilesOf({ id, tiles }: SheetSketch): readonly Item[] {
  const column = (width - 2 * MARGIN + GAP) / COLUMNS;
  let [at, y, rowHeight] = [0, HEAD, 0];
  return tiles.map(({ type, title, columns, height: tall, settings }, index): Item => {
    if (at + columns > COLUMNS) [at, y, rowHeight] = [0, y + rowHeight + GAP, 0];
    const frame = {
      x: Math.round(MARGIN + at * column),
      y,
      width: Math.round(columns * column - GAP),
      height: tall,
    };
    at += columns;
    rowHeight = Math.max(rowHeight, tall);
    const content = { type, title: title.en, settings };
    return { id: `${id}-d${String(index + 1)}`, kind: 'dashlet', frame, content };
  });
}

/** A page with a heading, tiles and a footer. */
export function sheet(sketch: SheetSketch): WrittenPage {
  const { id, title, multiplier, filters = [], brokenDown = true } = sketch;
  return {
    id,
    title: title.en,
    layout: 'landscape',
    width,
    height,
    items: [...frameOf(id, title), ...tilesOf(sketch)],
    ...(multiplier !== undefined && { multiplier }),
    filters: [...filters],
    brokenDown,
  };
}

/** A page with the name of the report in its middle. */
export function cover(id: string, name: Words): WrittenPage {
  const bold = { type: 'bold' } as const;
  return {
    id,
    title: name.en,
    layout: 'landscape',
    width,
    height,
    brokenDown: false,
    items: [
      bar(`${id}-band`, { x: 0, y: 0, width: 24, height }, accent),
      textItem(`${id}-name`, { x: 96, y: 250, width: width - 192, height: 240 }, [
        { inlines: [field('report', [bold, styled(ink, 48)])] },
        { inlines: [field('customer', [styled(ink, 28)])] },
        { inlines: [field('period', [styled(muted, 18)])] },
      ]),
      textItem(`${id}-date`, { x: 96, y: height - 90, width: width - 192, height: 24 }, [
        { inlines: [field('date', [styled(muted, 14)])] },
      ]),
    ],
  };
}
