import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useInnerWidth } from '../layout/use-inner-width.ts';
import { columnsThatFit } from './layout/columns-that-fit.ts';
import { fitWidths, preferredWidth, type NaturalWidth, type PreferredWidth } from './layout/fit-widths.ts';
import { naturalWidths, noMeasuredRows } from './layout/natural-widths.ts';
import type { Column } from './table-column.ts';
import { arrangedColumns, isColumnShown } from './layout/table-layout.ts';
import { useTableLayout, type StoredTableLayout } from './layout/use-table-layout.ts';

interface Options<T> {
  readonly name: string;
  readonly columns: readonly Column<T>[];
  /** Hidden by the page. */
  readonly hidden: ReadonlySet<string>;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly isCards: boolean;
  /** Pixels used by the checkboxes. */
  readonly taken: number;
  /** Changes when other rows are drawn; undefined while they scroll past. */
  readonly drawn: string | undefined;
}

export interface TableColumns<T> extends StoredTableLayout {
  /** All of them in the user's order, without those that the page hides. */
  readonly arranged: readonly Column<T>[];
  readonly visible: readonly Column<T>[];
  /** CSS pixels by position; undefined until measured. */
  readonly widths: readonly number[] | undefined;
  /** Whether they are wider than the table, together. */
  readonly isScrolled: boolean;
}

type Naturals = Readonly<Record<string, NaturalWidth & { readonly title: string }>>;

const noWidth: NaturalWidth = { content: 0, header: 0 };

const wider = (before: NaturalWidth, now: NaturalWidth): NaturalWidth => ({
  content: Math.max(before.content, now.content),
  header: Math.max(before.header, now.header),
  foldedHeader: Math.max(before.foldedHeader ?? 0, now.foldedHeader ?? now.header),
  shortHeader: Math.max(before.shortHeader ?? 0, now.shortHeader ?? now.header),
});

/** What was measured before and now: a column never shrinks under the rows that scroll past. */
function grown<T>(
  before: Naturals,
  columns: readonly Column<T>[],
  measured: readonly NaturalWidth[],
): Naturals {
  const next = { ...before };
  let isSame = true;
  for (const [index, { id, header: title }] of columns.entries()) {
    const now = measured[index];
    const old = next[id];
    if (now === undefined) continue;
    if (old?.title === title && old.content >= now.content && old.header >= now.header) continue;
    isSame = false;
    next[id] = { title, ...wider(old?.title === title ? old : noWidth, now) };
  }
  return isSame ? before : next;
}

interface Measuring<T> {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly visible: readonly Column<T>[];
  readonly drawn: string | undefined;
  readonly setNaturals: (change: (before: Naturals) => Naturals) => void;
}

/** Measures the drawn cells, when others are drawn and once the fonts are there. */
function useMeasuring<T>({ scroller, visible, drawn, setNaturals }: Measuring<T>): void {
  const measured = useRef(noMeasuredRows());
  const measure = useCallback(() => {
    const table = scroller.current?.parentElement;
    if (table === null || table === undefined) return;
    const widths = naturalWidths(table, measured.current);
    if (widths.length > 0) setNaturals((before) => grown(before, visible, widths));
  }, [scroller, visible, setNaturals]);
  useLayoutEffect(() => {
    if (drawn !== undefined) measure();
  }, [measure, drawn]);
  useEffect(() => {
    const again = () => {
      measured.current = noMeasuredRows();
      measure();
    };
    document.fonts.addEventListener('loadingdone', again);
    return () => document.fonts.removeEventListener('loadingdone', again);
  }, [measure]);
}

const COMFORT_PX = 200;

/** Room that a column has before others leave the table for it. */
const comfortPx = ({ natural, least, chosen }: PreferredWidth, comfort = COMFORT_PX): number =>
  chosen ?? Math.max(least, Math.min(natural, comfort));

/** The columns of a table as the user arranged them, with widths by content. */
export function useTableColumns<T>(options: Options<T>): TableColumns<T> {
  const { name, columns, hidden, scroller, isCards, taken, drawn } = options;
  const stored = useTableLayout(name);
  const { layout } = stored;
  const { order, widths: chosenWidths } = layout;
  const inner = useInnerWidth(scroller);
  const room = inner === undefined ? undefined : inner - taken;
  const arranged = useMemo(
    () => arrangedColumns(columns, order).filter(({ id }) => !hidden.has(id)),
    [columns, order, hidden],
  );
  const chosen = useMemo(
    () => arranged.filter((column) => isColumnShown(layout, column)),
    [arranged, layout],
  );
  const [naturals, setNaturals] = useState<Naturals>({});
  const naturalOf = useCallback(
    (column: Column<T>) => preferredWidth(column, naturals[column.id], chosenWidths[column.id]),
    [naturals, chosenWidths],
  );
  const visible = useMemo(
    () =>
      isCards
        ? chosen
        : columnsThatFit(chosen, room, (column) => comfortPx(naturalOf(column), column.comfort)),
    [isCards, chosen, room, naturalOf],
  );
  useMeasuring({ scroller, visible, drawn: isCards ? undefined : drawn, setNaturals });
  const widths = useMemo(
    () => (room === undefined || isCards ? undefined : fitWidths(visible.map(naturalOf), room)),
    [visible, naturalOf, room, isCards],
  );
  const isScrolled =
    room !== undefined && widths !== undefined && widths.reduce((sum, width) => sum + width, 0) > room;
  return { ...stored, arranged, visible, widths, isScrolled };
}
