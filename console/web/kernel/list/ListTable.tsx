import type { ReactNode } from 'react';
import type { Permission } from '#schemas/permission/catalogue.ts';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { EmptyAction } from '#web/ui/panel/panel-state.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useDensity } from '#web/ui/table/use-density.ts';
import type { QueryState } from '../api/panel-state-of.ts';
import { useListPanel, type ListFilter } from '../api/use-list-panel.ts';
import type { ListAddress, ListSearch } from './list-address.ts';
import { useListSorting } from './use-list-sorting.ts';

export interface ListTableProps<Row extends object, Search extends ListSearch> {
  /** Under which the user's columns are stored. */
  readonly name: string;
  readonly label: string;
  readonly address: ListAddress<Search>;
  readonly query: QueryState;
  /** Undefined until they are read. */
  readonly rows: readonly Row[] | undefined;
  readonly columns: readonly Column<Row>[];
  readonly rowId: (row: Row) => string;
  readonly rowName: (row: Row) => string;
  /** The texts of a row that are searched; without them the server searches. */
  readonly textsOf?: (row: Row) => readonly string[];
  readonly filters?: readonly (ListFilter<Row, Search> | false)[];
  readonly empty: { readonly title: string; readonly hint?: string; readonly add?: EmptyAction };
  /** Label of the search field. */
  readonly find: string;
  /** Label of the toolbar, if not that of the list. */
  readonly toolbar?: string;
  /** Filters behind the search field. */
  readonly children?: ReactNode;
  /** End of the toolbar, for the rows that pass the filters; undefined until they are read. */
  readonly renderEnd?: (shown: readonly Row[] | undefined) => ReactNode;
  /** The permission to name when the call is rejected. */
  readonly needs?: Permission;
  readonly onOpen?: (row: Row) => void;
  /** Details next to the list, or null while none are open. Absent: the list has none. */
  readonly details?: ReactNode;
}

/** Search, filters and table of a list whose search and sorting are in the address, in any state of its query. */
export function ListTable<Row extends object, Search extends ListSearch>(props: ListTableProps<Row, Search>) {
  const { name, label, address, columns, rowId, rowName, find, toolbar, children, renderEnd, onOpen } = props;
  const { search, change } = address;
  const { shown, state, isRead } = useListPanel({ ...props, q: search.q, change });
  const { details } = props;
  const panel = (
    <Panel label={label} state={state}>
      <DataTable
        name={name}
        label={label}
        rows={shown}
        columns={columns}
        rowId={rowId}
        rowName={rowName}
        density={useDensity()}
        {...useListSorting(address)}
        {...(onOpen && { onOpen })}
      />
    </Panel>
  );
  return (
    <>
      <Toolbar label={toolbar ?? label} end={renderEnd?.(isRead ? shown : undefined)}>
        <SearchField label={find} value={search.q} onChange={(q) => change({ q } as Partial<Search>)} />
        {children}
      </Toolbar>
      {details === undefined ? (
        panel
      ) : (
        <div className="tt-page-body">
          {panel}
          {details}
        </div>
      )}
    </>
  );
}
