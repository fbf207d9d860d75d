import { useBuiltInName } from '#web/kernel/text/use-built-in-name.ts';
import { searchedBuiltIn } from '#schemas/name/built-in-name.ts';
import { useMemo } from 'react';
import type { CockpitSummary } from '#schemas/cockpit/cockpit.ts';
import { updateCockpit } from '#schemas/cockpit/routes.ts';
import type { QueryState } from '#web/kernel/api/panel-state-of.ts';
import { useListPanel } from '#web/kernel/api/use-list-panel.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { sortingFrom, sortingText } from '#web/ui/table/sorting-text.ts';
import { useDensity } from '#web/ui/table/use-density.ts';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import type { EmptyAction } from '#web/ui/panel/panel-state.ts';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import type { TaskCockpit } from './cockpit-task.ts';
import { libraryColumns } from './library-columns.tsx';
import { useCockpitSearch } from '../cockpit-search.ts';
import { useCockpitDescription } from '../starter/use-cockpit-description.ts';
import { useCockpitTexts } from '../texts/en.ts';

interface Props {
  readonly query: QueryState;
  readonly cockpits: readonly CockpitSummary[] | undefined;
  readonly actions: (cockpit: TaskCockpit) => readonly MenuItem[];
  /** Creates the first cockpit. */
  readonly add: EmptyAction;
}

const searchedText = ({ name, description, author }: CockpitSummary): readonly string[] => [
  [searchedBuiltIn('cockpit', name), searchedBuiltIn('cockpit description', description), author ?? ''].join(
    ' ',
  ),
];

export function LibraryTable({ query, cockpits, actions, add }: Props) {
  const text = useCockpitTexts();
  const resource = useResourceTexts();
  const nameOf = useBuiltInName('cockpit');
  const describe = useCockpitDescription();
  const disabledReason = useDisabledReason(updateCockpit);
  const { search, change, open } = useCockpitSearch();
  const columns = useMemo(
    () => libraryColumns({ text, resource, nameOf, describe, disabledReason, actions }),
    [text, resource, nameOf, describe, disabledReason, actions],
  );
  const { shown, state } = useListPanel({
    query,
    rows: cockpits,
    q: search.q,
    textsOf: searchedText,
    change: (part) => change(part, true),
    empty: { title: text('emptyTitle'), hint: text('emptyHint'), add },
    needs: 'TEMPLATE.COCKPIT.read',
  });
  return (
    <Panel label={text('library')} state={state}>
      <DataTable
        name="cockpits"
        label={text('library')}
        rows={shown}
        columns={columns}
        rowId={({ id }) => String(id)}
        rowName={({ name }) => nameOf(name)}
        density={useDensity()}
        sorting={sortingFrom(search.sort)}
        onSort={(sorting) => change({ sort: sortingText(sorting) }, true)}
        onOpen={({ id }) => open(id)}
      />
    </Panel>
  );
}
