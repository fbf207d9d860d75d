import { IconCopy, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import type { CockpitSummary } from '#schemas/cockpit/cockpit.ts';
import { formatDateTime } from '#web/lib/format.ts';
import type { Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Menu } from '#web/ui/Menu.tsx';
import type { Column } from '#web/ui/table-column.ts';
import type { CockpitTask } from './cockpit-task.ts';
import type { en } from './texts/en.ts';

export interface LibraryColumnOptions {
  readonly text: Translate<typeof en>;
  readonly language: Language;
  /** Why the user may not change anything. */
  readonly refusal: string | undefined;
  readonly onTask: (task: CockpitTask) => void;
}

type LibraryColumn = Column<CockpitSummary>;

const nameColumns = ({ text }: LibraryColumnOptions): readonly LibraryColumn[] => [
  {
    id: 'name',
    header: text('name'),
    value: ({ name }) => name,
    cell: ({ name }) => <span className="tt-cockpit-name tt-ellipsis">{name}</span>,
    width: 220,
    grow: 3,
    fixed: true,
  },
  {
    id: 'description',
    header: text('description'),
    value: ({ description }) => description,
    cell: ({ description }) => <span className="tt-muted tt-ellipsis">{description}</span>,
    width: 200,
    grow: 5,
    sortable: false,
  },
];

function AlarmCount({ alarms, text }: Pick<CockpitSummary, 'alarms'> & Pick<LibraryColumnOptions, 'text'>) {
  const { total, enabled } = alarms;
  if (enabled === total) return <span>{total}</span>;
  return (
    <span>
      {total} <span className="tt-muted">({text('ofWhich', { enabled, total })})</span>
    </span>
  );
}

const factColumns = ({ text, language }: LibraryColumnOptions): readonly LibraryColumn[] => [
  {
    id: 'alarms',
    header: text('alarms'),
    value: ({ alarms }) => alarms.total,
    cell: ({ alarms }) => <AlarmCount alarms={alarms} text={text} />,
    width: 190,
    align: 'right',
  },
  {
    id: 'author',
    header: text('author'),
    value: ({ author }) => author,
    cell: ({ author }) => (
      <span className={author === null ? 'tt-muted tt-ellipsis' : 'tt-ellipsis'}>
        {author ?? text('imported')}
      </span>
    ),
    width: 150,
    grow: 1,
  },
  {
    id: 'modified',
    header: text('modified'),
    value: ({ updatedAt }) => -updatedAt,
    cell: ({ updatedAt }) => formatDateTime(updatedAt, language),
    width: 168,
    align: 'right',
  },
];

function Actions({
  cockpit,
  active,
  text,
  refusal,
  onTask,
}: LibraryColumnOptions & { readonly cockpit: CockpitSummary; readonly active: boolean }) {
  const button = (
    <IconButton
      small
      label={text('actionsOf', { name: cockpit.name })}
      icon={<IconDots size={16} />}
      tabIndex={active ? 0 : -1}
      disabledReason={refusal}
    />
  );
  if (refusal !== undefined) return button;
  return (
    <Menu
      target={button}
      items={[
        {
          is: 'action',
          label: text('rename'),
          icon: <IconPencil size={15} />,
          run: () => onTask({ is: 'rename', cockpit }),
        },
        {
          is: 'action',
          label: text('duplicate'),
          icon: <IconCopy size={15} />,
          run: () => onTask({ is: 'duplicate', cockpit }),
        },
        { is: 'line', id: 'line' },
        {
          is: 'action',
          label: text('remove'),
          icon: <IconTrash size={15} />,
          run: () => onTask({ is: 'remove', cockpit }),
        },
      ]}
    />
  );
}

const actionColumn = (options: LibraryColumnOptions): LibraryColumn => ({
  id: 'actions',
  header: options.text('actions'),
  quietHeader: true,
  sortable: false,
  fixed: true,
  value: () => null,
  cell: (cockpit, { active }) => <Actions {...options} cockpit={cockpit} active={active} />,
  width: 48,
});

/** Columns of the library. */
export const libraryColumns = (options: LibraryColumnOptions): readonly LibraryColumn[] => [
  ...nameColumns(options),
  ...factColumns(options),
  actionColumn(options),
];
