import { IconPalette } from '@tabler/icons-react';
import { formatTyped } from '#schemas/unit/format.ts';
import type { Customer } from '#schemas/customer/customer.ts';
import { resourceActionsColumn, rowItems } from '#web/kernel/resource/resource-actions-column.tsx';
import type { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import type { Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { countColumn, textColumn } from '#web/ui/table/columns.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { shownBuiltIn } from '#schemas/name/built-in-name.ts';
import type { en } from './texts/en.ts';

export interface CustomerColumnOptions {
  readonly text: Translate<typeof en>;
  readonly resource: ReturnType<typeof useResourceTexts>;
  readonly language: Language;
  readonly disabledReason: string | undefined;
  readonly onEdit: (customer: Customer) => void;
  readonly onBrand: (customer: Customer) => void;
  readonly onRemove: (customer: Customer) => void;
}

const bandwidth = (bps: number | null, language: Language): string =>
  bps === null ? '–' : formatTyped(bps, 'bps', language);

const actions = ({
  text,
  resource,
  disabledReason,
  onEdit,
  onBrand,
  onRemove,
}: CustomerColumnOptions): Column<Customer> =>
  resourceActionsColumn({
    resource,
    disabledReasonOf: () => disabledReason,
    actions: (customer) => [
      rowItems(resource).edit(() => onEdit(customer)),
      {
        is: 'action',
        label: text('brand'),
        icon: <IconPalette size={15} />,
        run: () => onBrand(customer),
      },
      ...rowItems(resource).remove(() => onRemove(customer)),
    ],
  });

export function customerColumns(options: CustomerColumnOptions): readonly Column<Customer>[] {
  const { text, language } = options;
  return [
    { ...textColumn('name', text('name'), ({ name }) => name), width: 140, grow: 2, fixed: true },
    { ...textColumn('clientId', text('clientId'), ({ clientId }) => clientId), width: 140 },
    { ...textColumn('profile', text('profile'), ({ profileName }) => profileName), width: 140 },
    {
      ...textColumn('role', text('defaultRole'), ({ defaultRoleLabel: role }) =>
        role === null ? text('platformDefault') : shownBuiltIn('role', role, language),
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
      ...textColumn(
        'timeZone',
        text('timeZone'),
        ({ timeZone, countryTimeZone }) => timeZone ?? countryTimeZone ?? text('timeZoneOfReader'),
      ),
      width: 130,
      yields: 1,
    },
    { ...countColumn('sites', text('sites'), { countOf: ({ sites }) => sites, language }), width: 70 },
    actions(options),
  ];
}
