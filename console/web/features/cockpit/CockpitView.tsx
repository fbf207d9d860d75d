import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { IconChevronLeft, IconPlus } from '@tabler/icons-react';
import type { Cockpit } from '#schemas/cockpit/cockpit.ts';
import { markCockpitOpened, updateAlarm } from '#schemas/cockpit/routes.ts';
import { additionRejection } from '#schemas/cockpit/rules.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { call } from '#web/kernel/api/call.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useReachReason } from '#web/kernel/permission/use-reach-reason.ts';
import { useQueryCache } from '#web/kernel/query/use-query-cache.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { RowActions } from '#web/ui/menu/RowActions.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { useBuiltInName } from '#web/kernel/text/use-built-in-name.ts';
import { AlarmDrawer } from './alarm-editor/AlarmDrawer.tsx';
import { AlarmTable } from './AlarmTable.tsx';
import { CockpitStatus } from './CockpitStatus.tsx';
import { LevelPairs } from './LevelPairs.tsx';
import { StarterNote } from './starter/StarterNote.tsx';
import { useCockpitActions } from './library/cockpit-actions.tsx';
import { useCockpitTask } from './library/use-cockpit-task.tsx';
import type { CockpitTask, TaskCockpit } from './library/cockpit-task.ts';
import { cockpitQuery, libraryTouches } from './cockpit-queries.ts';
import { cockpitFaultText } from './cockpit-fault-text.ts';
import { useCockpitSearch } from './cockpit-search.ts';
import { useCockpitTexts } from './texts/en.ts';
import { CockpitVersions } from './versions/CockpitVersions.tsx';

const taskOf = (cockpit: Cockpit): TaskCockpit => ({ ...cockpit, alarms: { total: cockpit.alarms.length } });

type Guard = ReturnType<typeof useCockpitTask>['guard'];

/** Adds the cockpit to the recently opened ones. A failure, as on a read-only server, is ignored. */
function useRecordOpening(id: number): void {
  const cache = useQueryCache();
  useEffect(() => {
    call(markCockpitOpened, { params: { cockpitId: id }, body: {} })
      .then(() => cache.refresh(...libraryTouches))
      .catch(() => undefined);
  }, [id, cache]);
}

function More({
  cockpit,
  onTask,
}: {
  readonly cockpit: Cockpit;
  readonly onTask: (task: CockpitTask) => void;
}) {
  const disabledReason = useDisabledReason(updateAlarm);
  const actions = useCockpitActions(onTask);
  const name = useBuiltInName('cockpit')(cockpit.name);
  return <RowActions name={name} items={actions(taskOf(cockpit))} disabledReason={disabledReason} />;
}

function AddAlarm({ cockpit, guard }: { readonly cockpit: Cockpit | undefined; readonly guard: Guard }) {
  const text = useCockpitTexts();
  const language = useLanguage();
  const { change } = useCockpitSearch();
  const missing = useDisabledReason(updateAlarm);
  const disabledReason = useReachReason()(cockpit) ?? missing;
  const full = cockpit && additionRejection(cockpit);
  return (
    <Button
      kind="primary"
      icon={<IconPlus size={15} />}
      disabledReason={disabledReason ?? (full && cockpitFaultText(full, language))}
      onClick={() => cockpit && guard(cockpit, () => change({ alarm: 'new', tab: 'definition' }))}
    >
      {text('addAlarm')}
    </Button>
  );
}

/** One cockpit: its alarms, with the editor of the open one next to them. */
export function CockpitView({ id }: { readonly id: number }) {
  const text = useCockpitTexts();
  const language = useLanguage();
  const { search, open } = useCockpitSearch();
  const cockpit = useQuery(cockpitQuery(id));
  const { openTask, guard, dialogs } = useCockpitTask();
  useRecordOpening(id);
  const { data } = cockpit;
  const nameOf = useBuiltInName('cockpit');
  const alarm = data?.alarms.find((one) => one.id === search.alarm);
  const edited = data !== undefined && (search.alarm === 'new' || alarm !== undefined);
  return (
    <div className="tt-page">
      <nav className="tt-cockpit-back" aria-label={text('back')}>
        <Button kind="quiet" icon={<IconChevronLeft size={15} />} onClick={() => open(undefined)}>
          {text('back')}
        </Button>
      </nav>
      <PageHeader
        title={data === undefined ? '\u00A0' : nameOf(data.name)}
        aside={data !== undefined && <CockpitStatus cockpit={data} />}
        actions={
          <>
            {data !== undefined && <CockpitVersions cockpit={data} />}
            {data !== undefined && <More cockpit={data} onTask={openTask} />}
            <AddAlarm cockpit={data} guard={guard} />
          </>
        }
      />
      <StarterNote cockpit={data} />
      <LevelPairs cockpit={data} guard={guard} />
      <div className="tt-cockpit-split">
        <AlarmTable
          cockpit={data}
          panel={panelStateOf(cockpit, language, 'TEMPLATE.COCKPIT.read')}
          guard={guard}
        />
        {edited && (
          <AlarmDrawer
            key={String(search.alarm)}
            cockpit={data}
            alarm={alarm}
            onName={() => openTask({ is: 'rename', cockpit: taskOf(data) })}
          />
        )}
      </div>
      {dialogs}
    </div>
  );
}
