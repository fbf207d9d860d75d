import { IconListDetails, IconPencil, IconSend } from '@tabler/icons-react';
import { targetStates } from '#schemas/notification/target-health.ts';
import { formatNumber } from '#web/lib/format.ts';
import type { Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { textColumn } from '#web/ui/table/columns.tsx';
import { rowActionsColumn } from '#web/ui/table/row-actions-column.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { Time } from '#web/ui/text/Time.tsx';
import type { SettingsText } from '../target/target-columns.tsx';
import { TargetStateCell } from './TargetStateCell.tsx';
import type { TargetRow } from './target-rows.ts';
import type { en } from './texts/en.ts';

export interface OverviewColumnOptions {
  readonly text: Translate<typeof en>;
  readonly settings: SettingsText;
  readonly language: Language;
  /** The service, or the kind. */
  readonly kindText: (row: TargetRow) => string;
  readonly filterText: (row: TargetRow) => string;
  /** Why the user cannot test a target. */
  readonly testReason: (row: TargetRow) => string | undefined;
  readonly onTest: (row: TargetRow) => void;
  readonly onOpen: (row: TargetRow) => void;
  readonly onEdit: (row: TargetRow) => void;
}

const identity = ({
  text,
  settings,
  kindText,
  filterText,
}: OverviewColumnOptions): readonly Column<TargetRow>[] => [
  {
    ...textColumn<TargetRow>('name', settings('name'), ({ name }) => name),
    width: 120,
    fixed: true,
    card: { line: 1 },
    cell: ({ name }) => <span className="tt-ellipsis tt-target-name">{name}</span>,
  },
  {
    ...textColumn<TargetRow>('kind', text('kind'), kindText),
    width: 80,
    grow: 0.2,
    card: { line: 1, end: true },
  },
  {
    id: 'state',
    header: settings('state'),
    // Below 1: the longest failure comes first.
    value: ({ state, failingSince }) => targetStates.indexOf(state) + (failingSince ?? 0) / 1e14,
    cell: (row) => <TargetStateCell target={row} />,
    width: 230,
    grow: 4,
    card: { line: 2 },
  },
  {
    ...textColumn<TargetRow>('what', settings('whichAlarms'), filterText),
    width: 110,
    grow: 1,
    card: { line: 3 },
  },
];

const figures = ({ text, language }: OverviewColumnOptions): readonly Column<TargetRow>[] => [
  {
    id: 'last',
    header: text('lastDelivered'),
    value: ({ lastDelivered }) => lastDelivered,
    cell: ({ lastDelivered }) => (lastDelivered === null ? '–' : <Time at={lastDelivered} />),
    width: 100,
    card: { line: 3, end: true },
  },
  {
    id: 'day',
    header: text('day'),
    value: ({ failed }) => failed,
    cell: ({ delivered, failed }) =>
      `${formatNumber(delivered, language)} / ${formatNumber(failed, language)}`,
    width: 120,
    align: 'right',
  },
  {
    id: 'backlog',
    header: text('backlog'),
    value: ({ backlog }) => backlog,
    cell: ({ backlog }) => (backlog === null ? text('unknown') : formatNumber(backlog, language)),
    width: 72,
    align: 'right',
  },
];

/** The columns of all notification targets. */
export const overviewColumns = (options: OverviewColumnOptions): readonly Column<TargetRow>[] => [
  ...identity(options),
  ...figures(options),
  rowActionsColumn<TargetRow>({
    header: options.text('targets'),
    nameOf: ({ name }) => name,
    disabledReasonOf: () => undefined,
    primaryOf: (row) => ({
      label: options.text('test', { name: row.name }),
      icon: <IconSend size={16} />,
      disabledReason: options.testReason(row),
      run: () => options.onTest(row),
    }),
    actions: (row) => [
      {
        is: 'action',
        label: options.text('open'),
        icon: <IconListDetails size={15} />,
        run: () => options.onOpen(row),
      },
      {
        is: 'action',
        label: options.settings('edit'),
        icon: <IconPencil size={15} />,
        disabledReason: options.testReason(row),
        run: () => options.onEdit(row),
      },
    ],
  }),
];
