import type { Cluster, FlowTargetKind } from '#schemas/inventory/flow-target.ts';
import { noTargets } from '#schemas/inventory/flow-target.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { sourceNumber } from '../measure/sources.ts';
import { gathered } from '../partition/steps.ts';
import type { StepsTo } from '../partition/steps.ts';
import type { ElementFacts } from './element-table.ts';

interface TargetFacts {
  /** Those that are switched off too. */
  readonly all: readonly { readonly id: number }[];
  /** By number of source. */
  readonly facts: ReadonlyMap<number, readonly ElementFacts[]>;
  readonly clusters: readonly Cluster[];
}

const noContract = { inBps: 0, outBps: 0 } as const;
const byNumber = (numbers: readonly number[]): readonly number[] =>
  [...new Set(numbers)].sort((a, b) => a - b);

/** What is in a cluster belongs to its customer, whatever was stored; what is gone is left out. */
const canonical = (cluster: Cluster, { sites }: Inventory): Cluster => ({
  ...cluster,
  // What it is called changes nothing.
  name: '',
  sites: byNumber(cluster.sites.filter((id) => sites.get(id)?.customer === cluster.customer)),
  applications: byNumber(cluster.applications),
});

const clusterFacts = ({ id, customer }: Cluster): ElementFacts => ({ id, customer, site: 0, ...noContract });

/** A cluster whose sites are all gone, or that names no application, has no measures. */
const isMeasured = ({ kind, sites, applications, everySite }: Cluster): boolean =>
  (everySite || sites.length > 0) && (kind === 'area' || applications.length > 0);

/** Elements that flows are summed by, and clusters, of the customers of a partition. */
export function* targetFacts(
  inventory: Inventory,
  belongs: (customer: number) => boolean,
): StepsTo<TargetFacts> {
  const { flows, clusters: stored } = inventory.targets ?? noTargets;
  const own = yield* gathered(flows.values(), (target) => (belongs(target.customer) ? target : undefined));
  const sites = yield* gathered(inventory.sites.values(), (site) =>
    site.active && belongs(site.customer) ? site : undefined,
  );
  const activeSites = new Set(sites.map(({ id }) => id));
  const flowFacts = (kind: FlowTargetKind) =>
    gathered(own, (target) => {
      if (target.kind !== kind || !target.active || !activeSites.has(target.site)) return undefined;
      const { id, customer, site, detail } = target;
      return { id, customer, site, detail, ...noContract };
    });
  const clusters = [...stored.values()]
    .filter(({ customer }) => belongs(customer))
    .sort((a, b) => a.id - b.id)
    .map((cluster) => canonical(cluster, inventory))
    .filter(isMeasured);
  const ofKind = (wanted: Cluster['kind']) =>
    clusters.filter(({ kind }) => kind === wanted).map(clusterFacts);
  return {
    all: own,
    clusters,
    facts: new Map([
      [sourceNumber('application', 'flow'), yield* flowFacts('application')],
      [sourceNumber('class', 'flow'), yield* flowFacts('class')],
      [sourceNumber('conversation', 'flow'), yield* flowFacts('conversation')],
      [
        sourceNumber('site', 'flow'),
        yield* gathered(sites, ({ id, customer }) => ({ id, customer, site: id, detail: 0, ...noContract })),
      ],
      [sourceNumber('area', 'flow'), ofKind('area')],
      [sourceNumber('area', 'snmp'), ofKind('area')],
      [sourceNumber('cluster', 'flow'), ofKind('cluster')],
    ]),
  };
}
