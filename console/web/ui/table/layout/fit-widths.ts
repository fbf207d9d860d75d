/** Width of the widest content of a column and of its header, in CSS pixels. */
export interface NaturalWidth {
  readonly content: number;
  readonly header: number;
  /** Of a header whose title is whole on as many lines as it may take. */
  readonly foldedHeader?: number;
  /** Of a header whose title is cut to its first letters. */
  readonly shortHeader?: number;
}

export interface PreferredWidth {
  /** Shows every cell in full. */
  readonly natural: number;
  /** Shows the header in full, and enough of the cells. */
  readonly least: number;
  /** The same two where the title takes as many lines as it may; absent: those of a title that is cut. */
  readonly folded?: { readonly natural: number; readonly least: number };
  /** The same two where only the beginning of the header is shown. */
  readonly cut: { readonly natural: number; readonly least: number };
  /** Whether its content are figures, whose title is cut before names are. */
  readonly isFigure?: boolean;
  /** Share of what is left over; 0 for a column that neither grows nor shrinks. */
  readonly grow: number;
  /** By the user. */
  readonly chosen: number | undefined;
}

interface Declared {
  readonly id: string;
  readonly width: number;
  readonly grow?: number;
  readonly untruncated?: boolean;
}

const fixedWidth = (width: number) => ({
  natural: width,
  least: width,
  cut: { natural: width, least: width },
});

/** What a column wants. Its buttons are measured in other places: their column has the declared width. */
export function preferredWidth(
  column: Declared & { readonly quietHeader?: boolean },
  natural: NaturalWidth | undefined,
  chosen: number | undefined,
): PreferredWidth {
  const { width, grow = 0, untruncated: isComplete = false, quietHeader = false } = column;
  if (quietHeader || natural === undefined) return { ...fixedWidth(width), grow, chosen };
  const { content, header, foldedHeader = header, shortHeader = foldedHeader } = natural;
  if (grow === 0) {
    const full = Math.max(width, content, header);
    return { ...fixedWidth(full), grow, chosen };
  }
  const full = Math.max(content, header);
  const least = isComplete ? full : Math.min(full, Math.max(width, header));
  const below = (title: number) => ({
    natural: Math.max(content, title),
    least: Math.max(isComplete ? content : Math.min(width, content), title),
  });
  const [folded, cut] = [below(foldedHeader), below(shortHeader)];
  return { natural: full, least, folded, cut, isFigure: isComplete, grow, chosen };
}

/** The greatest width at which the columns, none wider than it unless at its least, take no more than the room. */
function levelOf(columns: readonly PreferredWidth[], room: number): number {
  const taken = (level: number): number =>
    columns.reduce((sum, { natural, least }) => sum + Math.max(least, Math.min(natural, level)), 0);
  let low = 0;
  let high = Math.max(0, ...columns.map(({ natural }) => natural));
  while (high - low > 1) {
    const middle = (low + high) / 2;
    if (taken(middle) > room) high = middle;
    else low = middle;
  }
  return low;
}

/** In a table that scrolls a column is no wider than this for its cells, in CSS pixels, and no wider than a share of the table. */
const MAX_SCROLLED_PX = 200;
const MAX_SCROLLED_SHARE = 1 / 5;
/** In a narrow table a name can still be recognised, and most of the next column is in sight. */
const NAME_PX = 140;
const NAME_SHARE = 2 / 5;

/** Columns at their least do not fit: the table scrolls whatever they yield, so that they need not be cut. */
function scrolledWidth({ natural, least, cut }: PreferredWidth, room: number, first: number): number {
  const name = Math.min(NAME_PX, room * NAME_SHARE);
  const most = Math.max(room * MAX_SCROLLED_SHARE, name);
  // A long header would push its own values out of sight.
  const own = Math.max(cut.least, Math.min(least, room - Math.max(name, first)));
  return Math.ceil(Math.max(own, Math.min(natural, MAX_SCROLLED_PX, most)));
}

/** Columns whose titles take as many lines as they may. */
const withFoldedHeaders = (columns: readonly PreferredWidth[]): readonly PreferredWidth[] =>
  columns.map((column) => ({ ...column, ...(column.folded ?? column.cut) }));

/** Columns whose titles are cut, so that each value is in sight. */
const withCutHeaders = (columns: readonly PreferredWidth[]): readonly PreferredWidth[] =>
  columns.map((column) => ({ ...column, ...column.cut }));

const leastOf = (columns: readonly PreferredWidth[]): number =>
  columns.reduce((sum, { least, chosen }) => sum + (chosen ?? least), 0);

/** Of a name that need not be whole: titles of figures are folded for so much of it, in CSS pixels. */
const PREFERRED_NAME_PX = 200;

/** Columns of figures without room for their titles, the widest folded first, as far as names lack it. */
function withRoomForNames(columns: readonly PreferredWidth[], room: number): readonly PreferredWidth[] {
  const isCut = ({ isFigure = false, chosen }: PreferredWidth): boolean => isFigure && chosen === undefined;
  const nameOf = ({ natural, least, chosen }: PreferredWidth): number =>
    chosen ?? Math.max(least, Math.min(natural, PREFERRED_NAME_PX));
  const titled = ({ folded, cut }: PreferredWidth): number => (folded ?? cut).natural;
  const figures = columns.filter(isCut).map((column) => ({ ...column, least: titled(column) }));
  const names = columns.filter((column) => !isCut(column));
  const left = room - names.reduce((sum, column) => sum + nameOf(column), 0);
  const level = levelOf(figures, left);
  return columns.map((column) => {
    if (!isCut(column)) return column;
    const width = Math.max(titled(column), Math.min(column.natural, level));
    return { ...column, natural: width, least: width };
  });
}

/**
 * Widths in whole CSS pixels. Where everything fits, each cell shows in full and growing columns share what remains; otherwise the
 * widest of them shrink first, none below its least. Where that is not enough, titles take more lines, then they are cut; where that is
 * not enough either, the table scrolls, and its titles need not be cut.
 */
export function fitWidths(columns: readonly PreferredWidth[], room: number): readonly number[] {
  if (leastOf(columns) > room) {
    const shown = [withFoldedHeaders(columns), withCutHeaders(columns)].find((some) => leastOf(some) <= room);
    return fittedWidths(shown ?? columns, room);
  }
  const natural = columns.reduce((sum, { natural: own, chosen }) => sum + (chosen ?? own), 0);
  return fittedWidths(natural > room ? withRoomForNames(columns, room) : columns, room);
}

function fittedWidths(columns: readonly PreferredWidth[], room: number): readonly number[] {
  const base = columns.map(({ natural, chosen }) => chosen ?? natural);
  const left = room - base.reduce((sum, width) => sum + width, 0);
  const isFlexible = ({ grow, chosen }: PreferredWidth): boolean => grow > 0 && chosen === undefined;
  const flexible = columns.filter(isFlexible);
  const shares = flexible.reduce((sum, { grow }) => sum + grow, 0);
  const naturals = flexible.reduce((sum, { natural }) => sum + natural, 0);
  const lacking = flexible.reduce((sum, { natural, least }) => sum + natural - least, left);
  const level = levelOf(flexible, naturals + left);
  return columns.map((column) => {
    const { natural, least, grow, chosen } = column;
    if (!isFlexible(column)) return Math.ceil(chosen ?? natural);
    if (lacking < 0)
      return scrolledWidth(column, room, columns[0] === column ? 0 : (columns[0]?.cut.least ?? 0));
    if (left >= 0) return Math.floor(natural + (left * grow) / shares);
    return Math.floor(Math.max(least, Math.min(natural, level)));
  });
}
