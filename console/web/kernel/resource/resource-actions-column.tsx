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
}

/** The menu of actions on each resource of a list. */
export const resourceActionsColumn = <Row extends { readonly name: string }>({
  resource,
  actions,
  disabledReasonOf,
}: Options<Row>): Column<Row> =>
  actionsColumn(resource('actions'), 48, (row, { active }) => (
    <ResourceActions
      name={row.name}
      items={actions(row)}
      disabledReason={disabledReasonOf(row)}
      active={active}
    />
  ));
