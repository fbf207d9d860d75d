import type { ShareTargets } from '#schemas/sharing/routes.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useDensity } from '#web/ui/table/use-density.ts';
import { hasProfile } from './profile-share.ts';
import type { SharedTemplate } from './sharing-queries.ts';
import { useSharingTexts } from './texts/en.ts';

type Profile = ShareTargets['profiles'][number];

interface Props {
  readonly profiles: readonly Profile[];
  readonly templates: readonly SharedTemplate[];
  readonly panel: PanelState;
  readonly chosen: number | undefined;
  readonly onChoose: (profile: number) => void;
}

function useColumns(templates: readonly SharedTemplate[]): readonly Column<Profile>[] {
  const text = useSharingTexts();
  const language = useLanguage();
  const countOf = (profile: number): number =>
    templates.filter(({ share }) => share.everyone || hasProfile(share, profile)).length;
  return [
    {
      id: 'name',
      header: text('profile'),
      value: ({ name }) => name,
      cell: ({ name }) => <span className="tt-ellipsis">{name}</span>,
      width: 120,
      grow: 1,
      fixed: true,
      sortable: false,
    },
    {
      id: 'clients',
      header: text('clients'),
      value: ({ clients }) => clients,
      cell: ({ clients }) => formatNumber(clients, language),
      width: 84,
      align: 'right',
      sortable: false,
    },
    {
      id: 'templates',
      header: text('templateCount'),
      value: ({ id }) => countOf(id),
      cell: ({ id }) => formatNumber(countOf(id), language),
      width: 96,
      align: 'right',
      sortable: false,
    },
  ];
}

/** Customer profiles with their numbers of customers and templates. */
export function ProfileList({ profiles, templates, panel, chosen, onChoose }: Props) {
  const text = useSharingTexts();
  const columns = useColumns(templates);
  const empty: PanelState = { is: 'empty', title: text('noProfiles'), hint: text('noProfilesHint') };
  return (
    <Panel label={text('profiles')} state={panel.is === 'ready' && profiles.length === 0 ? empty : panel}>
      <DataTable
        name="sharing-profiles"
        label={text('profiles')}
        rows={profiles}
        columns={columns}
        rowId={({ id }) => String(id)}
        rowName={({ name }) => name}
        density={useDensity()}
        openedId={chosen === undefined ? undefined : String(chosen)}
        onOpen={({ id }) => onChoose(id)}
      />
    </Panel>
  );
}
