import { useMemo } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { IconDownload } from '@tabler/icons-react';
import { useListPanel } from '#web/kernel/api/use-list-panel.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { sortingFrom, sortingText } from '#web/ui/table/sorting-text.ts';
import { useDensity } from '#web/ui/table/use-density.ts';
import { columnsOfKind, inventoryColumns } from './inventory-columns.tsx';
import type { PlacedRow } from './inventory-columns.tsx';
import { useInventoryList } from './inventory-queries.ts';
import type { ListedCustomers } from './inventory-queries.ts';
import type { ListAddress } from './inventory-search.ts';
import { ListFilters } from './ListFilters.tsx';
import { useConditions } from './use-conditions.ts';
import { useInventoryTexts } from './use-inventory-texts.ts';
import { useListDownload } from './use-list-download.ts';
import './inventory.css';

interface Props {
  readonly of: ListedCustomers;
  readonly address: ListAddress;
  /** Names of customers by id, for lists of several. */
  readonly customers?: ReadonlyMap<number, string>;
}

const none: readonly string[] = [];
const idOf = ({ element }: PlacedRow): string => String(element.id);
const nameOf = ({ element }: PlacedRow): string => element.name;

/** The rows that were read, and what the panel shows of them. */
function useRows({ of, address }: Props) {
  const { search, change } = address;
  const { filters } = useConditions(address);
  const text = useInventoryTexts();
  const query = useInventoryList(of, search);
  const { data } = query;
  const rows = useMemo(
    () =>
      data?.pages
        .flatMap(({ elements }) => elements)
        .map((element, place): PlacedRow => ({ element, place })),
    [data],
  );
  const active = search.active && {
    label: text(search.active === 'true' ? 'collected' : 'notCollected'),
    reset: { active: undefined },
  };
  const { shown, state } = useListPanel({
    ...{ query, rows, change, q: search.q },
    filters: [...filters, active ?? false],
    empty: { title: text('empty'), hint: text('emptyHint') },
    needs: 'NETWORK.read',
  });
  const more = () => {
    if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
  };
  const [first] = data?.pages ?? [];
  return { shown, state, more, count: first?.count, described: first?.described ?? none };
}

/** The elements of a kind: filtered, sorted and read page by page from the server. */
export function ElementList(props: Props) {
  const { of, address, customers } = props;
  const { search, change } = address;
  const { kind } = search;
  const text = useInventoryTexts();
  const language = useLanguage();
  const navigate = useNavigate();
  const { shown, state, more, count, described } = useRows(props);
  const sorting = useMemo(() => sortingFrom(search.sort) ?? { id: 'name', desc: false }, [search.sort]);
  const columns = useMemo(
    () => inventoryColumns({ text, language, kind, described, customers, desc: sorting.desc }),
    [text, language, kind, described, customers, sorting.desc],
  );
  const { busy, download } = useListDownload(of, search, columns);
  const label = text(`kind_${kind}`);
  const open = ({ element: { id, customer } }: PlacedRow): void =>
    void navigate({
      to: '/inventory/$kind/$element',
      params: { kind, element: String(id) },
      search: { customer },
    });
  const end = (
    <>
      <span role="status" className="tt-muted">
        {count !== undefined && text('count', { count })}
      </span>
      <Button kind="quiet" icon={<IconDownload size={15} />} busy={busy} onClick={() => void download()}>
        {text('download')}
      </Button>
    </>
  );
  return (
    <>
      <ListFilters {...{ address, end }} properties={columnsOfKind(kind, described)} />
      <Panel label={label} state={state}>
        <DataTable
          {...{ label, columns, sorting }}
          name={`inventory-${kind}`}
          rows={shown}
          rowId={idOf}
          rowName={nameOf}
          density={useDensity()}
          onSort={(next) => change({ sort: sortingText(next) })}
          onEnd={more}
          onOpen={open}
        />
      </Panel>
    </>
  );
}
