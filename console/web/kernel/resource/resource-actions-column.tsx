import type { ReactNode } from 'react';
import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { rowActionsColumn } from '#web/ui/table/row-actions-column.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import type { useResourceTexts } from './texts/en.ts';

type ResourceText = ReturnType<typeof useResourceTexts>;
type ActionItem = Extract<MenuItem, { readonly is: 'action' }>;

/** The actions that most rows offer, each by one word and one icon. */
export function rowItems(text: ResourceText) {
  const item =
    (label: string, icon: ReactNode) =>
    (run: () => void, disabledReason?: string): ActionItem => ({
      is: 'action',
      label,
      icon,
      disabledReason,
      run,
    });
  const remove = item(text('remove'), <IconTrash size={15} />);
  return {
    edit: item(text('edit'), <IconPencil size={15} />),
    duplicate: item(text('duplicate'), <IconCopy size={15} />),
    /** Comes last. */
    remove: (run: () => void, disabledReason?: string): readonly MenuItem[] => [
      { is: 'line', id: 'remove' },
      remove(run, disabledReason),
    ],
  };
}

interface Options<Row> {
  readonly resource: ResourceText;
  readonly actions: (row: Row) => readonly MenuItem[];
  /** Why a row offers no action. */
  readonly disabledReasonOf: (row: Row) => string | undefined;
  /** How its name is shown, where that is not what is stored. */
  readonly nameOf?: (stored: string) => string;
}

/** The menu of actions on each resource of a list; opening the row is its primary action. */
export const resourceActionsColumn = <Row extends { readonly name: string }>({
  resource,
  nameOf = (stored) => stored,
  ...options
}: Options<Row>): Column<Row> =>
  rowActionsColumn({ ...options, header: resource('actions'), nameOf: ({ name }) => nameOf(name) });
