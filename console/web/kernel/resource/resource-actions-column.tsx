import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { actionsColumn } from '#web/ui/table/columns.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { ResourceActions } from './ResourceActions.tsx';
import type { useResourceTexts } from './use-resource-texts.ts';

interface Options<Row> {
  readonly resource: ReturnType<typeof useResourceTexts>;
  readonly actions: (row: Row) => readonly MenuItem[];
  /** Why a row offers no action. */
  readonly disabledReasonOf: (row: Row) => string | undefined;
  readonly nameOf: (row: Row) => string;
}

/** The menu of actions on each row of a list. */
export const rowActionsColumn = <Row,>({
  resource,
  actions,
  disabledReasonOf,
  nameOf,
}: Options<Row>): Column<Row> =>
  actionsColumn(resource('actions'), 48, (row, { active }) => (
    <ResourceActions
      name={nameOf(row)}
      items={actions(row)}
      disabledReason={disabledReasonOf(row)}
      active={active}
    />
  ));

/** The menu of actions on each resource of a list. */
export const resourceActionsColumn = <Row extends { readonly name: string }>(
  options: Omit<Options<Row>, 'nameOf'>,
): Column<Row> => rowActionsColumn({ ...options, nameOf: ({ name }) => name });
