import { Suspense, useState, type ComponentProps, type Ref } from 'react';
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import type { AlertSnapshot } from '#schemas/alerting/routes.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { MapProblem } from '#web/ui/site-map/MapProblem.tsx';
import { PanelSkeleton } from '#web/ui/panel/PanelSkeleton.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import type { SiteMapHandle } from '#web/ui/site-map/SiteMap.tsx';
import type { Bounds } from '../list/alert-rows.ts';
import { useMapShown } from './use-map-shown.ts';
import { useAlertSearch } from '../alert-search.ts';
import { useAlertingTexts } from '../texts/en.ts';

/** A new one for each attempt: React keeps the failure of a lazy component. */
const loadMap = () => lazyPart(() => import('./AlertMap.tsx'), 'AlertMap');

function LoadedMap(props: ComponentProps<ReturnType<typeof loadMap>>) {
  const [AlertMap] = useState(loadMap);
  return (
    <Suspense fallback={<PanelSkeleton kind="block" />}>
      <AlertMap {...props} />
    </Suspense>
  );
}

/** In place of a map whose files did not arrive. */
function FailedMap({ reset }: ErrorComponentProps) {
  const { show } = useMapShown();
  return <MapProblem failure="stuck" onRetry={reset} onHide={() => show(false)} />;
}

interface Props {
  readonly customerId: number;
  readonly data: AlertSnapshot | undefined;
  /** Sites in the visible area of the map. */
  readonly area: ReadonlySet<number> | undefined;
  readonly panel: PanelState;
  /** Site of the alarm with open details. */
  readonly openedSite: number | undefined;
  readonly map: SiteMapHandle | null;
  readonly onMap: Ref<SiteMapHandle>;
  readonly onBounds: (bounds: Bounds) => void;
}

/** The map next to the table. A click on a site filters the table by it; a second click removes the filter. */
export function AlertSide({ customerId, data, area, panel, openedSite, map, onMap, onBounds }: Props) {
  const text = useAlertingTexts();
  const { search, change } = useAlertSearch();
  const { show } = useMapShown();
  const pick = (id: number) =>
    change({
      site: search.site.includes(id) ? search.site.filter((each) => each !== id) : [...search.site, id],
    });
  const bounds = data?.bounds ?? undefined;
  return (
    <div className="tt-alert-side">
      <Panel label={text('sites')} skeleton="block" state={data === undefined ? panel : { is: 'ready' }}>
        {data !== undefined && (
          <CatchBoundary getResetKey={() => 'map'} errorComponent={FailedMap}>
            <LoadedMap
              customerId={customerId}
              data={data}
              area={area}
              at={search.at}
              chosen={openedSite === undefined ? search.site : [...search.site, openedSite]}
              view={search.view}
              map={onMap}
              onArea={onBounds}
              onView={({ center, zoom }) => change({ view: [...center, zoom] }, true)}
              onPick={pick}
              onHide={() => show(false)}
              onFit={() => bounds !== undefined && map?.fit(bounds)}
              onZoom={(steps) => map?.zoomBy(steps)}
              linked={search.link}
              onLink={() => change({ link: !search.link })}
            />
          </CatchBoundary>
        )}
      </Panel>
    </div>
  );
}
