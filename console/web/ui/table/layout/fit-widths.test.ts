import { describe, expect, it } from 'vitest';
import { fitWidths, preferredWidth, type PreferredWidth } from './fit-widths.ts';

const text = (natural: number, least = 50, grow = 1): PreferredWidth => ({
  natural,
  least,
  grow,
  chosen: undefined,
  cut: { natural, least },
});
const figure = (natural: number): PreferredWidth => ({
  natural,
  least: natural,
  grow: 0,
  chosen: undefined,
  cut: { natural, least: natural },
});
/** A figure below a title that is longer. */
const titled = (header: number, cells: number): PreferredWidth => ({
  natural: header,
  least: header,
  grow: 1,
  chosen: undefined,
  cut: { natural: cells, least: cells },
});

describe('widths of columns', () => {
  it.each([
    [
      'show every cell in full and share the rest by growth',
      [text(100), text(100, 50, 3), figure(80)],
      380,
      [125, 175, 80],
    ],
    ['leave room at the end where no column grows', [figure(80), figure(60)], 500, [80, 60]],
    [
      'shrink the widest first: a short text is never cut for a long one',
      [text(300), text(90), figure(80)],
      370,
      [200, 90, 80],
    ],
    ['shrink equally wide ones alike', [text(300), text(300), figure(80)], 280, [100, 100, 80]],
    ['end at the least width', [text(300, 120), text(90, 60), figure(80)], 260, [120, 60, 80]],
    [
      'are not cut for the sake of a table that scrolls anyway, up to a fifth of it',
      [text(80, 40), text(180, 60), text(50, 40), figure(900)],
      850,
      [80, 170, 50, 900],
    ],
    [
      'leave a name long enough to be recognised where a narrow table scrolls',
      [text(260, 72), figure(92), figure(92), figure(92), figure(92)],
      360,
      [140, 92, 92, 92, 92],
    ],
    [
      'leave the next column in sight where a very narrow table scrolls',
      [text(260, 40), figure(92), figure(92)],
      160,
      [64, 92, 92],
    ],
    [
      'cut titles before names, so that every figure is in sight',
      [text(140, 60), titled(130, 80), titled(120, 80)],
      300,
      [140, 80, 80],
    ],
    [
      'cut titles of figures before names, the longest first',
      [text(150, 60), { ...titled(130, 60), isFigure: true }, { ...titled(90, 60), isFigure: true }],
      330,
      [150, 90, 90],
    ],
    [
      'cut titles of figures for a long name as far as it can be recognised',
      [text(400, 60), { ...titled(130, 60), isFigure: true }],
      300,
      [200, 100],
    ],
    [
      'keep titles whole in a table that scrolls whatever is cut',
      [text(80, 40), titled(130, 80), figure(900)],
      850,
      [80, 130, 900],
    ],
    [
      'cut a title there that would push its own figures out of sight',
      [text(260, 40), titled(130, 80), titled(120, 80)],
      160,
      [64, 96, 96],
    ],
    [
      'cut it also beside a name that is wider than its share, so that no figure is out of sight',
      [text(260, 72), titled(130, 80), titled(120, 80)],
      160,
      [72, 88, 88],
    ],
    ['have a limit there', [text(900, 100), figure(1_950)], 2_000, [200, 1_950]],
  ] as const)('%s', (_, columns, room, widths) => {
    const fitted = fitWidths(columns, room);
    for (const [index, width] of widths.entries())
      expect(Math.abs(fitted[index]! - width)).toBeLessThanOrEqual(1);
  });

  it('take no more than the room, whatever is rounded', () => {
    const columns = [text(333.4), text(217.9), text(101.3), figure(80)];
    expect(fitWidths(columns, 555).reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(555);
  });

  it('are those that the user chose, and the others yield', () => {
    const columns = [{ ...text(100), chosen: 260 }, text(300), figure(80)];
    expect(fitWidths(columns, 500)[0]).toBe(260);
    expect(fitWidths(columns, 500).reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(500);
  });
});

describe('what a column wants', () => {
  it.each([
    [
      'its header in full, even where its cells are shorter',
      { width: 60, grow: 1 },
      { content: 40, header: 130 },
      130,
      130,
    ],
    [
      'its cells in full, and at least what is declared',
      { width: 100, grow: 1 },
      { content: 300, header: 60 },
      300,
      100,
    ],
    [
      'no more than its content, where that is less than declared',
      { width: 200, grow: 1 },
      { content: 90, header: 60 },
      90,
      90,
    ],
    [
      'its cells in full and no less, where a part of them would be another figure',
      { width: 92, grow: 1, untruncated: true },
      { content: 150, header: 80 },
      150,
      150,
    ],
    ['the declared width for figures, which change', { width: 110 }, { content: 40, header: 60 }, 110, 110],
  ] as const)('is %s', (_, column, measured, natural, least) => {
    expect(preferredWidth({ id: 'one', ...column }, measured, undefined)).toMatchObject({ natural, least });
  });

  it('is the declared width until its content is measured, and for buttons', () => {
    expect(preferredWidth({ id: 'one', width: 90, grow: 1 }, undefined, undefined).natural).toBe(90);
    const buttons = { id: 'actions', width: 24, quietHeader: true };
    expect(preferredWidth(buttons, { content: 90, header: 0 }, undefined).natural).toBe(24);
  });
});
