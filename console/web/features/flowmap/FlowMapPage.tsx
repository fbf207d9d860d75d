import { Suspense, useMemo, useState, type ComponentProps } from 'react';
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { KpiDirectoryProvider } from '#web/kernel/kpi/kpi-directory.tsx';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { ShownTime } from '#web/lib/shown-time.ts';
import { useLanguage } from '#web/lib/text.ts';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { PanelSkeleton } from '#web/ui/panel/PanelSkeleton.tsx';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { MapProblem } from '#web/ui/site-map/MapProblem.tsx';
import { FlowSelection } from './FlowSelection.tsx';
import { FlowTable } from './FlowTable.tsx';
import { LinkTable } from './LinkTable.tsx';
import { openedPair, useFlowMapSearch } from './flowmap-search.ts';
import { TimeBar } from './TimeBar.tsx';
import { useFlowMapTexts } from './texts/en.ts';
import {
  useLiveFlowMap,
  usePeriodFlowMap,
  useScene,
  useSeverities,
  useSiteLinks,
  withLinks,
} from './use-flow-map.ts';
import './flowmap.css';

/** A new one for each attempt: React keeps the failure of a lazy component. */
const loadMap = () => lazyPart(() => import('./map/FlowMapView.tsx'), 'FlowMapView');
const PairDrawer = lazyPart(() => import('./pair/PairDrawer.tsx'), 'PairDrawer');

function LoadedMap(props: ComponentProps<ReturnType<typeof loadMap>>) {
  const [FlowMapView] = useState(loadMap);
  return (
    <Suspense fallback={<PanelSkeleton kind="block" />}>
      <FlowMapView {...props} />
    </Suspense>
  );
}

/** In place of a map whose files did not arrive. */
function FailedMap({ reset }: ErrorComponentProps) {
  const { change } = useFlowMapSearch();
  return <MapProblem failure="stuck" onRetry={reset} onHide={() => change({ map: false })} />;
}

/** What is drawn: live rates, or those of the period, and the state of the panel. */
function useShown(customerId: number) {
  const text = useFlowMapTexts();
  const language = useLanguage();
  const { search } = useFlowMapSearch();
  const live = useLiveFlowMap(customerId, search);
  const period = usePeriodFlowMap(customerId, search);
  const severities = useSeverities(customerId, usePermission('ALERT.read') && search.at === undefined);
  const isLive = search.show === 'live';
  const isNone = period.error instanceof ApiProblem && period.error.code === 'FLOW_MAP_NO_REMOTE_SITE';
  const known = isNone ? undefined : period.data;
  const scene = useScene(isLive ? live.data : known, known, { colour: search.colour, severities });
  const state = useMemo((): PanelState => {
    const nothing = { is: 'empty', title: text('noRemoteSite'), hint: text('noRemoteSiteHint') } as const;
    if (isLive) {
      const ready = panelStateOf(live, language, 'FLOWMAP.read');
      if (ready.is !== 'ready' || scene.arcs.length > 0) return ready;
      return isNone ? nothing : { is: 'empty', title: text('noLive'), hint: text('noLiveHint') };
    }
    return isNone ? nothing : panelStateOf(period, language, 'FLOWMAP.read');
  }, [isLive, isNone, live, period, language, text, scene]);
  return { live: live.data, period: known, scene, state };
}

function FlowsOfCustomer({ customerId }: { readonly customerId: number }) {
  const text = useFlowMapTexts();
  const { search, change } = useFlowMapSearch();
  const { live, period, scene, state } = useShown(customerId);
  const { data: links } = useSiteLinks(customerId, search);
  const drawn = useMemo(() => withLinks(scene, links, search.links), [scene, links, search.links]);
  const opened = openedPair(search);
  const open = (one: number, other: number) => change({ open: `${String(one)}-${String(other)}` });
  const isLimited = (search.show === 'live' ? live : period)?.isLimited === true;
  return (
    <div className="tt-page tt-flowmap">
      <PageHeader
        title={text('title')}
        aside={<TimeBar live={live} period={period} isLimited={isLimited} />}
      />
      <FlowSelection customerId={customerId} />
      <div className="tt-flowmap-split" data-map={search.map} data-details={opened !== undefined}>
        {search.map && (
          <Panel label={text('mapPanel')} skeleton="block" state={state}>
            <CatchBoundary getResetKey={() => 'map'} errorComponent={FailedMap}>
              <LoadedMap scene={drawn} opened={opened} onOpen={open} />
            </CatchBoundary>
          </Panel>
        )}
        {search.links !== undefined && links !== undefined && search.list === 'links' ? (
          <LinkTable links={links} />
        ) : (
          <FlowTable scene={scene} period={period} state={state} opened={opened} onOpen={open} />
        )}
        {opened !== undefined && (
          <Suspense fallback={null}>
            <PairDrawer
              key={opened.join('-')}
              customerId={customerId}
              scene={scene}
              pair={opened}
              onClose={() => change({ open: undefined })}
            />
          </Suspense>
        )}
      </div>
    </div>
  );
}

/** Traffic between the sites of a customer, on a map and in a table. */
export function FlowMapPage() {
  const { search } = useFlowMapSearch();
  if (search.customer === undefined) return null;
  return (
    <KpiDirectoryProvider>
      <ShownTime value={search.at === undefined ? undefined : search.at * 1_000}>
        <FlowsOfCustomer key={search.customer} customerId={search.customer} />
      </ShownTime>
    </KpiDirectoryProvider>
  );
}
