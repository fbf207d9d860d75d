import type { z } from 'zod';
import type { DataResult } from '#schemas/data/data-result-size.ts';
import type { DataRequestInput } from '#schemas/data/data-request.ts';
import type { FlowMapLink, FlowMapLinks, FlowMapLinksRequest } from '#schemas/flowmap/flow-map.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { HIDDEN_SITE } from '#schemas/kpi/flow-ends.ts';
import type { KpiKey } from '#schemas/kpi/library.ts';
import { flowMapRows } from '#schemas/limit/dashlet.ts';
import { isNoData } from '../../kernel/problem/problem-error.ts';
import { flowEndsOf, type FlowMapCall } from './flow-map-call.ts';
import { flowMapNodes } from './flow-map-nodes.ts';
import { siteLinks, type SiteLink } from './site-links.ts';

export interface LinkReaderNeeds {
  readonly inventory: { readonly current: Inventory };
  /** Reads values as a dashlet does, limited to what the caller sees. */
  readonly readData: (call: FlowMapCall, request: DataRequestInput) => Promise<DataResult>;
}

type Period = z.output<typeof FlowMapLinksRequest>['period'];
/** Values of an element, by series. */
type Values = ReadonlyMap<number, readonly (number | null)[]>;

const ofTunnels: readonly KpiKey[] = ['tun_latency', 'tun_loss'];
const ofProbes: readonly KpiKey[] = ['sla_rtt', 'sla_loss'];
const ofSites: readonly KpiKey[] = ['wan_in_util_worst', 'wan_out_util_worst'];

const greatest = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
};

/** Reads the tunnels and probes between the sites of a customer. */
export class LinkReader {
  readonly #needs: LinkReaderNeeds;

  constructor(needs: LinkReaderNeeds) {
    this.#needs = needs;
  }

  /** Throws the problems of `readFlowMapLinks`. */
  async read(
    call: FlowMapCall,
    { sites, period }: z.output<typeof FlowMapLinksRequest>,
  ): Promise<FlowMapLinks> {
    const inventory = this.#needs.inventory.current;
    const { sites: ends, seen } = flowEndsOf(call, inventory, { sites, direction: 'both' });
    const [chosen, visible] = [ends && new Set(ends), seen && new Set(seen)];
    const isChosen = ({ site, far }: SiteLink): boolean =>
      (chosen === undefined || chosen.has(site) || chosen.has(far)) && visible?.has(site) !== false;
    const all = siteLinks(inventory, call.customer).filter(isChosen);
    const shown = all.slice(0, flowMapRows.arcs);
    const [tunnels, probes, places] = await Promise.all([
      this.#values(call, period, { kpis: ofTunnels, key: 'tunnel', isRead: hasKind(shown, 'tunnel') }),
      this.#values(call, period, { kpis: ofProbes, key: 'probe', isRead: hasKind(shown, 'probe') }),
      this.#values(call, period, { kpis: ofSites, key: 'site', isRead: shown.length > 0 }),
    ]);
    const links = shown.map(({ element, kind, name, device, site, far }): FlowMapLink => {
      const [latency = null, loss = null] = (kind === 'tunnel' ? tunnels : probes).get(element) ?? [];
      const load = greatest([...(places.get(site) ?? []), ...(places.get(far) ?? [])]);
      const other = visible?.has(far) === false ? HIDDEN_SITE : far;
      return { element, kind, name, device, one: site, other, latency, loss, load };
    });
    const nodes = flowMapNodes(links, inventory.sites, new Map());
    return { ...period, nodes, links, isLimited: all.length > shown.length };
  }

  /** Empty where nothing was measured. */
  async #values(
    call: FlowMapCall,
    period: Period,
    {
      kpis,
      key,
      isRead,
    }: {
      readonly kpis: readonly KpiKey[];
      readonly key: 'tunnel' | 'probe' | 'site';
      readonly isRead: boolean;
    },
  ): Promise<Values> {
    if (!isRead) return new Map();
    const series = kpis.map((kpi) => ({ kpi }));
    const request: DataRequestInput = { id: key, series, keys: [key], breakdown: { kind: 'all' }, ...period };
    try {
      const { rows } = await this.#needs.readData(call, request);
      return new Map(
        rows.map(({ key: [part], values }) => [part?.id ?? 0, values.map(([value = null]) => value)]),
      );
    } catch (error) {
      if (isNoData(error)) return new Map();
      throw error;
    }
  }
}

const hasKind = (links: readonly SiteLink[], kind: SiteLink['kind']): boolean =>
  links.some((link) => link.kind === kind);
