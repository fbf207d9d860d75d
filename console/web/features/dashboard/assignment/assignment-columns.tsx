import { IconHome, IconHomeOff } from '@tabler/icons-react';
import type { HomeAssignment } from '#schemas/dashboard/home-routes.ts';
import type { Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { shownName } from '#web/kernel/resource/shown-name.ts';
import { textColumn } from '#web/ui/table/columns.tsx';
import { rowActionsColumn } from '#web/ui/table/row-actions-column.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import type { en } from './texts/en.ts';

interface Options {
  readonly text: Translate<typeof en>;
  readonly language: Language;
  readonly disabledReasonOf: (target: HomeAssignment) => string | undefined;
  readonly onAssign: (target: HomeAssignment) => void;
  readonly onRemove: (target: HomeAssignment) => void;
}

/** Roles, profiles and customers with the home page that is assigned to them. */
export function assignmentColumns({
  text,
  language,
  disabledReasonOf,
  onAssign,
  onRemove,
}: Options): readonly Column<HomeAssignment>[] {
  return [
    { ...textColumn('name', text('name'), ({ name }) => name), width: 160, grow: 2, fixed: true },
    { ...textColumn('kind', text('kind'), ({ kind }) => text(`kind_${kind}`)), width: 110, grow: 0 },
    {
      id: 'home',
      header: text('home'),
      value: ({ home }) => (home === null ? '' : shownName(home, language)),
      cell: ({ home }) =>
        home === null ? (
          <span className="tt-muted">{text('noHome')}</span>
        ) : (
          <>
            <span className="tt-ellipsis">{shownName(home, language)}</span>
            {!home.shared && <Tag tone="warning">{text('notShared')}</Tag>}
          </>
        ),
      width: 200,
      grow: 3,
    },
    rowActionsColumn({
      header: text('actions'),
      nameOf: ({ name }) => name,
      disabledReasonOf,
      primaryOf: (target) => ({
        label: text('assignOf', { name: target.name }),
        icon: <IconHome size={16} />,
        disabledReason: disabledReasonOf(target),
        run: () => onAssign(target),
      }),
      actions: (target) => [
        {
          is: 'action',
          label: text('remove'),
          icon: <IconHomeOff size={15} />,
          disabledReason: target.home === null ? text('hasNone') : undefined,
          run: () => onRemove(target),
        },
      ],
    }),
  ];
}
