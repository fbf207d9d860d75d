import { Suspense, useCallback, useMemo, useState, type ComponentProps, type ReactNode } from 'react';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { onFirstUse } from '#web/lib/on-first-use.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { ActiveFilter, PanelState } from '#web/ui/panel/panel-state.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { FIRST_LOAD_MS, useDelayed } from '#web/lib/use-delayed.ts';
import { useDensity } from '#web/ui/table/use-density.ts';
import { byUrgency } from './alert-rows.ts';
import { FoldingProvider } from './folded-alarms.tsx';
import { columnsWithGroups, useGroupName } from './GroupCells.tsx';
import { isGroup, type AlertTableRow } from './group-alarms.ts';
import { useAlarmActions } from './use-alarm-actions.tsx';
import { IncidentsProvider, useRunningIncidents, type Incidents } from '../incident/use-running-incidents.ts';
import { useAlarmGroups } from './use-alarm-groups.ts';
import type { Expiry } from '../handling/handling.ts';
import { OpenedAssignDialog } from '../assignment/AssignButton.tsx';
import { useBulkDisabledReason } from '../handling/use-bulk-disabled-reason.ts';
import { useSelectedAlarms } from '../handling/use-selected-alarms.ts';
import { sortingFrom, sortingText } from '#web/ui/table/sorting-text.ts';
import { alertDefaults, useAlertSearch } from '../alert-search.ts';
import { useAlertingTexts } from '../texts/en.ts';

const QuietAlarms = lazyPart(() => import('../monitoring/QuietAlarms.tsx'), 'QuietAlarms');
const loadBar = () => import('../handling/SelectionBar.tsx');
const SelectionBar = lazyPart(loadBar, 'SelectionBar');
onFirstUse(() => void loadBar().catch(() => undefined));

interface Props {
  readonly customerId: number;
  readonly panel: PanelState;
  /** All that run; `rows` are those that match the filters. */
  readonly alarms: readonly AlarmRow[];
  readonly rows: readonly AlarmRow[];
  readonly columns: readonly Column<AlarmRow>[];
  readonly onLocate: (site: number) => void;
  readonly onAcknowledge: (alarm: AlarmRow, expiry?: Expiry) => void;
}

const noAlarms: readonly AlarmRow[] = [];
const idOf = ({ id }: AlertTableRow): string => id;

function useFilters(): { readonly filters: readonly ActiveFilter[]; readonly clearAll: () => void } {
  const text = useAlertingTexts();
  const { search, change } = useAlertSearch();
  const filters: ActiveFilter[] = [];
  if (search.q !== undefined)
    filters.push({ label: text('filterText', { text: search.q }), clear: () => change({ q: undefined }) });
  if (search.severity.length > 0)
    filters.push({ label: text('filterSeverity'), clear: () => change({ severity: [] }) });
  if (search.site.length > 0)
    filters.push({
      label: text('filterSites', { count: search.site.length }),
      clear: () => change({ site: [] }),
    });
  if (search.alarm.length > 0)
    filters.push({
      label: text('filterAlarms', { count: search.alarm.length }),
      clear: () => change({ alarm: [] }),
    });
  if (search.link) filters.push({ label: text('filterArea'), clear: () => change({ link: false }) });
  if (!search.acknowledged)
    filters.push({ label: text('filterAcknowledged'), clear: () => change({ acknowledged: true }) });
  if (!search.silenced)
    filters.push({ label: text('filterSilenced'), clear: () => change({ silenced: true }) });
  if (search.assigned !== undefined)
    filters.push({
      label: text('assigneeIs', { who: text(`assignee-${search.assigned}`) }),
      clear: () => change({ assigned: undefined }),
    });
  return {
    filters,
    clearAll: () =>
      change({
        assigned: undefined,
        q: undefined,
        severity: [],
        site: [],
        alarm: [],
        ...alertDefaults,
        map: search.map,
      }),
  };
}

function stateOf(
  panel: PanelState,
  counts: { readonly total: number; readonly shown: number },
  empty: { readonly none: PanelState; readonly filtered: PanelState },
) {
  if (panel.is !== 'ready' || counts.shown > 0) return panel;
  return counts.total === 0 ? empty.none : empty.filtered;
}

type KeyActions = Pick<Props, 'onLocate' | 'onAcknowledge'> & {
  readonly onAssign: (alarms: readonly AlarmRow[]) => void;
  readonly isPast: boolean;
  readonly selection: ReturnType<typeof useSelectedAlarms>;
  readonly onFold: (key: string, row: AlertTableRow) => void;
};

/** Acknowledges or assigns the selected alarms by key, or the active one when none is selected. */
const onRowKeyOf =
  ({ isPast, selection, onLocate, onAcknowledge, onAssign, onFold }: KeyActions) =>
  (key: string, alarm: AlertTableRow): void => {
    onFold(key, alarm);
    if (isGroup(alarm)) return;
    if (key === 'l') onLocate(alarm.site);
    if (isPast) return;
    const hasSelection = selection.alarms.length > 0;
    if (key === 'i') onAssign(hasSelection ? selection.alarms : [alarm]);
    if (key !== 'a' && key !== 's') return;
    const expiry = key === 'a' ? 'clear' : '1h';
    if (hasSelection) selection.acknowledge(expiry);
    else onAcknowledge(alarm, expiry);
  };

