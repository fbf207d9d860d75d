import { useMemo } from 'react';
import type { CockpitSummary } from '#schemas/cockpit/cockpit.ts';
import { updateCockpit } from '#schemas/cockpit/routes.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { sortingFrom, sortingText } from '#web/ui/table/sorting-text.ts';
import { useDensity } from '#web/ui/table/use-density.ts';
import { useResourceTexts } from '#web/kernel/resource/use-resource-texts.ts';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import type { TaskCockpit } from './cockpit-task.ts';
import { libraryColumns } from './library-columns.tsx';
import { useCockpitSearch } from '../use-cockpit-search.ts';
import { useCockpitTexts } from '../use-cockpit-texts.ts';

interface Props {
  readonly cockpits: readonly CockpitSummary[] | undefined;
  readonly panel: PanelState;
  readonly actions: (cockpit: TaskCockpit) => readonly MenuItem[];
}

const matches = ({ name, description, author }: CockpitSummary, search: string): boolean =>
  `${name} ${description} ${author ?? ''}`.toLowerCase().includes(search.toLowerCase());

export function LibraryTable({ cockpits = [], panel, actions }: Props) {
  const text = useCockpitTexts();
  const resource = useResourceTexts();
  const language = useLanguage();
  const disabledReason = useDisabledReason(updateCockpit);
  const { search, change, open } = useCockpitSearch();
  const { q = '' } = search;
  const rows = useMemo(() => cockpits.filter((cockpit) => matches(cockpit, q)), [cockpits, q]);
  const columns = useMemo(
    () => libraryColumns({ text, resource, language, disabledReason, actions }),
    [text, resource, language, disabledReason, actions],
  );
  const clear = () => change({ q: undefined }, true);
  const empty: PanelState =
    cockpits.length === 0
      ? { is: 'empty', title: text('emptyTitle'), hint: text('emptyHint') }
      : {
          is: 'empty-by-filter',
          filters: [{ label: text('filterText', { text: q }), clear }],
          clearAll: clear,
        };
  return (
    <Panel label={text('library')} state={panel.is === 'ready' && rows.length === 0 ? empty : panel}>
      <DataTable
        label={text('library')}
        rows={rows}
        columns={columns}
        rowId={({ id }) => String(id)}
        rowName={({ name }) => name}
        density={useDensity()}
        sorting={sortingFrom(search.sort)}
        onSort={(sorting) => change({ sort: sortingText(sorting) }, true)}
        onOpen={({ id }) => open(id)}
      />
    </Panel>
  );
}
