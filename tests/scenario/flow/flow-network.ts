import type { Cluster, FlowTarget } from '#schemas/inventory/flow-target.ts';
import type { Inventory, SiteEntry } from '#schemas/inventory/snapshot.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { flowMetricNames, flowMetrics } from '#schemas/table/flow-metrics.ts';
import { flows } from '#schemas/table/flows.ts';
import type { RowOf } from '#schemas/table/table.ts';
import { anInventory } from '../engine/network.ts';

export type FlowRow = RowOf<typeof flows.columns>;
export type MetricRow = RowOf<typeof flowMetrics.columns>;

export const flowCodec = codecOf(flows);
export const metricCodec = codecOf(flowMetrics);

export const applications = [13 * 2 ** 32 + 453, 3 * 2 ** 32 + 443, 256 * 2 ** 32 + 7] as const;
export const dscps = [0, 46] as const;

/** Every customer c has the sites 1000 · c + 1 … + `sites`. */
export const flowSite = (customer: number, number: number): number => 1_000 * customer + number + 1;

const sitesOf = (customer: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, number) => flowSite(customer, number));

/** Numbers of targets follow from what they are of. */
export const targetId = (site: number, kind: FlowTarget['kind'], index: number): number =>
  100_000 + site * 100 + { application: 0, class: 20, conversation: 40 }[kind] + index;

function targetsOf(customer: number, sites: readonly number[]): FlowTarget[] {
  const details = { application: applications, class: dscps, conversation: [0, ...sites] } as const;
  return sites.flatMap((site) =>
    (['application', 'class', 'conversation'] as const).flatMap((kind) =>
      details[kind].map((detail, index) => ({
        id: targetId(site, kind, index),
        customer,
        site,
        kind,
        detail,
        name: `${kind} ${String(detail)}`,
        active: true,
      })),
    ),
  );
}

/** An area of the first two sites, one of the first alone, an application cluster at every site and one at two. */
export function clustersOf(customer: number, sites: readonly number[]): Cluster[] {
  const cluster = (index: number, change: Partial<Cluster>): Cluster => ({
    id: 90_000 + customer * 10 + index,
    customer,
    kind: 'area',
    name: `Cluster ${String(index)}`,
    sites: sites.slice(0, 2),
    everySite: false,
    applications: [],
    ...change,
  });
  const both = applications.slice(0, 2);
  return [
    cluster(0, {}),
    cluster(1, { sites: sites.slice(0, 1) }),
    cluster(2, { kind: 'cluster', sites: [], everySite: true, applications: both }),
    cluster(3, { kind: 'cluster', applications: applications.slice(0, 1) }),
  ];
}

const siteEntry = (customer: number, id: number): SiteEntry => ({
  id,
  customer,
  name: `Site ${String(id)}`,
  active: true,
  city: '',
  country: '',
  latitude: 0,
  longitude: 0,
  networks: [],
});

export function flowInventory(customers: number, sites: number): Inventory {
  const base = anInventory(customers, 0);
  const ids = [...base.customers.keys()].map((customer) => ({ customer, sites: sitesOf(customer, sites) }));
  const targets = ids.flatMap(({ customer, sites: own }) => targetsOf(customer, own));
  const clusters = ids.flatMap(({ customer, sites: own }) => clustersOf(customer, own));
  return {
    ...base,
    devices: new Map(),
    sites: new Map(
      ids.flatMap(({ customer, sites: own }) => own.map((id) => [id, siteEntry(customer, id)] as const)),
    ),
    targets: {
      flows: new Map(targets.map((target) => [target.id, target])),
      clusters: new Map(clusters.map((cluster) => [cluster.id, cluster])),
    },
  };
}

/** `at`: its last packet, milliseconds since 1970. */
export const aFlow = (change: Partial<FlowRow> & { readonly at: number }): FlowRow => {
  const { at, ...cells } = change;
  const zero = Object.fromEntries(Object.keys(flows.columns).map((name) => [name, 0])) as unknown as FlowRow;
  return {
    ...zero,
    customer: 1,
    site: flowSite(1, 0),
    source: new Uint8Array(16),
    destination: new Uint8Array(16),
    next_hop: new Uint8Array(16),
    application: BigInt(applications[0]),
    received: at,
    first: at,
    last: at,
    sampling: 1,
    bytes: 1_000n,
    packets: 1n,
    ...cells,
  };
};

export const aMetric = (change: Partial<MetricRow> & { readonly at: number }): MetricRow => {
  const none = Object.fromEntries([
    ...Object.keys(flowMetrics.columns).map((name) => [name, 0] as const),
    ...flowMetricNames.sums.map((name) => [name, 0n] as const),
  ]) as unknown as MetricRow;
  return {
    ...none,
    customer: 1,
    site: flowSite(1, 0),
    application: BigInt(applications[0]),
    payload_type: 255,
    ...change,
  };
};
