/** How a user arranged a table. Columns that it does not name are as declared. */
export interface TableLayout {
  /** Ids from left to right. */
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  /** Of those that are hidden at first. */
  readonly shown: readonly string[];
  /** CSS pixels. */
  readonly widths: Readonly<Record<string, number>>;
}

interface Arranged {
  readonly id: string;
  readonly fixed?: boolean;
  readonly hiddenAtFirst?: boolean;
  /** The buttons of a row stay at its end. */
  readonly quietHeader?: boolean;
}

export const declaredLayout: TableLayout = { order: [], hidden: [], shown: [], widths: {} };

const minColumnPx = 48;
const maxColumnPx = 1_200;

const isAtEnd = ({ quietHeader }: Arranged): boolean => quietHeader === true;

/** Columns in the user's order; one that is new since stands after the one that it was declared after. */
export function arrangedColumns<T extends Arranged>(
  columns: readonly T[],
  order: readonly string[],
): readonly T[] {
  if (order.length === 0) return columns;
  const movable = columns.filter((column) => !isAtEnd(column));
  const known = order.flatMap((id) => movable.find((column) => column.id === id) ?? []);
  const arranged = [...known];
  for (const [index, column] of movable.entries()) {
    if (known.includes(column)) continue;
    const before = movable[index - 1];
    arranged.splice(before === undefined ? 0 : arranged.indexOf(before) + 1, 0, column);
  }
  return [...arranged, ...columns.filter(isAtEnd)];
}

/** The order after a column moved to the place of another one. */
export function orderAfterMove(ids: readonly string[], moved: string, to: string): readonly string[] {
  const place = ids.indexOf(to);
  if (place < 0 || moved === to) return ids;
  const remaining = ids.filter((id) => id !== moved);
  remaining.splice(place, 0, moved);
  return remaining;
}

export const withWidth = (layout: TableLayout, id: string, widthPx: number): TableLayout => ({
  ...layout,
  widths: { ...layout.widths, [id]: Math.round(Math.min(maxColumnPx, Math.max(minColumnPx, widthPx))) },
});

/** The column has its width by content again. */
export function withoutWidth(layout: TableLayout, id: string): TableLayout {
  const { [id]: _, ...widths } = layout.widths;
  return { ...layout, widths };
}

export const isColumnShown = (
  { hidden, shown }: TableLayout,
  { id, fixed = false, hiddenAtFirst = false }: Arranged,
): boolean => fixed || (hiddenAtFirst ? shown.includes(id) : !hidden.includes(id));

const toggled = (ids: readonly string[], id: string): readonly string[] =>
  ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id];

export const withToggled = (layout: TableLayout, { id, hiddenAtFirst = false }: Arranged): TableLayout =>
  hiddenAtFirst
    ? { ...layout, shown: toggled(layout.shown, id) }
    : { ...layout, hidden: toggled(layout.hidden, id) };

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

function widthsIn(value: unknown): Readonly<Record<string, number>> {
  if (typeof value !== 'object' || value === null) return {};
  const isWidth = (entry: [string, unknown]): entry is [string, number] =>
    typeof entry[1] === 'number' && entry[1] >= minColumnPx && entry[1] <= maxColumnPx;
  return Object.fromEntries(Object.entries(value).filter(isWidth));
}

/** A stored layout; what is not one has no effect. */
export function layoutFrom(stored: string | undefined): TableLayout {
  try {
    const { order, hidden, shown, widths } = Object(JSON.parse(stored ?? '{}')) as Partial<
      Record<keyof TableLayout, unknown>
    >;
    return {
      order: textsIn(order),
      hidden: textsIn(hidden),
      shown: textsIn(shown),
      widths: widthsIn(widths),
    };
  } catch {
    return declaredLayout;
  }
}
