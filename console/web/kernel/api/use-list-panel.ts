import { useMemo } from 'react';
import type { Permission } from '#schemas/permission/catalogue.ts';
import { useLanguage } from '#web/lib/text.ts';
import type { ActiveFilter, EmptyAction, PanelState } from '#web/ui/panel/panel-state.ts';
import { useKernelTexts } from '../text/en.ts';
import { type QueryState, panelStateOf } from './panel-state-of.ts';

/** A filter that is set. */
export interface ListFilter<Row, Search> {
  /** Names the filter and its value. */
  readonly label: string;
  /** Absent for a filter the server applies. */
  readonly keeps?: (row: Row) => boolean;
  /** The part of the address that removes it. */
  readonly reset: Partial<Search>;
}

interface Options<Row, Search extends object> {
  readonly query: QueryState;
  /** Undefined until they are read. */
  readonly rows: readonly Row[] | undefined;
  readonly change: (part: Partial<Search>) => void;
  /** The text searched for, and the texts of a row it is searched in. Without `textsOf` the server searches. */
  readonly q?: string | undefined;
  readonly textsOf?: (row: Row) => readonly string[];
  /** Besides the searched text; `false` for one that is not set. */
  readonly filters?: readonly (ListFilter<Row, Search> | false)[];
  readonly empty: { readonly title: string; readonly hint?: string; readonly add?: EmptyAction };
  /** The permission to name when the call is rejected. */
  readonly needs?: Permission;
}

interface ListPanel<Row> {
  /** Rows that pass the filters; the same array while rows and filters stay the same. */
  readonly shown: readonly Row[];
  readonly state: PanelState;
  /** Whether the rows were read, now or before a failure. */
  readonly isRead: boolean;
}

const none: readonly never[] = [];

function useFilters<Row, Search extends object>({ q = '', textsOf, filters = [] }: Options<Row, Search>) {
  const text = useKernelTexts();
  const set = filters.filter((filter) => filter !== false);
  if (q === '') return set;
  const term = q.toLocaleLowerCase();
  const search: ListFilter<Row, Search> = {
    label: text('searchFilter', { text: q }),
    reset: { q: undefined } as unknown as Partial<Search>,
    ...(textsOf && {
      keeps: (row) => textsOf(row).some((part) => part.toLocaleLowerCase().includes(term)),
    }),
  };
  return [search, ...set];
}

/** The rows of a list page that pass its filters, and the state of its panel. */
export function useListPanel<Row, Search extends object>(options: Options<Row, Search>): ListPanel<Row> {
  const { query, rows = none, change, empty, needs } = options;
  const language = useLanguage();
  const filters = useFilters(options);
  const labels = filters.map(({ label }) => label).join('\n');
  const shown = useMemo(
    () => rows.filter((row) => filters.every(({ keeps }) => keeps?.(row) ?? true)),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the label of a filter names its value
    [rows, labels],
  );
  const isRead = query.data !== undefined;
  const state = panelStateOf(query, language, needs);
  if (state.is !== 'ready' || shown.length > 0) return { shown, state, isRead };
  const isEmpty =
    filters.length === 0 || (rows.length === 0 && filters.every(({ keeps }) => keeps !== undefined));
  if (isEmpty) return { shown, state: { is: 'empty', ...empty }, isRead };
  const active: readonly ActiveFilter[] = filters.map(({ label, reset }) => ({
    label,
    clear: () => change(reset),
  }));
  const clearAll = () => change(Object.assign({}, ...filters.map(({ reset }) => reset)) as Partial<Search>);
  return { shown, state: { is: 'empty-by-filter', filters: active, clearAll }, isRead };
}
