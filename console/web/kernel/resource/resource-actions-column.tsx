import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { actionsColumn } from '#web/ui/table/columns.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { ResourceActs } from './ResourceActs.tsx';
import type { useResourceTexts } from './use-resource-texts.ts';

interface Acts<Row> {
  readonly resource: ReturnType<typeof useResourceTexts>;
  readonly acts: (row: Row) => readonly MenuItem[];
  /** Why a row offers no action. */
  readonly disabledReasonOf: (row: Row) => string | undefined;
}

/** The menu of actions on each resource of a list. */
export const resourceActionsColumn = <Row extends { readonly name: string }>({
  resource,
  acts,
  disabledReasonOf,
}: Acts<Row>): Column<Row> =>
  actionsColumn(resource('actions'), 48, (row, { active }) => (
    <ResourceActs name={row.name} items={acts(row)} disabledReason={disabledReasonOf(row)} active={active} />
  ));
