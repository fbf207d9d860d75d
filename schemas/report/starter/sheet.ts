import type { z } from 'zod';
import type { dashletTypes, DashletType } from '../../dashboard/dashlets.ts';
import type { LogoOwner } from '../../brand/brand.ts';
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
    /** Below the values, such as what was promised. */
    readonly note?: Words;
  };
}[DashletType];

/** A sentence over all columns. */
interface Sentence {
  readonly sentence: Words;
  /** Pixels. */
  readonly height: number;
}

export interface SheetSketch {
  readonly id: string;
  readonly title: Words;
  readonly tiles: readonly (Tile | Sentence)[];
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
const accent = 'brand';
const card = { fill: '#ffffff', stroke: '#dbe2ec' } as const;
const NOTE = 30;
/** In the head of a page. */
const LOGO = { width: 140, height: 48 } as const;

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

/** A logo as it is set when the report is shown: without one the place is empty. */
const logoItem = (id: string, frame: Item['frame'], logo: LogoOwner): Item => ({
  id,
  kind: 'image',
  image: null,
  logo,
  frame,
  alt: '',
});

/** A sheet of paper behind a tile. */
const cardItem = (id: string, frame: Item['frame']): Item => ({
  id,
  kind: 'shape',
  shape: 'rectangle',
  frame,
  ...card,
  radius: 8,
});

/** What is above and below the tiles of every page. */
function frameOf({ id, title, multiplier }: SheetSketch): readonly Item[] {
  const [bold] = [{ type: 'bold' } as const];
  const [big, small] = [styled(ink, 24), styled(muted, 13)];
  const half = (width - 2 * MARGIN) / 2;
  const aside = half - LOGO.width / 2 - GAP;
  const foot = { y: height - 34, height: 20 };
  return [
    bar(`${id}-rule`, { x: MARGIN, y: HEAD - 16, width: width - 2 * MARGIN, height: 4 }, accent),
    logoItem(`${id}-logo`, { x: (width - LOGO.width) / 2, y: 24, ...LOGO }, 'provider'),
    // A page of an element is about it: its name comes first.
    textItem(
      `${id}-head`,
      { x: MARGIN, y: 24, width: aside, height: 52 },
      multiplier === undefined
        ? [{ inlines: [word(title.en, [bold, big])] }]
        : [{ inlines: [field('element', [bold, big])] }, { inlines: [word(title.en, [small])] }],
    ),
    textItem(`${id}-about`, { x: width - MARGIN - aside, y: 24, width: aside, height: 52 }, [
      { align: 'right', inlines: [field('customer', [bold, styled(ink, 14)])] },
      {
        align: 'right',
        inlines: [
          // Of a page that its reader breaks down; without one nothing is behind the period.
          ...(multiplier === undefined ? [field('element', [small]), word('\u00A0\u00A0', [small])] : []),
          field('period', [small]),
        ],
      },
    ]),
    textItem(`${id}-foot`, { x: MARGIN, ...foot, width: half }, [{ inlines: [field('report', [small])] }]),
    textItem(`${id}-number`, { x: MARGIN + half, ...foot, width: half }, [
      { align: 'right', inlines: [field('page', [small]), word(' / ', [small]), field('pages', [small])] },
    ]),
  ];
}

/** A tile with the card behind it and the note below its values. */
function tileItems(id: string, { type, title, settings, note }: Tile, frame: Item['frame']): readonly Item[] {
  const content = { type, title: title.en, settings };
  const { x, y, width: wide, height: tall } = frame;
  const values = { ...frame, height: note === undefined ? tall : tall - NOTE };
  const below = { x: x + 12, y: y + tall - NOTE, width: wide - 24, height: NOTE - 6 };
  const noted =
    note === undefined
      ? []
      : [textItem(`${id}-note`, below, [{ align: 'center', inlines: [word(note.en, [styled(muted, 12)])] }])];
  const items: readonly Item[] = [
    cardItem(`${id}-card`, frame),
    { id, kind: 'dashlet', frame: values, content },
    ...noted,
  ];
  // They are moved together.
  return items.map((item) => ({ ...item, group: `${id}-tile` }));
}

/** Places from left to right, in rows as high as their highest tile. */
function tilesOf({ id, tiles }: SheetSketch): readonly Item[] {
  const column = (width - 2 * MARGIN + GAP) / COLUMNS;
  let [at, y, rowHeight] = [0, HEAD, 0];
  return tiles.flatMap((tile, index): readonly Item[] => {
    const columns = 'sentence' in tile ? COLUMNS : tile.columns;
    if (at + columns > COLUMNS) [at, y, rowHeight] = [0, y + rowHeight + GAP, 0];
    const frame = {
      x: Math.round(MARGIN + at * column),
      y,
      width: Math.round(columns * column - GAP),
      height: tile.height,
    };
    at += columns;
    rowHeight = Math.max(rowHeight, tile.height);
    const key = `${id}-d${String(index + 1)}`;
    return 'sentence' in tile
      ? [textItem(key, frame, [{ inlines: [word(tile.sentence.en, [styled(ink, 14)])] }])]
      : tileItems(key, tile, frame);
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
    items: [...frameOf(sketch), ...tilesOf(sketch)],
    ...(multiplier !== undefined && { multiplier }),
    filters: [...filters],
    brokenDown,
  };
}

const PANEL = 320;

/** Circles of the cover: centre and radius. */
const circles = [
  [width - 160, 250, 130],
  [width - 160, 250, 90],
  [width - 160, 250, 50],
] as const;

/** A page with the name of the report, the customer and the period. */
export function cover(id: string, name: Words, about: Words): WrittenPage {
  const bold = { type: 'bold' } as const;
  const wide = width - PANEL - 160;
  return {
    id,
    title: name.en,
    layout: 'landscape',
    width,
    height,
    brokenDown: false,
    items: [
      bar(`${id}-panel`, { x: width - PANEL, y: 0, width: PANEL, height }, 'brand-second'),
      ...circles.map(([x, y, radius], index): Item => ({
        id: `${id}-circle${String(index + 1)}`,
        kind: 'shape',
        shape: 'ellipse',
        frame: { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius },
        stroke: index === 2 ? 'on-brand-second' : 'brand',
        strokeWidth: index === 2 ? 6 : 2,
      })),
      logoItem(`${id}-own-logo`, { x: 80, y: 80, width: 260, height: 96 }, 'customer'),
      logoItem(`${id}-logo`, { x: width - PANEL - 200, y: height - 108, width: 160, height: 52 }, 'provider'),
      bar(`${id}-band`, { x: 80, y: 208, width: 72, height: 6 }, accent),
      textItem(`${id}-name`, { x: 80, y: 228, width: wide, height: 130 }, [
        { inlines: [field('report', [bold, styled(ink, 44)])] },
      ]),
      textItem(`${id}-customer`, { x: 80, y: 366, width: wide, height: 84 }, [
        { inlines: [field('customer', [styled(ink, 26)])] },
        { inlines: [field('period', [styled(muted, 18)])] },
      ]),
      textItem(`${id}-lead`, { x: 80, y: 470, width: wide, height: 70 }, [
        { inlines: [word(about.en, [styled(muted, 15)])] },
      ]),
      textItem(`${id}-date`, { x: 80, y: height - 80, width: wide - 200, height: 24 }, [
        { inlines: [field('date', [styled(muted, 14)])] },
      ]),
    ],
  };
}
