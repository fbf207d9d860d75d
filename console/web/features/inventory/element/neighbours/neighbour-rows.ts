import type { FlowMap, FlowMapLink, FlowMapLinks, FlowMapNode } from '#schemas/flowmap/flow-map.ts';
import { HIDDEN_SITE } from '#schemas/kpi/flow-ends.ts';
import type { PageKind } from '#schemas/dashboard/element/page-kinds.ts';

/** A place that an element exchanges traffic with, or that its tunnels and probes lead to. */
export interface Neighbour {
  /** Id of the site; 0: outside of the network; `HIDDEN_SITE`: sites that the reader does not see. */
  readonly site: number;
  /** Undefined: its name is not known. */
  readonly node: FlowMapNode | undefined;
  /** Mean rates in bits per second, seen from the element; null: not known. */
  readonly in: number | null;
  readonly out: number | null;
  readonly links: readonly FlowMapLink[];
}

/** Traffic of an element with a place. */
export interface SiteTraffic {
  readonly site: number;
  readonly in: number | null;
  readonly out: number | null;
}

/** Traffic of a site with every other place. */
export const exchangedOf = (arcs: FlowMap['arcs'], site: number): readonly SiteTraffic[] =>
  arcs.flatMap(({ one, other, forth, back }): SiteTraffic[] => {
    if (one === other || (one !== site && other !== site)) return [];
    return one === site ? [{ site: other, out: forth, in: back }] : [{ site: one, out: back, in: forth }];
  });

interface LinksOf {
  readonly kind: PageKind;
  readonly id: number;
  readonly site: number;
}

/** Whether a link is one of an element: of a site each, of an interface or application none. */
function hasLink({ element, device }: FlowMapLink, kind: PageKind, id: number): boolean {
  if (kind === 'site') return true;
  if (kind === 'device') return device === id;
  return (kind === 'tunnel' || kind === 'probe') && element === id;
}

/** Tunnels and probes of an element: those of a site in both directions, of a device those that it has itself. */
export const linksOf = (
  links: FlowMapLinks['links'],
  { kind, id, site }: LinksOf,
): readonly { readonly far: number; readonly link: FlowMapLink }[] =>
  links.flatMap((link) => {
    const { one, other } = link;
    if (!hasLink(link, kind, id) || (one !== site && other !== site)) return [];
    return [{ far: one === site ? other : one, link }];
  });

interface Found {
  readonly exchanged: readonly SiteTraffic[];
  readonly links: ReturnType<typeof linksOf>;
  readonly nodes: readonly FlowMapNode[];
}

const trafficOf = ({ in: inbound, out }: Neighbour): number => (inbound ?? 0) + (out ?? 0);
/** What stands for many places is last. */
const isPlace = ({ site }: Neighbour): boolean => site !== 0 && site !== HIDDEN_SITE;

/** The neighbours, those with the most traffic first; the outside and sites that are not seen last. */
export function neighbourRows({ exchanged, links, nodes }: Found): readonly Neighbour[] {
  const known = new Map(nodes.map((node) => [node.id, node]));
  const byFar = Map.groupBy(links, ({ far }) => far);
  const traffic = new Map(exchanged.map((each) => [each.site, each]));
  return [...new Set([...traffic.keys(), ...byFar.keys()])]
    .map((site): Neighbour => ({
      site,
      node: known.get(site),
      in: traffic.get(site)?.in ?? null,
      out: traffic.get(site)?.out ?? null,
      links: (byFar.get(site) ?? []).map(({ link }) => link),
    }))
    .toSorted(
      (one, other) =>
        Number(isPlace(other)) - Number(isPlace(one)) ||
        trafficOf(other) - trafficOf(one) ||
        one.site - other.site,
    );
}
