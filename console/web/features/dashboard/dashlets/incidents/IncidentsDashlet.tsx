import { useMemo } from 'react';
import type { AlarmIncident } from '#schemas/alerting/incident/incident.ts';
import type { FileColumn } from '#schemas/csv/table-file.ts';
import { incidentSentence } from '#schemas/alerting/incident/incident-sentence.ts';
import { MINUTE_MS, SECOND_MS } from '#schemas/time/duration.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { permissionName } from '#web/kernel/permission/permission-name.ts';
import { now } from '#web/lib/clock.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useUiTexts } from '#web/ui/texts/en.ts';
import type { DashletProps } from '../../dashlet-props.ts';
import { readAgain, useOwnValues } from '../../data/own-values.ts';
import { useAlarmRefusal } from '../alarms/use-context-alarms.ts';
import { useCutNote } from '../use-chart-words.ts';
import {
  incidentColumns,
  maintenanceColumns,
  incidentSeconds,
  restoreState,
  type MaintenanceRule,
} from './incident-columns.tsx';
import { MaintenanceFigures, RestoreFigures } from './RecordFigures.tsx';
import { useIncidentListTexts } from './texts/en.ts';
import { useServiceRecord } from './use-service-record.ts';
import './incidents.css';

type Props = DashletProps<'incidents'>;
type RecordQuery = ReturnType<typeof useServiceRecord>;

const noIncidents: readonly AlarmIncident[] = [];
const noRules: readonly MaintenanceRule[] = [];

function useListState(query: RecordQuery, shown: Props['settings']['shown']): PanelState {
  const text = useIncidentListTexts();
  const language = useLanguage();
  const refusal = useAlarmRefusal();
  if (refusal === 'no-right') return { is: 'forbidden', permission: permissionName('ALERT.read', language) };
  if (refusal === 'not-offered') return { is: 'empty', title: text('notOffered') };
  const state = panelStateOf(query, language, 'ALERT.read');
  if (query.data === undefined || state.is !== 'ready') return state;
  const { total, maintenance } = query.data;
  if (shown === 'incidents' && total === 0) return { is: 'empty', title: text('none'), isGood: true };
  const isEmpty = shown === 'maintenance' && maintenance.rules.length === 0;
  return isEmpty ? { is: 'empty', title: text('noMaintenance') } : state;
}

interface RecordListProps extends Props {
  readonly query: RecordQuery;
}

/** What incidents are measured by: the end of what is known of the period, and what is promised. */
function useMeasure({ settings, context }: Props) {
  const text = useIncidentListTexts();
  const language = useLanguage();
  const promise = settings.restoreMinutes * (MINUTE_MS / SECOND_MS);
  const nowSeconds = Math.floor(now() / SECOND_MS);
  const until = Math.min(context.period.to, nowSeconds);
  return useMemo(() => ({ text, language, until, promise }), [text, language, until, promise]);
}

function IncidentList(props: RecordListProps) {
  const { query, settings, title, context } = props;
  const uiText = useUiTexts();
  const measure = useMeasure(props);
  const columns = useMemo(() => incidentColumns(measure), [measure]);
  const cut = useCutNote();
  useOwnValues(props.id, async () => {
    const { incidents, total } = await readAgain(query);
    const heading = columns.map(({ id, header }): FileColumn =>
      id === 'start'
        ? { is: 'time', name: header, timeZone: context.timeZone }
        : { is: 'value', name: header },
    );
    const rows = incidents.map((incident) => [
      uiText(incident.severity),
      incidentSentence(incident, measure.until, measure.language),
      incident.start * SECOND_MS,
      incidentSeconds(incident, measure.until),
      restoreState(incident, measure),
    ]);
    return { table: { columns: heading, rows }, isCut: total > incidents.length };
  });
  const { data } = query;
  const more = data === undefined ? undefined : cut(data.incidents.length, data.total);
  return (
    <>
      {data !== undefined && (
        <RestoreFigures restore={data.restore} restoreMinutes={settings.restoreMinutes} />
      )}
      <DataTable
        name="dashlet incidents"
        label={title}
        rows={data?.incidents ?? noIncidents}
        columns={columns}
        rowId={({ id }) => id}
        rowName={(incident) => incidentSentence(incident, measure.until, measure.language)}
        density="compact"
        foot={more === undefined ? '' : <p className="tt-muted tt-dashlet-more">{more}</p>}
      />
    </>
  );
}

function MaintenanceList({ query, title, id, context }: RecordListProps) {
  const text = useIncidentListTexts();
  const language = useLanguage();
  const columns = useMemo(() => maintenanceColumns({ text, language }), [text, language]);
  useOwnValues(id, async () => {
    const { maintenance } = await readAgain(query);
    const rows = maintenance.rules.map(({ reason, author, recurring, windows, sites, seconds }) => [
      reason,
      author,
      text(recurring ? 'recurring' : 'once'),
      windows,
      sites ?? text('allSites'),
      seconds,
    ]);
    return { table: { columns: columns.map(({ header }) => ({ is: 'value', name: header })), rows } };
  });
  const { data } = query;
  return (
    <>
      {data !== undefined && <MaintenanceFigures maintenance={data.maintenance} period={context.period} />}
      <DataTable
        name="dashlet maintenance"
        label={title}
        rows={data?.maintenance.rules ?? noRules}
        columns={columns}
        rowId={({ silence }) => String(silence)}
        rowName={({ reason }) => reason}
        density="compact"
      />
    </>
  );
}

/** The incidents of the period with the times to restore, or the maintenance that availability leaves out. */
export function IncidentsDashlet(props: Props) {
  const { settings, title } = props;
  const text = useIncidentListTexts();
  const query = useServiceRecord(props, useAlarmRefusal() === undefined);
  const state = useListState(query, settings.shown);
  const List = settings.shown === 'incidents' ? IncidentList : MaintenanceList;
  return (
    <Panel nested label={text('listOf', { title, shown: text(`shown_${settings.shown}`) })} state={state}>
      <div className="tt-dashlet-table tt-record">
        <List {...props} query={query} />
      </div>
    </Panel>
  );
}
