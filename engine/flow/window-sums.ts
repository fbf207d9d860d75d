import type { Cluster } from '#schemas/inventory/flow-target.ts';
import type { ElementTable } from '../configuration/element-table.ts';
import type { EngineConfiguration } from '../configuration/engine-configuration.ts';
import { emptySums, type FlowSums } from '../measure/flow-sums.ts';
import { sourceNumber, sources } from '../configuration/sources.ts';
import { flowLevels, type FlowSumKey, type FlowLevel } from './flow-key.ts';
import type { FlowWindow } from './flow-window.ts';

type Sums = (key: FlowSumKey) => number;

/** Copies the sums of each key to the slot of its element. */
function elementSums(window: FlowWindow, elements: ElementTable, level: FlowLevel): FlowSums {
  const sums = emptySums(elements.ids.length);
  for (let slot = 0; slot < elements.ids.length; slot += 1) {
    const cell = window.find({
      customer: elements.customers[slot] ?? 0,
      site: elements.sites[slot] ?? 0,
      level,
      detail: elements.details?.[slot] ?? 0,
    });
    if (cell < 0) continue;
    sums.present[slot] = 1;
    for (const [column, values] of sums.columns.entries()) values[slot] = window.sum(cell, column);
  }
  return sums;
}

/** Adds the sums at `cell` to the slot of a cluster, minus those at `less` if it is not negative. */
function addTo(
  sums: FlowSums,
  slot: number,
  { window, cell, less }: { readonly window: FlowWindow; readonly cell: number; readonly less: number },
): void {
  for (const [column, values] of sums.columns.entries()) {
    const amount = window.sum(cell, column) - (less < 0 ? 0 : window.sum(less, column));
    if (amount !== 0) sums.present[slot] = 1;
    values[slot] = (values[slot] as number) + amount;
  }
}

interface ClusterPart {
  readonly complete: Omit<FlowSumKey, 'customer'>;
  /** Flows that count only in their own site. */
  readonly duplicate: Omit<FlowSumKey, 'customer'>;
}

function* partsOf({ kind, applications }: Cluster, sites: readonly number[]): Generator<ClusterPart> {
  for (const site of sites)
    if (kind === 'area')
      yield {
        complete: { site, level: flowLevels.site, detail: 0 },
        duplicate: { site, level: flowLevels.siteDuplicate, detail: 0 },
      };
    else
      for (const detail of applications)
        yield {
          complete: { site, level: flowLevels.application, detail },
          duplicate: { site, level: flowLevels.applicationDuplicate, detail },
        };
}

/**
 * A cluster of one site has the sums of that site; in a cluster of several sites, a flow reported by two of
 * them counts once (docs/40-flow-sources.md).
 */
function clusterSums(
  window: FlowWindow,
  clusters: readonly Cluster[],
  sitesOf: (customer: number) => readonly number[],
): FlowSums {
  const sums = emptySums(clusters.length);
  const find =
    (customer: number): Sums =>
    (key) =>
      window.find({ ...key, customer });
  for (const [slot, cluster] of clusters.entries()) {
    const { customer } = cluster;
    const sites = cluster.everySite ? sitesOf(customer) : cluster.sites;
    const isOneSite = !cluster.everySite && sites.length === 1;
    const cellOf = find(customer);
    for (const { complete: full, duplicate } of partsOf(cluster, sites)) {
      const cell = cellOf({ customer, ...full });
      const less = isOneSite ? -1 : cellOf({ customer, ...duplicate });
      if (cell >= 0) addTo(sums, slot, { window, cell, less });
    }
  }
  return sums;
}

function sitesByCustomer({ elements }: EngineConfiguration): (customer: number) => readonly number[] {
  const { ids, customers } = elements[sourceNumber('site', 'flow')] ?? { ids: [], customers: [] };
  const sites = Map.groupBy(
    Array.from(ids, (id, slot) => ({ id, slot })),
    ({ slot }) => customers[slot] ?? 0,
  );
  return (customer) => sites.get(customer)?.map(({ id }) => id) ?? [];
}

/** The sums of a window for the elements of each flow source. */
export function windowSums(
  window: FlowWindow,
  configuration: EngineConfiguration,
): ReadonlyMap<number, FlowSums> {
  const sitesOf = sitesByCustomer(configuration);
  const sums = new Map<number, FlowSums>();
  for (const [source, { kind, input }] of sources.entries()) {
    const elements = configuration.elements[source];
    if (input !== 'flows' || elements === undefined || elements.ids.length === 0) continue;
    const clusters = configuration.clusters.filter((cluster) => cluster.kind === kind);
    const isCluster = kind === 'area' || kind === 'cluster';
    sums.set(
      source,
      isCluster
        ? clusterSums(window, clusters, sitesOf)
        : elementSums(
            window,
            elements,
            flowLevels[kind as 'site' | 'application' | 'class' | 'conversation'],
          ),
    );
  }
  return sums;
}
