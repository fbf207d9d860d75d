import { RowActions, type PrimaryAction } from '../menu/RowActions.tsx';
import type { MenuItem } from '../menu/menu-item.ts';
import type { Column } from './table-column.ts';

interface Options<Row> {
  /** Only screen readers read it. */
  readonly header: string;
  readonly nameOf: (row: Row) => string;
  /** What is done most often with a row, unless opening it does that. */
  readonly primaryOf?: (row: Row) => PrimaryAction;
  readonly actions: (row: Row) => readonly MenuItem[];
  /** Why a row offers no action. */
  readonly disabledReasonOf: (row: Row) => string | undefined;
  /** Nothing can be done with the row any more: it has no buttons. */
  readonly isOver?: (row: Row) => boolean;
}

/** The last column: the actions on each row. */
export const rowActionsColumn = <Row,>(options: Options<Row>): Column<Row> => {
  const { header, nameOf, primaryOf, actions, disabledReasonOf, isOver } = options;
  return {
    id: 'actions',
    header,
    quietHeader: true,
    sortable: false,
    fixed: true,
    value: () => null,
    cell: (row, { active }) =>
      isOver?.(row) === true ? null : (
        <RowActions
          name={nameOf(row)}
          primary={primaryOf?.(row)}
          items={actions(row)}
          disabledReason={disabledReasonOf(row)}
          active={active}
        />
      ),
    width: primaryOf === undefined ? 46 : 72,
    align: 'right',
  };
};
