import { useMemo, useState } from 'react';
import { useDebouncedValue } from '@mantine/hooks';
import { IconListTree, IconRoute, IconUsers } from '@tabler/icons-react';
import { unmappedOrders, type UnmappedAcross, type UnmappedPage } from '#schemas/qos/across-routes.ts';
import { useListPanel } from '#web/kernel/api/use-list-panel.ts';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Segment } from '#web/ui/button/Segment.tsx';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { rowActionsColumn } from '#web/ui/table/row-actions-column.tsx';
import { sortingFrom, sortingText } from '#web/ui/table/sorting-text.ts';
import type { Column } from '#web/ui/table/table-column.ts';
import { useDensity } from '#web/ui/table/use-density.ts';
import { MapDialog } from './MapDialog.tsx';
import { useUnmappedAcross } from './qos-queries.ts';
import { useQosSearch } from './qos-search.ts';
import { exampleColumn, seenColumns, whatColumns, whatText, type SeenRow } from './rule-columns.tsx';
import { UnmappedSummary } from './UnmappedSummary.tsx';
import { useQosTexts } from './texts/en.ts';

/** A row at its place in the order of the server. */
type AcrossRow = Omit<UnmappedAcross, 'name'> & SeenRow & { readonly place: number };

const TYPING_MS = 250;
const idOf = ({ what, customer }: AcrossRow): string => JSON.stringify([what, customer.id]);
const nameOf = ({ what }: AcrossRow): string => whatText(what);

/** Once for each name, or once for each customer. */
function GroupChoice() {
  const text = useQosTexts();
  const { search, change } = useQosSearch();
  return (
    <Segment
      label={text('by')}
      options={([undefined, 'customer'] as const).map((value) => ({
        value,
        label: text(`by-${value ?? 'name'}`),
      }))}
      value={search.by}
      onChange={(by) => change({ by, sort: undefined })}
    />
  );
}

function Summary({ data }: { readonly data: UnmappedPage }) {
  const text = useQosTexts();
  const language = useLanguage();
  const { customers, concerned } = data;
  return (
    <UnmappedSummary data={data}>
      {` · ${text('concerned', { count: concerned, all: formatNumber(customers, language) })}`}
    </UnmappedSummary>
  );
}

/** What can be done with a row: map it, see its customers, or open the classes of the only one. */
function useRowActions(onMap: (row: AcrossRow) => void) {
  const text = useQosTexts();
  const { change } = useQosSearch();
  const open = (row: AcrossRow) =>
    row.customers > 1
      ? change({ by: 'customer', q: whatText(row.what), sort: undefined })
      : change({ client: row.customer.id, tab: 'unmapped', q: undefined, by: undefined, sort: undefined });
  const items = (row: AcrossRow): readonly MenuItem[] => [
    { is: 'action', label: text('mapItem'), icon: <IconRoute size={15} />, run: () => onMap(row) },
    row.customers > 1
      ? {
          is: 'action',
          label: text('showCustomers'),
          icon: <IconUsers size={15} />,
          run: () => open(row),
        }
      : {
          is: 'action',
          label: text('openModel', { name: row.customer.name }),
          icon: <IconListTree size={15} />,
          run: () => open(row),
        },
  ];
  return { open, items };
}

/** Columns are sorted by the server: the value of a column is the place of the row. */
function useColumns(
  { rows, desc }: { readonly rows: readonly AcrossRow[]; readonly desc: boolean },
  items: (row: AcrossRow) => readonly MenuItem[],
): readonly Column<AcrossRow>[] {
  const text = useQosTexts();
  const resource = useResourceTexts();
  const language = useLanguage();
  const { search } = useQosSearch();
  const options = { text, language };
  const value = ({ place }: AcrossRow): number => (desc ? -place : place);
  const ofCustomers: Column<AcrossRow> = {
    id: search.by === 'customer' ? 'customer' : 'customers',
    header: text(search.by === 'customer' ? 'customer' : 'customers'),
    value,
    cell: ({ customers, customer }) => (
      <span className="tt-ellipsis">
        {customers === 1 ? customer.name : formatNumber(customers, language)}
      </span>
    ),
    width: 130,
    grow: 2,
    card: { line: 1, end: true, named: true },
  };
  const [kind, what, vendor] = whatColumns<AcrossRow>(options);
  const columns = [kind, what, vendor, ofCustomers, ...seenColumns(options, rows)].filter(
    (column) => column !== undefined,
  );
  return [
    ...[...columns, exampleColumn<AcrossRow>(options)].map((column) => ({
      ...column,
      value,
      sortable: unmappedOrders.some((order) => order === column.id),
    })),
    {
      ...rowActionsColumn<AcrossRow>({
        header: resource('actions'),
        nameOf,
        actions: items,
        disabledReasonOf: () => undefined,
      }),
      card: { line: 1, end: true },
    },
  ];
}

function useRows(sort: string | undefined) {
  const { search } = useQosSearch();
  // Not on every keystroke.
  const [q] = useDebouncedValue(search.q, TYPING_MS);
  const sorting = sortingFrom(sort) ?? { id: 'elements', desc: true };
  const query = useUnmappedAcross({
    by: search.by ?? 'name',
    q,
    order: sorting.desc ? 'descending' : 'ascending',
    orderBy: unmappedOrders.find((order) => order === sorting.id) ?? 'elements',
  });
  const rows = useMemo(
    () =>
      query.data?.pages
        .flatMap((page) => page.rows)
        .map(({ name: what, ...row }, place): AcrossRow => ({ ...row, what, place })),
    [query.data],
  );
  return { query, rows, sorting };
}

/** What no class has, over all customers that the user sees. */
export function UnmappedAcrossTab() {
  const text = useQosTexts();
  const { search, change } = useQosSearch();
  const [mapped, setMapped] = useState<AcrossRow>();
  const { query, rows, sorting } = useRows(search.sort);
  const { shown, state } = useListPanel({
    query,
    rows,
    change,
    q: search.q,
    empty: { title: text('allMapped'), hint: text('allMappedHint') },
  });
  const { open, items } = useRowActions(setMapped);
  const [first] = query.data?.pages ?? [];
  return (
    <>
      <Toolbar label={text('findName')} end={first !== undefined && <Summary data={first} />}>
        <SearchField label={text('findName')} value={search.q} onChange={(q) => change({ q })} />
        <GroupChoice />
      </Toolbar>
      <Panel label={text('unmapped')} state={state.is === 'empty' ? { ...state, isGood: true } : state}>
        <DataTable
          name={`qos-unmapped-by-${search.by ?? 'name'}`}
          label={text('unmapped')}
          rows={shown}
          rowId={idOf}
          rowName={nameOf}
          columns={useColumns({ rows: shown, desc: sorting.desc }, items)}
          density={useDensity()}
          sorting={sorting}
          onSort={(next) => change({ sort: sortingText(next) })}
          onEnd={() => {
            if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
          }}
          onOpen={open}
        />
      </Panel>
      {mapped !== undefined && (
        <MapDialog row={{ ...mapped, name: mapped.what }} onClose={() => setMapped(undefined)} />
      )}
    </>
  );
}
