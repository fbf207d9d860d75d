import type { MenuItem } from '#web/ui/menu-item.ts';
import type { Column } from '#web/ui/table-column.ts';
import { ResourceActs } from './ResourceActs.tsx';
import type { useResourceTexts } from './use-resource-texts.ts';

interface Acts<Row> {
  readonly resource: ReturnType<typeof useResourceTexts>;
  readonly acts: (row: Row) => readonly MenuItem[];
  /** Why nothing can be done with one. */
  readonly disabledReasonOf: (row: Row) => string | undefined;
}

/** The last column of a list of resources: what can be done with each. */
export const actsColumn = <Row extends { readonly name: string }>({
  resource,
  acts,
  disabledReasonOf,
}: Acts<Row>): Column<Row> => ({
  id: 'actions',
  header: resource('actions'),
  quietHeader: true,
  sortable: false,
  fixed: true,
  value: () => null,
  cell: (row, { active }) => (
    <ResourceActs name={row.name} items={acts(row)} disabledReason={disabledReasonOf(row)} active={active} />
  ),
  width: 48,
});