/** The alarms whose assign dialog a key has opened. Where it is not possible, a toast gives the reason. */
function useAssigning(selected: number) {
  const [alarms, setAlarms] = useState<readonly AlarmRow[]>();
  const disabledReason = useBulkDisabledReason(selected);
  const open = useCallback(
    (chosen: readonly AlarmRow[]): void => {
      if (disabledReason === undefined) setAlarms(chosen);
      else showToast({ text: disabledReason, tone: 'bad' });
    },
    [disabledReason],
  );
  return { alarms, open, close: () => setAlarms(undefined) };
}

/** What the cells of the table read in addition to their rows. */
const TableContexts = ({
  folding,
  incidents,
  children,
}: {
  readonly folding: ComponentProps<typeof FoldingProvider>['value'];
  readonly incidents: Incidents;
  readonly children: ReactNode;
}) => (
  <IncidentsProvider value={incidents}>
    <FoldingProvider value={folding}>{children}</FoldingProvider>
  </IncidentsProvider>
);

/** The alarms running now, or at the past time, that match the filters. Worst first, unless sorted by a column. */
function AlarmRows({ customerId, panel, alarms, rows, columns, onLocate, onAcknowledge }: Props) {
  const text = useAlertingTexts();
  const { search, change } = useAlertSearch();
  const { filters, clearAll } = useFilters();
  const sorting = useMemo(() => sortingFrom(search.sort), [search.sort]);
  const isPast = search.at !== undefined;
  const selection = useSelectedAlarms(isPast ? noAlarms : rows);
  const label = text(isPast ? 'pastTable' : 'table');
  const ordered = useMemo(() => (sorting === undefined ? byUrgency(rows) : rows), [rows, sorting]);
  const incidents = useRunningIncidents({ customerId, alarms, all: search.group === 'incident' });
  const groups = useAlarmGroups(rows, { by: search.group, selection });
  const { folded, turn } = groups;
  const assigning = useAssigning(selection.alarms.length);
  const actions = useAlarmActions({ customerId, onLocate, onAcknowledge, onAssign: assigning.open });
  const withGroups = useMemo(
    () => columnsWithGroups([...columns, actions], { folded, turn }),
    [columns, actions, folded, turn],
  );
  const groupName = useGroupName(incidents);
  const keyActions = { isPast, selection, onLocate, onAcknowledge };
  const open = (row: AlertTableRow): void => {
    if (isGroup(row)) turn(row);
    else change({ open: search.open === row.id ? undefined : row.id }, search.open !== undefined);
  };
  const none: PanelState = {
    is: 'empty',
    title: text('pastQuietTitle'),
    hint: text('pastQuietHint'),
    isGood: true,
  };
  const filtered: PanelState = { is: 'empty-by-filter', filters, clearAll };
  const state = stateOf(panel, { total: alarms.length, shown: rows.length }, { none, filtered });
  return (
    <Panel label={label} state={state}>
      <TableContexts folding={groups.folding} incidents={incidents}>
        <DataTable
          name="alerts"
          label={label}
          rows={ordered}
          columns={withGroups}
          rowId={idOf}
          rowName={(row) => (isGroup(row) ? groupName(row) : `${row.name}, ${row.elementName}`)}
          density={useDensity()}
          sorting={sorting}
          holdsOrder={!isPast}
          openedId={search.open}
          onSort={(next) => change({ sort: sortingText(next) }, true)}
          onOpen={open}
          {...(isPast ? {} : { selected: groups.selected, onSelect: groups.onSelect })}
          onRowKey={onRowKeyOf({ ...keyActions, onAssign: assigning.open, onFold: groups.onKey })}
          arrange={groups.arrange}
          placeOf={groups.placeOf}
        />
      </TableContexts>
      {(selection.alarms.length > 0 || selection.request !== undefined) && (
        <Suspense fallback={null}>
          <SelectionBar selection={selection} customerId={customerId} />
        </Suspense>
      )}
      <OpenedAssignDialog alarms={assigning.alarms} customerId={customerId} onClose={assigning.close} />
    </Panel>
  );
}

/** That no alarm runs; after the first load also whether that is good. */
function Quiet(props: Pick<Props, 'customerId'> & { readonly label: string }) {
  const text = useAlertingTexts();
  const isLoaded = useDelayed(true, FIRST_LOAD_MS);
  const quiet = (
    <Panel label={props.label} state={{ is: 'empty', title: text('quietTitle') }}>
      {null}
    </Panel>
  );
  return isLoaded ? (
    <Suspense fallback={quiet}>
      <QuietAlarms {...props} />
    </Suspense>
  ) : (
    quiet
  );
}

/** The alarms, or what it means that none is running now. */
export function AlertTable(props: Props) {
  const text = useAlertingTexts();
  const { search } = useAlertSearch();
  const { customerId, panel, alarms } = props;
  if (search.at !== undefined || panel.is !== 'ready' || alarms.length > 0) return <AlarmRows {...props} />;
  const label = text('table');
  return <Quiet customerId={customerId} label={label} />;
}
