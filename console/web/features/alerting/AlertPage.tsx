import { Suspense, useCallback, useMemo, useState } from 'react';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { AlertSnapshot } from '#schemas/alerting/routes.ts';
import { StaleBanner } from '#web/kernel/alert/StaleBanner.tsx';
import { KpiDirectoryProvider } from '#web/kernel/kpi/kpi-directory.tsx';
import { useSession } from '#web/kernel/session/session.ts';
import { onFirstUse } from '#web/lib/on-first-use.ts';
import { lazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import type { SiteMapHandle } from '#web/ui/site-map/SiteMap.tsx';
import { countBySeverity, filterRows } from './list/alert-rows.ts';
import { parentIdOf } from './list/fold-alarms.ts';
import { AlertHeader } from './list/AlertHeader.tsx';
import { AlertTable } from './list/AlertTable.tsx';
import { AlertToolbar } from './list/AlertToolbar.tsx';
import type { AlertingMode } from './alerting.machine.ts';
import { runningAlarmColumns } from './list/running-alarm-columns.tsx';
import { ShownTime } from '../../lib/shown-time.ts';
import { countHandled, isHandledAlarm } from './handling/handling.ts';
import { placeMarks } from './incident/place-marks.ts';
import { useAcknowledgeDialog } from './handling/use-acknowledge-dialog.ts';
import { useAlertSearch, type AlertSearch } from './alert-search.ts';
import { useAlerting } from './use-alerting.ts';
import { useAlertingTexts } from './texts/en.ts';
import { useArea } from './map/use-area.ts';
import { useMapShown } from './map/use-map-shown.ts';
import { usePastAlerts } from './history/use-past-alerts.ts';
import './alert.css';

const loadEvidence = () => import('./evidence/EvidenceDrawer.tsx');
const EvidenceDrawer = lazyPart(loadEvidence, 'EvidenceDrawer');
onFirstUse(() => void loadEvidence().catch(() => undefined));
/** Most often hidden. */
const AlertSide = lazyPart(() => import('./map/AlertSide.tsx'), 'AlertSide');
const loadAcknowledging = () => import('./handling/AcknowledgeDialog.tsx');
const AcknowledgeDialog = lazyOverlay(loadAcknowledging, 'AcknowledgeDialog');
onFirstUse(() => void loadAcknowledging().catch(() => undefined));

const loadPastBar = () => import('./history/PastBar.tsx');
const PastBar = lazyPart(loadPastBar, 'PastBar');
onFirstUse(() => void loadPastBar().catch(() => undefined));
const loadEvents = () => import('./occurrences/EventsOfPeriod.tsx');
const EventsOfPeriod = lazyPart(loadEvents, 'EventsOfPeriod');
onFirstUse(() => void loadEvents().catch(() => undefined));

const none: readonly AlarmRow[] = [];

/** Running alarms of one customer, on a map and in a table; in History also those of a period. */
export function AlertPage() {
  const text = useAlertingTexts();
  const { search } = useAlertSearch();
  if (search.customer !== undefined && search.events !== undefined)
    return (
      <Suspense fallback={null}>
        <EventsOfPeriod key={search.customer} customerId={search.customer} />
      </Suspense>
    );
  if (search.customer !== undefined)
    return (
      <KpiDirectoryProvider>
        <AlertsOfCustomer key={search.customer} customerId={search.customer} />
      </KpiDirectoryProvider>
    );
  const state = { is: 'empty', title: text('noCustomers'), hint: text('noCustomersHint') } as const;
  return (
    <Panel label={text('table')} state={state}>
      {null}
    </Panel>
  );
}

/** Moves the map to a site while the map is shown. */
function useLocate(sites: AlertSnapshot['sites'] | undefined, map: SiteMapHandle | null) {
  return useCallback(
    (id: number) => {
      const site = sites?.find((each) => each.site === id);
      if (site !== undefined) map?.flyTo(site);
    },
    [sites, map],
  );
}

/** The columns of the live alarms or of those at a past time. */
function useColumns(alarms: readonly AlarmRow[]) {
  const text = useAlertingTexts();
  const { search } = useAlertSearch();
  const isPast = search.at !== undefined;
  const { customer } = search;
  const isHandled = alarms.some(isHandledAlarm);
  return useMemo(
    () => runningAlarmColumns(text, { isPast, isHandled, customer }),
    [text, isPast, isHandled, customer],
  );
}

/** The alarms that match the filters of the address. */
function useRows(alarms: readonly AlarmRow[], area: ReadonlySet<number> | undefined) {
  const { search } = useAlertSearch();
  const { severity, q, site, alarm, link, acknowledged, silenced, assigned } = search;
  const me = useSession();
  return useMemo(
    () =>
      filterRows(alarms, {
        severity,
        text: q,
        sites: site,
        definitions: alarm,
        area: link ? area : undefined,
        handled: { acknowledged, silenced },
        assigned: { filter: assigned, me },
      }),
    [alarms, severity, q, site, alarm, link, area, acknowledged, silenced, assigned, me],
  );
}

/** The alarm with open details. After it clears, its last state stays readable. */
function useOpenedAlarm(alarms: readonly AlarmRow[], id: string | undefined) {
  const running = alarms.find((alarm) => alarm.id === id);
  const [last, setLast] = useState(running);
  if (running !== undefined && running !== last) setLast(running);
  const opened = running ?? (last?.id === id ? last : undefined);
  return { opened, cleared: running === undefined };
}

const countsOf = (data: AlertSnapshot | undefined) =>
  data === undefined ? undefined : countBySeverity(data.alarms);

const handlingCountsOf = (data: AlertSnapshot | undefined) =>
  data === undefined ? undefined : countHandled(data.alarms);

const modeOf = ({ at, site, alarm }: AlertSearch): AlertingMode => {
  if (at !== undefined) return 1;
  return site.length + alarm.length > 0 ? 2 : 0;
};

/** The alerts of the past time in the address, or the live ones. */
function useShownAlerts(customerId: number, search: AlertSearch) {
  const running = useAlerting(customerId, modeOf(search));
  return usePastAlerts(customerId, search.at) ?? running;
}

/** Without permission, only the table says so. */
const hasMap = (isEnabled: boolean, panel: PanelState): boolean => isEnabled && panel.is !== 'forbidden';

interface TimeShownProps {
  readonly customerId: number;
  readonly at: number | undefined;
  readonly data: AlertSnapshot | undefined;
}

interface AcknowledgingProps {
  readonly customerId: number;
  readonly acknowledging: ReturnType<typeof useAcknowledgeDialog>;
}

function Acknowledging({ customerId, acknowledging: { request, close } }: AcknowledgingProps) {
  if (request === undefined) return null;
  return (
    <Suspense>
      <AcknowledgeDialog {...request} customerId={customerId} onClose={close} />
    </Suspense>
  );
}

/** The timeline while a past time is shown; live, a report when the data is stale. */
function TimeShown({ customerId, at, data }: TimeShownProps) {
  if (at === undefined) return data === undefined ? null : <StaleBanner of={[data.position]} />;
  return (
    <Suspense fallback={null}>
      <PastBar customerId={customerId} at={at} />
    </Suspense>
  );
}

function AlertsOfCustomer({ customerId }: { readonly customerId: number }) {
  const { search, change } = useAlertSearch();
  const alerting = useShownAlerts(customerId, search);
  const { data, panel, mapPanel } = alerting;
  const { area, setBounds } = useArea(data);
  const [map, setMap] = useState<SiteMapHandle | null>(null);
  const alarms = data?.alarms ?? none;
  const locate = useLocate(data?.sites, map);
  const acknowledging = useAcknowledgeDialog();
  const { open: acknowledge } = acknowledging;
  const columns = useColumns(alarms);
  const rows = useRows(alarms, area);
  const { shown } = useMapShown();
  const mapShown = hasMap(shown, panel);
  const { opened, cleared } = useOpenedAlarm(alarms, search.open);
  const shownMs = search.at === undefined ? undefined : search.at * 1_000;
  return (
    <ShownTime value={shownMs}>
      <div className="tt-page tt-alerting">
        <AlertHeader {...alerting} customerId={customerId} />
        <AlertToolbar
          counts={countsOf(data)}
          handled={handlingCountsOf(data)}
          rows={rows}
          window={data?.position.window}
        />
        <TimeShown customerId={customerId} at={search.at} data={data} />
        <div className="tt-alert-split" data-map={mapShown} data-details={opened !== undefined}>
          <AlertTable
            customerId={customerId}
            panel={panel}
            alarms={alarms}
            rows={rows}
            columns={columns}
            onLocate={locate}
            onAcknowledge={acknowledge}
          />
          {mapShown && (
            <Suspense fallback={<div className="tt-alert-side" />}>
              <AlertSide
                customerId={customerId}
                data={data}
                area={area}
                map={map}
                panel={mapPanel}
                openedSite={opened?.site}
                onMap={setMap}
                onBounds={setBounds}
              />
            </Suspense>
          )}
          {opened !== undefined && (
            <Suspense fallback={null}>
              <EvidenceDrawer
                customerId={customerId}
                cleared={cleared}
                key={opened.id}
                alarm={opened}
                marks={placeMarks(alarms, opened)}
                parent={alarms.find(({ id }) => id === parentIdOf(opened))}
                until={search.at}
                onAcknowledge={acknowledge}
                onClose={() => change({ open: undefined })}
              />
            </Suspense>
          )}
        </div>
      </div>
      <Acknowledging customerId={customerId} acknowledging={acknowledging} />
    </ShownTime>
  );
}
