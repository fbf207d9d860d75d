import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { Customer } from '#schemas/customer/customer.ts';
import { formatNumber } from '#web/lib/format.ts';
import { formatValue } from '#web/lib/format-unit.ts';
import type { Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import type { Column } from '#web/ui/table-column.ts';
import type { en } from './texts/en.ts';

export interface CustomerColumnOptions {
  readonly text: Translate<typeof en>;
  readonly language: Language;
  readonly disabledReason: string | undefined;
  readonly onEdit: (customer: Customer) => void;
  readonly onRemove: (customer: Customer) => void;
}

const plain = (id: string, header: string, of: (customer: Customer) => string): Column<Customer> => ({
  id,
  header,
  value: of,
  cell: (customer) => <span className="tt-ellipsis">{of(customer)}</span>,
  width: 140,
  grow: 1,
});

const figure = (id: string, header: string, of: (customer: Customer) => number): Column<Customer> => ({
  id,
  header,
  value: of,
  cell: (customer) => String(of(customer)),
  width: 110,
  align: 'right',
});

const bandwidth = (bps: number | null, language: Language): string =>
  bps === null ? '–' : formatValue(bps, 'bps', language);

function actions({ text, disabledReason, onEdit, onRemove }: CustomerColumnOptions): Column<Customer> {
  return {
    id: 'actions',
    header: text('edit'),
    quietHeader: true,
    sortable: false,
    fixed: true,
    value: () => null,
    cell: (customer, { active }) => (
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
    ),
    width: 84,
  };
}

/** Columns of the customers. */
export function customerColumns(options: CustomerColumnOptions): readonly Column<Customer>[] {
  const { text, language } = options;
  return [
    { ...plain('name', text('name'), ({ name }) => name), fixed: true, grow: 2 },
    plain('clientId', text('clientId'), ({ clientId }) => clientId),
    plain('profile', text('profile'), ({ profileName }) => profileName),
    {
      ...plain(
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
    {
      ...figure('sites', text('sites'), ({ sites }) => sites),
      width: 70,
      cell: ({ sites }) => formatNumber(sites, language),
    },
    actions(options),
  ];
}
