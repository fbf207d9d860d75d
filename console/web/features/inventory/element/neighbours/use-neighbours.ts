import { useMemo } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ExploreResult } from '#schemas/explore/explore.ts';
import { exploreFlows } from '#schemas/explore/routes.ts';
import type { FlowMap, FlowMapLinks, FlowMapNode } from '#schemas/flowmap/flow-map.ts';
import { readFlowMap, readFlowMapLinks } from '#schemas/flowmap/routes.ts';
import { HIDDEN_SITE } from '#schemas/kpi/flow-ends.ts';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { useExplorer } from '#web/kernel/explore/ExploreLink.tsx';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { namedQuery, routeQuery } from '#web/kernel/query/route-query.ts';
import { useSession } from '#web/kernel/session/session.ts';
import type { PageKind } from '#schemas/dashboard/element/page-kinds.ts';
import { flowFilter } from '../flow-filter.ts';
import type { Subject } from '../subject.ts';
import { exchangedOf, linksOf, neighbourRows, type Neighbour, type SiteTraffic } from './neighbour-rows.ts';

/** Remote sites of a device or interface: as many as a list of them is read to the end. */
const MOST_SITES = 50;
const BITS = 8;

interface Period {
  /** Seconds since 1970. */
  readonly from: number;
  readonly to: number;
}

/** Kinds with places that they exchange traffic with, or lead to. */
const withNeighbours: ReadonlySet<PageKind> = new Set<PageKind>([
  'site',
  'device',
  'interface',
  'tunnel',
  'probe',
  'application',
]);

/** Whether the reader sees the neighbours of an element, which has a place. */
export function useHasNeighbours({ kind, at }: Pick<Subject, 'kind' | 'at'>): boolean {
  const { modules } = useSession();
  const seesTraffic = usePermission('FLOWMAP.read') && modules.includes('flowmap');
  return seesTraffic && at.site !== undefined && withNeighbours.has(kind);
}

/** Rows of remote sites as mean rates. */
const ratesOf = ({ rows }: ExploreResult, seconds: number): readonly SiteTraffic[] =>
  rows.flatMap(({ key: [part], value, sent }) => {
    if (part === undefined) return [];
    const site = part.hidden === true ? HIDDEN_SITE : Number(part.id);
    const rate = (bytes: number): number => (bytes * BITS) / seconds;
    return [{ site, in: rate(value - (sent ?? 0)), out: sent === null ? null : rate(sent) }];
  });

/** The traffic of a device or interface with remote sites: KPIs of flows have none below a site. */
function useOwnTraffic({ customer, ...subject }: Subject, period: Period) {
  const { kind } = subject;
  const filter = flowFilter(subject) ?? '';
  const isOwn = useExplorer() && (kind === 'device' || kind === 'interface');
  const body = {
    ...period,
    filter,
    dimensions: ['remote-site' as const],
    measure: 'bytes' as const,
    step: 'none' as const,
    rows: MOST_SITES,
    bothWays: true,
  };
  return useQuery({
    ...namedQuery('element-neighbours', [customer, body], (signal) =>
      call(exploreFlows, { params: { customerId: customer }, body, signal }),
    ),
    enabled: isOwn,
    placeholderData: keepPreviousData,
  });
}

/** A site may have no traffic, and tunnels. */
const hasNoTraffic = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code === 'FLOW_MAP_NO_REMOTE_SITE';

/** Tunnels and probes lead to a site, and flows do not know them. */
const isLink = (kind: PageKind): boolean => kind === 'tunnel' || kind === 'probe';

/** The traffic and the links of the site that the element is at. */
function useOfSite({ customer, kind, number, at: { site = 0 } }: Subject, period: Period) {
  const params = { customerId: customer };
  const traffic = useQuery({
    ...routeQuery(readFlowMap, {
      params,
      body: {
        sites: [site],
        applications: number === undefined ? [] : [number],
        kpis: ['app_bps'],
        period,
      },
    }),
    enabled: !isLink(kind),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const links = useQuery({
    ...routeQuery(readFlowMapLinks, { params, body: { sites: [site], period } }),
    placeholderData: keepPreviousData,
  });
  return { traffic, links };
}

interface NeighbourResults {
  readonly own: ExploreResult | undefined;
  readonly traffic: FlowMap | undefined;
  readonly links: FlowMapLinks | undefined;
}

const nodesOf = ({ traffic, links }: NeighbourResults): readonly FlowMapNode[] => [
  ...(traffic?.nodes ?? []),
  ...(links?.nodes ?? []),
];

/** What replies say of the neighbours of an element at a site. */
function neighboursIn(
  replies: NeighbourResults,
  { kind, id, site, seconds }: { kind: PageKind; id: number; site: number; seconds: number },
): readonly Neighbour[] {
  const { own, traffic, links } = replies;
  const isOfSite = kind === 'site' || kind === 'application';
  const ofElement = own === undefined ? [] : ratesOf(own, seconds);
  return neighbourRows({
    exchanged: isOfSite ? exchangedOf(traffic?.arcs ?? [], site) : ofElement,
    links: linksOf(links?.links ?? [], { kind, id, site }),
    nodes: nodesOf(replies),
  });
}

/** The neighbours of an element in a period, and where its site is. */
export function useNeighbours(subject: Subject, period: Period) {
  const own = useOwnTraffic(subject, period);
  const { traffic, links } = useOfSite(subject, period);
  const { kind, id, at } = subject;
  const { site = 0 } = at;
  const seconds = period.to - period.from;
  const replies = useMemo(
    (): NeighbourResults => ({ own: own.data, traffic: traffic.data, links: links.data }),
    [own.data, traffic.data, links.data],
  );
  const neighbours = useMemo(
    () => neighboursIn(replies, { kind, id, site, seconds }),
    [replies, kind, id, site, seconds],
  );
  const here = nodesOf(replies).find((node) => node.id === site);
  const query = isLink(kind) || hasNoTraffic(traffic.error) ? links : traffic;
  const isLoading = traffic.isLoading || links.isLoading || own.isLoading;
  return { neighbours, here, query, isLoading };
}
