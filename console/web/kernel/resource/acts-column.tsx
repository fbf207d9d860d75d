import type { MenuItem } from '#web/ui/menu-item.ts';
import type { Column } from '#web/ui/table-column.ts';
import { ResourceActs } from './ResourceActs.tsx';
import type { useResourceTexts } from './use-resource-texts.ts';

interface Acts<Row> {
  readonly resource: ReturnType<typeof useResourceTexts>;
  readonly acts: (row: Row) => readonly MenuItem[];
  /** Why nothing can be done with one. */
  readonly refusalOf: (row: Row) => string | undefined;
}

/** The last column of a list of resources: what can be done with each. */
export const actsColumn = <Row extends { readonly name: string }>({
  resource,
  acts,
  refusalOf,
}: Acts<Row>): Column<Row> => ({
  id: 'actions',
  header: resource('actions'),
  quietHeader: true,
  sortable: false,
  fixed: true,
  value: () => null,
  cell: (row, { active }) => (
    <ResourceActs name={row.name} items={acts(row)} refusal={refusalOf(row)} active={active} />
  ),
  width: 48,
});
