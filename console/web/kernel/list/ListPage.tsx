import { useMemo, type ReactNode } from 'react';
import { IconPlus } from '@tabler/icons-react';
import type { Route } from '#schemas/route.ts';
import { Button } from '#web/ui/button/Button.tsx';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useDisabledReason } from '../permission/use-permission.ts';
import { resourceActionsColumn, rowItems } from '../resource/resource-actions-column.tsx';
import { useResourceTexts } from '../resource/texts/en.ts';
import { ListTable, type ListTableProps } from './ListTable.tsx';
import type { EditedListSearch } from './list-address.ts';

/** A row of a list that is edited. */
interface EditedRow {
  readonly id: number;
  readonly name: string;
}

interface Props<Row extends EditedRow, Search extends EditedListSearch> extends Omit<
  ListTableProps<Row, Search>,
  'label' | 'rowId' | 'rowName' | 'onOpen' | 'empty'
> {
  readonly title: string;
  /** Label of the button that adds an entry. */
  readonly add: string;
  readonly empty: { readonly title: string; readonly hint?: string };
  /** The call that users who may edit have the right to make. */
  readonly writing: Route;
  /** Above the list: what holds for the page. */
  readonly notes?: ReactNode;
  /** Actions of a row between editing and removing it; pass the same function on each render. */
  readonly rowActions?: (row: Row) => readonly MenuItem[];
  /** Where the actions are in the row of a telephone. */
  readonly actionsCard?: Column<Row>['card'];
  /** The form of a row, or of a new one. */
  readonly renderForm: (row: Row | undefined, onClose: () => void) => ReactNode;
  /** The confirmation of a removal. */
  readonly renderRemoval: (row: Row, onClose: () => void) => ReactNode;
}

const editedId = ({ id }: EditedRow): string => String(id);
const editedName = ({ name }: EditedRow): string => name;

type Address<Search extends EditedListSearch> = ListTableProps<EditedRow, Search>['address'];

/** Writes the part of the address that opens and closes the dialogs. */
const dialogsOf = <Search extends EditedListSearch>(change: Address<Search>['change']) => ({
  open: (edit: string | undefined): void => change({ edit } as Partial<Search>),
  confirm: (remove: number | undefined): void => change({ remove } as Partial<Search>),
});

/** The columns of a row, and the column with its actions. */
function useEditedColumns<Row extends EditedRow, Search extends EditedListSearch>(
  props: Pick<Props<Row, Search>, 'columns' | 'address' | 'rowActions' | 'actionsCard'>,
  disabledReason: string | undefined,
): readonly Column<Row>[] {
  const { columns, address, rowActions, actionsCard } = props;
  const { change } = address;
  const resource = useResourceTexts();
  return useMemo(() => {
    const { open, confirm } = dialogsOf(change);
    const actions = resourceActionsColumn<Row>({
      resource,
      disabledReasonOf: () => disabledReason,
      actions: (row) => [
        rowItems(resource).edit(() => open(editedId(row))),
        ...(rowActions?.(row) ?? []),
        ...rowItems(resource).remove(() => confirm(row.id)),
      ],
    });
    return [...columns, actionsCard === undefined ? actions : { ...actions, card: actionsCard }];
  }, [columns, change, resource, disabledReason, rowActions, actionsCard]);
}

/** The form and the confirmation that the address opens. */
function EditedDialogs<Row extends EditedRow, Search extends EditedListSearch>(props: Props<Row, Search>) {
  const { address, rows = [], renderForm, renderRemoval } = props;
  const { search } = address;
  const { open, confirm } = dialogsOf(address.change);
  const edited = rows.find((row) => editedId(row) === search.edit);
  const removed = rows.find(({ id }) => id === search.remove);
  return (
    <>
      {(search.edit === 'new' || edited !== undefined) && renderForm(edited, () => open(undefined))}
      {removed !== undefined && renderRemoval(removed, () => confirm(undefined))}
    </>
  );
}

/** A page with a list whose entries are added, edited and removed; its state is in the address. */
export function ListPage<Row extends EditedRow, Search extends EditedListSearch>(props: Props<Row, Search>) {
  const { title, add, address, empty, writing, notes } = props;
  const disabledReason = useDisabledReason(writing);
  const columns = useEditedColumns(props, disabledReason);
  const { open } = dialogsOf(address.change);
  const create = () => open('new');
  const button = (
    <Button kind="primary" icon={<IconPlus size={15} />} disabledReason={disabledReason} onClick={create}>
      {add}
    </Button>
  );
  return (
    <div className="tt-page">
      <PageHeader title={title} actions={button} />
      {notes}
      <ListTable<Row, Search>
        {...props}
        label={title}
        columns={columns}
        rowId={editedId}
        rowName={editedName}
        empty={{ ...empty, add: { disabledReason, run: create } }}
        onOpen={(row) => open(editedId(row))}
      />
      <EditedDialogs {...props} />
    </div>
  );
}
