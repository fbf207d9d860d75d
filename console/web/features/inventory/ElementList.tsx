import { useMemo } from 'react';
import { ORPHANS } from '#schemas/inventory/list/filter.ts';
import { useLivewireItems } from '#web/kernel/livewire/use-livewire-items.tsx';
import { useSession } from '#web/kernel/session/session.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { sortingFrom, sortingText } from '#web/ui/table/sorting-text.ts';
import { useDensity } from '#web/ui/table/use-density.ts';
import { targetOfElements } from './change/change-target.ts';
import { ElementSelection } from './change/ElementSelection.tsx';
import { useElementChanges } from './change/use-element-changes.tsx';
import { columnsOfKind, inventoryColumns, type ColumnOptions, type PlacedRow } from './inventory-columns.tsx';
import type { ListedCustomers } from './inventory-queries.ts';
import type { InventoryListAddress } from './inventory-search.ts';
import { useLiveColumns } from './live/use-live-columns.ts';
import { LiveList } from './live/LiveList.tsx';
import { ListEnd } from './ListEnd.tsx';
import { ListFilters } from './ListFilters.tsx';
import { useListedRows } from './use-listed-rows.ts';
import { useOpenElement } from './use-open-element.ts';
import { useSelectedElements } from './use-selected-elements.ts';
import { useInventoryTexts } from './texts/en.ts';
import { useListDownload } from './use-list-download.ts';
import './inventory.css';

interface Props {
  readonly of: ListedCustomers;
  readonly address: InventoryListAddress;
  /** Names of customers by id, for lists of several. */
  readonly customers?: ReadonlyMap<number, string>;
}

const idOf = ({ element }: PlacedRow): string => String(element.id);
const nameOf = ({ element }: PlacedRow): string => element.name;

/** Customers of a list: none chosen means all that the user sees. */
function useCustomersOf(of: ListedCustomers): readonly number[] {
  const session = useSession();
  if ('customer' in of) return [of.customer];
  return of.customers.length > 0 ? of.customers : session.customers.map(({ id }) => id);
}

interface ColumnNeeds extends Omit<ColumnOptions, 'text' | 'language' | 'actionsOf' | 'live'> {
  readonly itemsFor: ReturnType<typeof useElementChanges>['itemsFor'];
}

/** The columns of a list, with what can be done with each element. */
function useElementColumns(needs: ColumnNeeds) {
  const { kind, described, customers, isOfOrphans = false, desc, itemsFor, filled } = needs;
  const live = useLiveColumns({ kind, desc, filled });
  const text = useInventoryTexts();
  const language = useLanguage();
  const livewireItems = useLivewireItems();
  return useMemo(
    () =>
      inventoryColumns({
        text,
        language,
        kind,
        described,
        customers,
        isOfOrphans,
        desc,
        filled,
        live,
        actionsOf: (element) => [
          ...livewireItems(element),
          ...itemsFor(() => targetOfElements(kind, [element]), 1, element.active),
        ],
      }),
    [text, language, kind, described, customers, isOfOrphans, desc, filled, live, itemsFor, livewireItems],
  );
}

/** The elements of a kind: filtered, sorted and read page by page from the server. */
export function ElementList(props: Props) {
  const { of, address, customers } = props;
  const { search, change } = address;
  const { kind } = search;
  const text = useInventoryTexts();
  const { shown, state, more, count, described, filled, classes, orphans } = useListedRows(of, address);
  const sorting = useMemo(() => sortingFrom(search.sort) ?? { id: 'name', desc: false }, [search.sort]);
  const selection = useSelectedElements({
    rows: shown,
    count: count ?? 0,
    search,
    customers: useCustomersOf(of),
  });
  const { itemsFor, dialog } = useElementChanges(kind, selection.clear);
  const isOfOrphans = search.network === ORPHANS;
  const openElement = useOpenElement(kind);
  const open = ({ element }: PlacedRow): void => openElement(element);
  const columns = useElementColumns({
    kind,
    described,
    customers,
    isOfOrphans,
    desc: sorting.desc,
    itemsFor,
    filled,
  });
  const { busy, download } = useListDownload(of, search, columns);
  const label = text(`kind_${kind}`);
  return (
    <>
      <ListFilters
        of={of}
        address={address}
        classes={classes}
        orphans={orphans}
        properties={columnsOfKind(kind, described)}
        end={<ListEnd count={count} busy={busy} onDownload={download} />}
      />
      <Panel label={label} state={state}>
        <LiveList of={of} kind={kind}>
          <DataTable
            label={label}
            columns={columns}
            sorting={sorting}
            name={`inventory-${kind}`}
            rows={shown}
            rowId={idOf}
            rowName={nameOf}
            density={useDensity()}
            onSort={(next) => change({ sort: sortingText(next) })}
            onEnd={more}
            onOpen={open}
            selected={selection.ids}
            onSelect={selection.select}
          />
        </LiveList>
      </Panel>
      <ElementSelection
        {...selection}
        matching={count ?? 0}
        items={itemsFor(selection.target, selection.count)}
        onAll={selection.selectAll}
        onClear={selection.clear}
      />
      {dialog}
    </>
  );
}
