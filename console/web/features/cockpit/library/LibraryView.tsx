import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { IconPlus, IconSearch, IconUpload, IconUsersGroup } from '@tabler/icons-react';
import type { CockpitSummary } from '#schemas/cockpit/cockpit.ts';
import { createCockpit } from '#schemas/cockpit/routes.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Figure } from '#web/ui/layout/Figure.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { useCockpitActions } from './cockpit-actions.tsx';
import { useCockpitTask } from './use-cockpit-task.tsx';
import { GroupsDialog } from '../groups/GroupsDialog.tsx';
import { LibraryTable } from './LibraryTable.tsx';
import { RecentCockpits } from './RecentCockpits.tsx';
import { libraryQuery } from '../cockpit-queries.ts';
import { useCockpitSearch } from '../cockpit-search.ts';
import { useFileTexts } from '../file/texts/en.ts';
import { useCockpitTexts } from '../texts/en.ts';
import './library.css';

function Totals({ cockpits }: { readonly cockpits: readonly CockpitSummary[] | undefined }) {
  const text = useCockpitTexts();
  if (cockpits === undefined) return null;
  const enabled = cockpits.reduce((sum, { alarms }) => sum + alarms.enabled, 0);
  return (
    <div className="tt-figures">
      <Figure value={cockpits.length} label={text('cockpitCount', { count: cockpits.length })} />
      <Figure value={enabled} label={text('enabledCount', { count: enabled })} />
    </div>
  );
}

/** The cockpits, with actions to create, duplicate, rename and delete one. */
export function LibraryView() {
  const text = useCockpitTexts();
  const file = useFileTexts();
  const { search, change } = useCockpitSearch();
  const library = useQuery(libraryQuery);
  const { openTask, dialogs } = useCockpitTask();
  const actionsOf = useCockpitActions(openTask);
  const [showsGroups, setShowsGroups] = useState(false);
  const add = { disabledReason: useDisabledReason(createCockpit), run: () => openTask({ is: 'new' }) };
  const actions = (
    <>
      <Button icon={<IconUsersGroup size={15} />} onClick={() => setShowsGroups(true)}>
        {text('groups')}
      </Button>
      <Button
        icon={<IconUpload size={15} />}
        disabledReason={add.disabledReason}
        onClick={() => openTask({ is: 'import' })}
      >
        {file('importFile')}
      </Button>
      <Button
        kind="primary"
        icon={<IconPlus size={15} />}
        disabledReason={add.disabledReason}
        onClick={add.run}
      >
        {text('create')}
      </Button>
    </>
  );
  return (
    <div className="tt-page">
      <PageHeader title={text('title')} aside={<Totals cockpits={library.data} />} actions={actions} />
      <Toolbar label={text('toolbar')}>
        <div className="tt-cockpit-search">
          <TextField
            quietLabel
            label={text('find')}
            placeholder={text('find')}
            icon={<IconSearch size={15} />}
            value={search.q ?? ''}
            onChange={(q) => change({ q: q === '' ? undefined : q }, true)}
          />
        </div>
        <RecentCockpits cockpits={library.data} />
      </Toolbar>
      <LibraryTable query={library} cockpits={library.data} actions={actionsOf} add={add} />
      {dialogs}
      {showsGroups && <GroupsDialog onClose={() => setShowsGroups(false)} />}
    </div>
  );
}
