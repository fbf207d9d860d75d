import { formatValue } from '#schemas/unit/format.ts';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { Customer } from '#schemas/customer/customer.ts';
import type { Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { actionsColumn, countColumn, textColumn } from '#web/ui/table/columns.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import type { en } from './texts/en.ts';

export interface CustomerColumnOptions {
  readonly text: Translate<typeof en>;
  readonly language: Language;
  readonly disabledReason: string | undefined;
  readonly onEdit: (customer: Customer) => void;
  readonly onRemove: (customer: Customer) => void;
}

const bandwidth = (bps: number | null, language: Language): string =>
  bps === null ? '–' : formatValue(bps, 'bps', language);

const actions = ({ text, disabledReason, onEdit, onRemove }: CustomerColumnOptions): Column<Customer> =>
  actionsColumn(text('edit'), 84, (customer, { active }) => (
    <>
      <IconButton
        small
        tabIndex={active ? 0 : -1}
        label={text('editNamed', { name: customer.name })}
        icon={<IconPencil size={15} />}
        disabledReason={disabledReason}
        onClick={() => onEdit(customer)}
      />
      <IconButton
        small
        tabIndex={active ? 0 : -1}
        label={text('deleteNamed', { name: customer.name })}
        icon={<IconTrash size={15} />}
        disabledReason={disabledReason}
        onClick={() => onRemove(customer)}
      />
    </>
  ));

export function customerColumns(options: CustomerColumnOptions): readonly Column<Customer>[] {
  const { text, language } = options;
  return [
    { ...textColumn('name', text('name'), ({ name }) => name), width: 140, grow: 2, fixed: true },
    { ...textColumn('clientId', text('clientId'), ({ clientId }) => clientId), width: 140 },
    { ...textColumn('profile', text('profile'), ({ profileName }) => profileName), width: 140 },
    {
      ...textColumn(
        'role',
        text('defaultRole'),
        ({ defaultRoleLabel }) => defaultRoleLabel ?? text('platformDefault'),
      ),
      width: 160,
    },
    {
      id: 'bandwidth',
      header: text('bandwidth'),
      value: ({ contractedInBps }) => contractedInBps,
      cell: ({ contractedInBps, contractedOutBps }) =>
        `${bandwidth(contractedInBps, language)} / ${bandwidth(contractedOutBps, language)}`,
      width: 200,
      align: 'right',
    },
    { ...countColumn('sites', text('sites'), { countOf: ({ sites }) => sites, language }), width: 70 },
    actions(options),
  ];
}
