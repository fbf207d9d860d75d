import { noTargets, type Cluster, type FlowTargetKind } from '#schemas/inventory/flow-target.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { sourceNumber } from './sources.ts';
import { collect, type Steps } from '#platform/clock/steps.ts';
import type { ElementFacts } from './element-table.ts';

interface TargetFacts {
  /** Including disabled ones. */
  readonly all: readonly { readonly id: number }[];
  /** By number of source. */
  readonly facts: ReadonlyMap<number, readonly ElementFacts[]>;
  readonly clusters: readonly Cluster[];
}

const noContract = { inBps: 0, outBps: 0 } as const;
const byNumber = (numbers: readonly number[]): readonly number[] =>
  [...new Set(numbers)].sort((a, b) => a - b);

/** Keeps only existing sites of the cluster's customer, whatever was stored. */
const canonical = (cluster: Cluster, { sites }: Inventory): Cluster => ({
  ...cluster,
  // The name has no effect on measures.
  name: '',
  sites: byNumber(cluster.sites.filter((id) => sites.get(id)?.customer === cluster.customer)),
  applications: byNumber(cluster.applications),
});

const clusterFacts = ({ id, customer }: Cluster): ElementFacts => ({ id, customer, site: 0, ...noContract });

/** A cluster without remaining sites or without applications has no measures. */
const isMeasured = ({ kind, sites, applications, everySite }: Cluster): boolean =>
  (everySite || sites.length > 0) && (kind === 'area' || applications.length > 0);

/** Flow targets and clusters of the customers of a partition. */
export function* targetFactSteps(
  inventory: Inventory,
  belongs: (customer: number) => boolean,
): Steps<TargetFacts> {
  const { flows, clusters: stored } = inventory.targets ?? noTargets;
  const own = yield* collect(flows.values(), (target) => (belongs(target.customer) ? target : undefined));
  const sites = yield* collect(inventory.sites.values(), (site) =>
    site.active && belongs(site.customer) ? site : undefined,
  );
  const activeSites = new Set(sites.map(({ id }) => id));
  const flowFacts = (kind: FlowTargetKind) =>
    collect(own, (target) => {
      if (target.kind !== kind || !target.active || !activeSites.has(target.site)) return undefined;
      const { id, customer, site, detail } = target;
      return { id, customer, site, detail, ...noContract };
    });
  const clusters = [...stored.values()]
    .filter(({ customer }) => belongs(customer))
    .sort((a, b) => a.id - b.id)
    .map((cluster) => canonical(cluster, inventory))
    .filter(isMeasured);
  const ofKind = (desired: Cluster['kind']) =>
    clusters.filter(({ kind }) => kind === desired).map(clusterFacts);
  return {
    all: own,
    clusters,
    facts: new Map([
      [sourceNumber('application', 'flow'), yield* flowFacts('application')],
      [sourceNumber('class', 'flow'), yield* flowFacts('class')],
      [sourceNumber('conversation', 'flow'), yield* flowFacts('conversation')],
      [
        sourceNumber('site', 'flow'),
        yield* collect(sites, ({ id, customer }) => ({ id, customer, site: id, detail: 0, ...noContract })),
      ],
      [sourceNumber('area', 'flow'), ofKind('area')],
      [sourceNumber('area', 'snmp'), ofKind('area')],
      [sourceNumber('cluster', 'flow'), ofKind('cluster')],
    ]),
  };
}
