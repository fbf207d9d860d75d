import { useCallback, useMemo, useState } from 'react';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { AlertSnapshot } from '#schemas/alerting/routes.ts';
import type { SiteMapHandle } from '#web/ui/site-map/SiteMap.tsx';
import { countBySeverity, filterRows } from './alert-rows.ts';
import { AlertHeader } from './AlertHeader.tsx';
import { AlertSide } from './AlertSide.tsx';
import { AlertTable } from './AlertTable.tsx';
import { AlertToolbar } from './AlertToolbar.tsx';
import { alarmColumns } from './columns.tsx';
import { EvidenceDrawer } from './EvidenceDrawer.tsx';
import { useAlertSearch } from './use-alert-search.ts';
import { useAlerting } from './use-alerting.ts';
import { useAlertingTexts } from './use-alerting-texts.ts';
import { useArea } from './use-area.ts';
import './alert.css';

const none: readonly AlarmRow[] = [];

/** Running alarms of one customer, on a map and in a table. */
export function AlertPage() {
  const { search } = useAlertSearch();
  return search.customer === undefined ? null : (
    <AlertsOfCustomer key={search.customer} customerId={search.customer} />
  );
}

/** Moves the map to a site, if the map is shown. */
function useLocate(sites: AlertSnapshot['sites'] | undefined, map: SiteMapHandle | null) {
  return useCallback(
    (id: number) => {
      const site = sites?.find((each) => each.site === id);
      if (site !== undefined) map?.flyTo(site);
    },
    [sites, map],
  );
}

/** The alarms that pass the filters of the address. */
function useRows(alarms: readonly AlarmRow[], area: ReadonlySet<number> | undefined) {
  const { search } = useAlertSearch();
  const { severity, q, site, link } = search;
  return useMemo(
    () => filterRows(alarms, { severity, text: q, sites: site, area: link ? area : undefined }),
    [alarms, severity, q, site, link, area],
  );
}

function AlertsOfCustomer({ customerId }: { readonly customerId: number }) {
  const text = useAlertingTexts();
  const { search, change } = useAlertSearch();
  const alerting = useAlerting(customerId, search.site.length > 0 ? 2 : 0);
  const { data, panel } = alerting;
  const { area, setBounds } = useArea(data);
  const [map, setMap] = useState<SiteMapHandle | null>(null);
  const alarms = data?.alarms ?? none;
  const locate = useLocate(data?.sites, map);
  const columns = useMemo(() => alarmColumns(text, locate), [text, locate]);
  const rows = useRows(alarms, area);
  const opened = alarms.find(({ id }) => id === search.open);
  return (
    <div className="tt-page">
      <AlertHeader {...alerting} area={area} />
      <AlertToolbar counts={countBySeverity(alarms)} columns={columns} />
      <div className="tt-alert-split" data-map={search.map} data-details={opened !== undefined}>
        <AlertTable panel={panel} total={alarms.length} rows={rows} columns={columns} onLocate={locate} />
        {search.map && (
          <AlertSide
            data={data}
            panel={panel}
            openedSite={opened?.site}
            map={map}
            onMap={setMap}
            onBounds={setBounds}
          />
        )}
        {opened !== undefined && (
          <EvidenceDrawer
            key={opened.id}
            alarm={opened}
            customerId={customerId}
            onClose={() => change({ open: undefined })}
          />
        )}
      </div>
    </div>
  );
}
