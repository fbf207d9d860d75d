import { IconShare3, IconUserShare } from '@tabler/icons-react';
import { resourceKinds } from '#schemas/resource/kind.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { SharedWithText } from '#web/kernel/resource/SharedWithText.tsx';
import { Checkbox } from '#web/ui/field/Checkbox.tsx';
import { Tooltip } from '#web/ui/feedback/Tooltip.tsx';
import { rowActionsColumn } from '#web/ui/table/row-actions-column.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { hasProfile } from './profile-share.ts';
import type { SharedTemplate } from './sharing-queries.ts';
import { useSharingTexts } from './texts/en.ts';

interface Options {
  readonly profile: number;
  /** Why templates cannot be shared. */
  readonly disabledReasonOf: (template: SharedTemplate) => string | undefined;
  readonly onToggle: (template: SharedTemplate) => void;
  readonly onShare: (template: SharedTemplate) => void;
  readonly onOwner: (template: SharedTemplate) => void;
}

type TemplateColumn = Column<SharedTemplate>;

function Has({ template, active, options }: { template: SharedTemplate; active: boolean; options: Options }) {
  const text = useSharingTexts();
  const { profile, disabledReasonOf, onToggle } = options;
  const { everyone } = template.share;
  const reason = disabledReasonOf(template) ?? (everyone ? text('viaEveryone') : undefined);
  const box = (
    <span>
      <Checkbox
        quietLabel
        label={text('hasOf', { name: template.name })}
        checked={everyone || hasProfile(template.share, profile)}
        disabled={reason !== undefined}
        tabIndex={active ? 0 : -1}
        onChange={() => onToggle(template)}
      />
    </span>
  );
  return reason === undefined ? box : <Tooltip label={reason}>{box}</Tooltip>;
}

function useFacts(): readonly TemplateColumn[] {
  const text = useSharingTexts();
  const language = useLanguage();
  return [
    {
      id: 'name',
      header: text('name'),
      value: ({ name }) => name,
      cell: ({ name }) => <span className="tt-ellipsis">{name}</span>,
      width: 150,
      grow: 3,
      fixed: true,
    },
    {
      id: 'kind',
      header: text('kind'),
      value: ({ kind }) => resourceKinds[kind].words[language],
      cell: ({ kind }) => resourceKinds[kind].words[language],
      width: 100,
    },
    {
      id: 'owner',
      header: text('owner'),
      value: ({ owner }) => owner?.name ?? '',
      cell: ({ owner }) => <span className="tt-ellipsis">{owner?.name ?? 'Telltale'}</span>,
      width: 110,
      grow: 1,
    },
    {
      id: 'shared',
      header: text('sharedWith'),
      value: ({ share }) => share.profiles.length + share.clients.length,
      cell: ({ share }) => <SharedWithText share={share} />,
      width: 150,
      grow: 2,
      sortable: false,
    },
  ];
}

/** Columns of the templates, for one profile. */
export function useTemplateColumns(options: Options): readonly TemplateColumn[] {
  const text = useSharingTexts();
  const resource = useResourceTexts();
  const { disabledReasonOf, onShare, onOwner } = options;
  return [
    {
      id: 'has',
      header: text('has'),
      value: ({ share }) => Number(share.everyone || hasProfile(share, options.profile)),
      cell: (template, { active }) => <Has template={template} active={active} options={options} />,
      width: 92,
    },
    ...useFacts(),
    rowActionsColumn({
      header: resource('actions'),
      nameOf: ({ name }) => name,
      disabledReasonOf,
      primaryOf: (template) => ({
        label: text('shareOf', { name: template.name }),
        icon: <IconShare3 size={16} />,
        run: () => onShare(template),
      }),
      actions: (template) => [
        {
          is: 'action',
          label: resource('ownerChange'),
          icon: <IconUserShare size={15} />,
          run: () => onOwner(template),
        },
      ],
    }),
  ];
}
