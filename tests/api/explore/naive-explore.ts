import type { TestFlowRow } from '#tests/fixtures/engine/flow-network.ts';

/** What the reference knows of a flow: numbers and texts as a person would write them down. */
export interface PlainFlow {
  readonly customer: number;
  readonly site: number;
  readonly sourceSite: number;
  readonly destinationSite: number;
  readonly source: string;
  readonly destination: string;
  readonly sourcePort: number;
  readonly destinationPort: number;
  readonly application: number;
  readonly protocol: number;
  readonly dscp: number;
  readonly flags: number;
  readonly vlan: number;
  readonly duplicate: number;
  /** Milliseconds since 1970 of the last packet. */
  readonly last: number;
  readonly bytes: number;
  readonly packets: number;
}

const WAYS = ['in', 'out', 'inside', 'transit'] as const;

function wayOf({ site, sourceSite, destinationSite }: PlainFlow): number {
  const [isFrom, isTo] = [sourceSite === site, destinationSite === site];
  if (isFrom && !isTo) return WAYS.indexOf('out');
  if (!isFrom && isTo) return WAYS.indexOf('in');
  return WAYS.indexOf(isFrom ? 'inside' : 'transit');
}

const subnetOf = (address: string): string => address.replace(/\.\d+$/, '.0');

/** Networks of countries in which the destinations of the tests are. */
export const naiveCountries = [
  ['192.0.2.0/28', 'FR'],
  ['192.0.2.16/29', 'DE'],
] as const;

function countryOf(address: string): string {
  const host = Number(address.split('.')[3]);
  if (!address.startsWith('192.0.2.')) return '';
  return host < 16 ? 'FR' : host < 24 ? 'DE' : '';
}

/** The keys of a flow, as the explorer returns their ids. */
export const naiveKeys: Readonly<Record<string, (flow: PlainFlow) => string>> = {
  site: ({ site }) => String(site),
  'remote-site': ({ site, sourceSite, destinationSite }) =>
    String(sourceSite === site ? destinationSite : sourceSite),
  'source-site': ({ sourceSite }) => String(sourceSite),
  'destination-site': ({ destinationSite }) => String(destinationSite),
  way: (flow) => String(wayOf(flow)),
  application: ({ application }) => String(application),
  dscp: ({ dscp }) => String(dscp),
  protocol: ({ protocol }) => String(protocol),
  'source-port': ({ sourcePort }) => String(sourcePort),
  'destination-port': ({ destinationPort }) => String(destinationPort),
  'source-address': ({ source }) => source,
  'destination-address': ({ destination }) => destination,
  'source-subnet': ({ source }) => subnetOf(source),
  'source-country': ({ source }) => countryOf(source),
  'destination-country': ({ destination }) => countryOf(destination),
  'tcp-flags': ({ flags }) => String(flags),
  vlan: ({ vlan }) => String(vlan),
};

interface NaiveRequest {
  readonly flows: readonly PlainFlow[];
  readonly dimensions: readonly string[];
  readonly measure: 'bytes' | 'packets' | 'flows';
  readonly matches: (flow: PlainFlow) => boolean;
  /** Seconds. */
  readonly from: number;
  readonly to: number;
  /** Sites whose flows are read; undefined: all. */
  readonly sites?: readonly number[] | undefined;
  /** Sites of which the reader sees nothing but these. */
  readonly customer: number;
  readonly perSite: boolean;
}

const measured = ({ bytes, packets }: PlainFlow, measure: NaiveRequest['measure']): number =>
  ({ bytes, packets, flows: 1 })[measure];

/** The flows that count. */
function counted({ flows, matches, from, to, sites, customer, perSite }: NaiveRequest): readonly PlainFlow[] {
  return flows.filter(
    (flow) =>
      flow.customer === customer &&
      flow.last >= from * 1_000 &&
      flow.last < to * 1_000 &&
      (sites?.includes(flow.site) ?? true) &&
      flow.duplicate < (perSite ? 2 : 1) &&
      matches(flow),
  );
}

/** Every key with its sum, and all sums by step of some seconds. */
export function naiveExplore(request: NaiveRequest, step: number) {
  const sums = new Map<string, number>();
  const steps = new Map<number, number>();
  let total = 0;
  for (const flow of counted(request)) {
    const key = JSON.stringify(request.dimensions.map((id) => naiveKeys[id]?.(flow) ?? ''));
    const value = measured(flow, request.measure);
    sums.set(key, (sums.get(key) ?? 0) + value);
    const at = Math.floor(flow.last / 1_000 / step) * step;
    steps.set(at, (steps.get(at) ?? 0) + value);
    total += value;
  }
  return { sums, steps, total };
}

/** The stored row of a flow. */
export const storedOf = (
  flow: PlainFlow,
  zero: TestFlowRow,
  bytesOf: (address: string) => Uint8Array,
): TestFlowRow => ({
  ...zero,
  customer: flow.customer,
  site: flow.site,
  source_site: flow.sourceSite,
  destination_site: flow.destinationSite,
  source: bytesOf(flow.source),
  destination: bytesOf(flow.destination),
  source_port: flow.sourcePort,
  destination_port: flow.destinationPort,
  application: BigInt(flow.application),
  protocol: flow.protocol,
  dscp: flow.dscp,
  tcp_flags: flow.flags,
  vlan: flow.vlan,
  duplicate: flow.duplicate,
  first: flow.last,
  last: flow.last,
  received: flow.last + 20_000,
  bytes: BigInt(flow.bytes),
  packets: BigInt(flow.packets),
});
