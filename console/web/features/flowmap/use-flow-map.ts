import { useEffect, useMemo } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { FlowMapArc, FlowMapLinks, FlowMapNode } from '#schemas/flowmap/flow-map.ts';
import { readFlowMap, readFlowMapLinks, readLiveFlowMap } from '#schemas/flowmap/routes.ts';
import { flowMapLimits } from '#schemas/limit/dashlet.ts';
import type { Severity } from '#schemas/alerting/severity.ts';
import { useAlertDeltas, useAlerts } from '#web/kernel/alert/alert-feed.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useQueryCache } from '#web/kernel/query/use-query-cache.ts';
import { watchRoom } from '#web/kernel/socket/connection.ts';
import { useNow } from '#web/lib/clock.ts';
import { chosenKpis, shownPeriod, type FlowMapSearch } from './flowmap-search.ts';
import { classTone, latencyBand, loadBand, severityTone } from './map/arc-colour.ts';
import type { SceneArc, SceneLink, ScenePart } from './map/flow-scene.ts';

/** Network time, which colours arcs. */
const LATENCY = 'app_net';

/** The selection of the address as the routes take it. */
export const selectionOf = ({ site, direction, application, dscp }: FlowMapSearch) => ({
  sites: [...site],
  direction,
  applications: [...application],
  classes: [...dscp],
});

/** Rates of the last minute, read again with each notice of new ones. */
export function useLiveFlowMap(customerId: number, search: FlowMapSearch) {
  const isLive = search.show === 'live';
  const cache = useQueryCache();
  const query = routeQuery(readLiveFlowMap, { params: { customerId }, body: selectionOf(search) });
  useEffect(() => {
    if (!isLive) return undefined;
    let newest = 0;
    const readAgain = (end: number) => {
      if (end <= newest) return;
      newest = end;
      void cache.refresh(readLiveFlowMap);
    };
    return watchRoom(
      { topic: 'traffic', customer: customerId },
      { delta: ({ end }) => readAgain(end), joined: ({ at }) => readAgain(at) },
    );
  }, [isLive, customerId, cache]);
  return useQuery({ ...query, enabled: isLive, placeholderData: keepPreviousData });
}

/** KPIs that are read: the chosen ones, and what colours the arcs where there is room. */
function kpisRead(search: FlowMapSearch): string[] {
  const chosen = [...chosenKpis(search)];
  const lacks = search.colour === 'latency' && !chosen.includes(LATENCY);
  return lacks && chosen.length < flowMapLimits.maxKpis ? [...chosen, LATENCY] : chosen;
}

/** Means and values of the period of the address; in live mode of the time up to now. */
export function usePeriodFlowMap(customerId: number, search: FlowMapSearch) {
  const now = useNow();
  const period = shownPeriod(search, now);
  const body = { ...selectionOf(search), period, kpis: kpisRead(search) };
  return useQuery({
    ...routeQuery(readFlowMap, { params: { customerId }, body }),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** Tunnels and probes between sites, while they are shown. */
export function useSiteLinks(customerId: number, search: FlowMapSearch) {
  const period = shownPeriod(search, useNow());
  const body = { sites: [...search.site], period };
  return useQuery({
    ...routeQuery(readFlowMapLinks, { params: { customerId }, body }),
    enabled: search.links !== undefined,
    placeholderData: keepPreviousData,
  });
}

/** The scene with links between sites, coloured as the address says. */
export function withLinks<Scene extends ScenePart>(
  scene: Scene,
  found: FlowMapLinks | undefined,
  colouring: FlowMapSearch['links'],
): Scene {
  if (found === undefined || colouring === undefined) return scene;
  const known = new Set(scene.nodes.map(({ id }) => id));
  const links = found.links.map(({ one, other, latency, load }): SceneLink => ({
    one,
    other,
    tone: colouring === 'load' ? `load-${loadBand(load)}` : `latency-${latencyBand(latency)}`,
  }));
  return { ...scene, nodes: [...scene.nodes, ...found.nodes.filter(({ id }) => !known.has(id))], links };
}

const noAlarms: ReadonlyMap<number, Severity> = new Map();

/** The worst running alarm of each site, for who may see alarms. */
export function useSeverities(customerId: number, mayRead: boolean): ReadonlyMap<number, Severity> {
  useAlertDeltas(customerId);
  const { data } = useAlerts(mayRead ? customerId : undefined);
  return useMemo(
    () =>
      data === undefined
        ? noAlarms
        : new Map(
            data.sites.flatMap(({ site, severity }) =>
              severity === null ? [] : [[site, severity] as const],
            ),
          ),
    [data],
  );
}

/** An arc with the values of the period. */
export interface FlowRow extends SceneArc {
  readonly id: string;
}

/** A scene whose arcs are rows of the table. */
export interface FlowScene extends ScenePart {
  readonly arcs: readonly FlowRow[];
}

interface LiveTraffic {
  readonly nodes: readonly FlowMapNode[];
  readonly arcs: readonly FlowMapArc[];
}

export const pairId = ({ one, other }: Pick<FlowMapArc, 'one' | 'other'>): string =>
  `${String(one)}-${String(other)}`;

/** The arcs that are drawn, with the values of the period and their colour. */
export function useScene(
  drawn: LiveTraffic | undefined,
  period: (LiveTraffic & { readonly kpis: readonly { readonly key: string }[] }) | undefined,
  {
    colour,
    severities,
  }: Pick<FlowMapSearch, 'colour'> & { readonly severities: ReadonlyMap<number, Severity> },
): FlowScene {
  return useMemo(() => {
    const values = new Map(period?.arcs.map((arc) => [pairId(arc), arc.values]));
    const latency = period?.kpis.findIndex(({ key }) => key === LATENCY) ?? -1;
    const toneOf = {
      class: classTone,
      severity: (arc: FlowMapArc) => severityTone(arc, severities),
      latency: (arc: FlowMapArc) => `latency-${latencyBand(arc.values[latency])}` as const,
    }[colour];
    const arcs = (drawn?.arcs ?? []).map((arc): FlowRow => {
      const own = { ...arc, values: [...(values.get(pairId(arc)) ?? arc.values)] };
      return { ...own, id: pairId(arc), tone: toneOf(own) };
    });
    return { nodes: drawn?.nodes ?? [], arcs };
  }, [drawn, period, colour, severities]);
}
