import type { CockpitSummary } from '#schemas/cockpit/cockpit.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { resourceActionsColumn } from '#web/kernel/resource/resource-actions-column.tsx';
import { modifiedColumn, ownerColumn } from '#web/kernel/resource/resource-columns.tsx';
import { SharedWithText } from '#web/kernel/resource/SharedWithText.tsx';
import type { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import type { Column } from '#web/ui/table/table-column.ts';
import type { TaskCockpit } from './cockpit-task.ts';
import type { en } from '../texts/en.ts';

export interface LibraryColumnOptions {
  readonly text: Translate<typeof en>;
  readonly nameOf: (stored: string) => string;
  readonly describe: (cockpit: CockpitSummary) => string;
  readonly resource: ReturnType<typeof useResourceTexts>;
  /** Why the user cannot change cockpits. */
  readonly disabledReason: string | undefined;
  readonly actions: (cockpit: TaskCockpit) => readonly MenuItem[];
}

type LibraryColumn = Column<CockpitSummary>;

const nameColumns = ({
  text,
  resource,
  nameOf,
  describe,
}: LibraryColumnOptions): readonly LibraryColumn[] => [
  {
    id: 'name',
    header: text('name'),
    value: ({ name }) => nameOf(name),
    cell: ({ name, status }) => (
      <span className="tt-named">
        <span className="tt-cockpit-name tt-ellipsis">{nameOf(name)}</span>
        {!status.active && <Tag tone="warning">{resource('inactive')}</Tag>}
      </span>
    ),
    width: 190,
    grow: 3,
    fixed: true,
  },
  {
    id: 'description',
    header: text('description'),
    value: describe,
    cell: (cockpit) => <span className="tt-muted tt-ellipsis">{describe(cockpit)}</span>,
    width: 130,
    grow: 4,
    sortable: false,
  },
];

function AlarmCount({ alarms, text }: Pick<CockpitSummary, 'alarms'> & Pick<LibraryColumnOptions, 'text'>) {
  const { total, enabled } = alarms;
  if (enabled === total) return <span>{total}</span>;
  return (
    <span>
      {total} <span className="tt-muted">({text('ofWhich', { count: enabled, total })})</span>
    </span>
  );
}

const sharingColumns = ({ resource }: LibraryColumnOptions): readonly LibraryColumn[] => [
  {
    id: 'shared',
    header: resource('sharedWith'),
    value: ({ share }) => (share.everyone ? '' : share.profiles.map(({ name }) => name).join()),
    cell: ({ share }) => <SharedWithText share={share} />,
    width: 130,
    grow: 2,
  },
  ownerColumn(resource),
];

const factColumns = ({ text, resource }: LibraryColumnOptions): readonly LibraryColumn[] => [
  {
    id: 'alarms',
    header: text('alarms'),
    value: ({ alarms }) => alarms.total,
    cell: ({ alarms }) => <AlarmCount alarms={alarms} text={text} />,
    width: 150,
    align: 'right',
  },
  {
    id: 'author',
    header: text('author'),
    value: ({ author }) => author,
    cell: ({ author, isStarter }) => (
      <span className={author === null ? 'tt-muted tt-ellipsis' : 'tt-ellipsis'}>
        {author ?? (isStarter === true ? resource('product') : text('imported'))}
      </span>
    ),
    width: 116,
    grow: 1,
  },
  modifiedColumn(resource),
];

/** Columns of the library. */
export const libraryColumns = (options: LibraryColumnOptions): readonly LibraryColumn[] => [
  ...nameColumns(options),
  ...sharingColumns(options),
  ...factColumns(options),
  resourceActionsColumn({
    resource: options.resource,
    actions: options.actions,
    nameOf: options.nameOf,
    disabledReasonOf: () => options.disabledReason,
  }),
];
