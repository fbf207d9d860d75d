import { shownBuiltIn } from '#schemas/name/built-in-name.ts';
import { useCallback, useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Alarm, Cockpit } from '#schemas/cockpit/cockpit.ts';
import { enableAlarm } from '#schemas/cockpit/routes.ts';
import type { useOwnership } from '#web/kernel/resource/use-ownership.tsx';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useReachReason } from '#web/kernel/permission/use-reach-reason.ts';
import { useQueryCache } from '#web/kernel/query/use-query-cache.ts';
import { useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useWide } from '#web/lib/use-wide.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { sortingFrom, sortingText } from '#web/ui/table/sorting-text.ts';
import { useDensity } from '#web/ui/table/use-density.ts';
import { alarmColumns } from './alarm-columns.tsx';
import { alarmTouches, groupsQuery, keepAlarm } from './cockpit-queries.ts';
import { useCockpitSearch } from './cockpit-search.ts';
import { useCockpitTexts } from './texts/en.ts';

/** Columns that the editor repeats: the others stay readable next to it. */
const columnsWithEditor: ReadonlySet<string> = new Set(['element', 'own', 'visibility', 'modified']);
const columnsWithEditorNarrow: ReadonlySet<string> = new Set([...columnsWithEditor, 'kpi']);
const none: ReadonlySet<string> = new Set();
/** Hidden so that the names of alarms and KPIs have room next to the menu. */
const narrow: ReadonlySet<string> = new Set(['modified']);
const EVERY_COLUMN_PX = 1_350;

interface Props {
  readonly cockpit: Cockpit | undefined;
  readonly panel: PanelState;
  /** Requires confirmation before a cockpit of another owner is changed. */
  readonly guard: ReturnType<typeof useOwnership>['guard'];
}

/** Enables or disables an alarm from its row. */
function useSwitch(cockpitId: number) {
  const cache = useQueryCache();
  const { run } = useRouteAction(enableAlarm, { touches: alarmTouches(cockpitId) });
  return useCallback(
    ({ id, version, enabled }: Alarm) =>
      run(
        { params: { cockpitId, alarm: id }, body: { version, enabled: !enabled } },
        { onDone: (alarm) => keepAlarm(cache, cockpitId, alarm) },
      ),
    [run, cockpitId, cache],
  );
}

/** Columns to hide, with and without the editor. */
function useHidden(isEditing: boolean): ReadonlySet<string> {
  const adjacent = useWide() ? columnsWithEditor : columnsWithEditorNarrow;
  const alone = useWide(EVERY_COLUMN_PX) ? none : narrow;
  return isEditing ? adjacent : alone;
}

/** The alarms of a cockpit; opening one shows its editor. */
export function AlarmTable({ cockpit, panel, guard }: Props) {
  const text = useCockpitTexts();
  const language = useLanguage();
  const { search, change } = useCockpitSearch();
  const { data: groups } = useQuery(groupsQuery);
  const switchAlarm = useSwitch(cockpit?.id ?? 0);
  const missing = useDisabledReason(enableAlarm);
  const disabledReason = useReachReason()(cockpit) ?? missing;
  const changing = useCallback((run: () => void) => cockpit && guard(cockpit, run), [cockpit, guard]);
  const onSwitch = useCallback((one: Alarm) => changing(() => switchAlarm(one)), [changing, switchAlarm]);
  const kpis = useKpis();
  const columns = useMemo(
    () => alarmColumns({ text, language, kpis, disabledReason, groups: groups ?? [], onSwitch }),
    [text, language, kpis, disabledReason, groups, onSwitch],
  );
  const rows = cockpit?.alarms ?? [];
  const empty: PanelState = {
    is: 'empty',
    title: text('noAlarmsTitle'),
    hint: text('noAlarmsHint'),
    add: { disabledReason, run: () => changing(() => change({ alarm: 'new' })) },
  };
  const { alarm } = search;
  const hidden = useHidden(alarm !== undefined);
  /** Editing requires confirmation when another user owns the cockpit. */
  const openOrClose = (id: number) => {
    const open = () => change({ alarm: alarm === id ? undefined : id });
    if (disabledReason === undefined && alarm !== id) changing(open);
    else open();
  };
  return (
    <Panel label={text('definitions')} state={panel.is === 'ready' && rows.length === 0 ? empty : panel}>
      <DataTable
        name="cockpit-alarms"
        label={text('definitions')}
        rows={rows}
        columns={columns}
        rowId={({ id }) => String(id)}
        rowName={({ label }) => shownBuiltIn('alarm', label, language)}
        density={useDensity()}
        hidden={hidden}
        sorting={sortingFrom(search.sort)}
        openedId={alarm === undefined ? undefined : String(alarm)}
        onSort={(sorting) => change({ sort: sortingText(sorting) }, true)}
        onOpen={({ id }) => openOrClose(id)}
      />
    </Panel>
  );
}
