import fc from 'fast-check';
import { aFlow, aMetric, applications, dscps, flowSite } from './flow-network.ts';
import type { FlowRow, MetricRow } from './flow-network.ts';

export type Told =
  | { readonly stream: 'flows'; readonly at: number; readonly row: FlowRow }
  | { readonly stream: 'metrics'; readonly at: number; readonly row: MetricRow };

export interface StoryShape {
  readonly customers: number;
  readonly sites: number;
  readonly startMs: number;
  readonly lengthMs: number;
  readonly rows: number;
}

const MINUTE_MS = 60_000;

/** Flows of every customer with what devices measured of them, some of them reported by several exporters. */
export function flowStory({ customers, sites, startMs, lengthMs, rows }: StoryShape): fc.Arbitrary<Told[]> {
  const one = fc.record({
    isMetric: fc.integer({ min: 0, max: 3 }).map((dice) => dice === 0),
    customer: fc.integer({ min: 1, max: customers }),
    site: fc.nat(sites - 1),
    remote: fc.integer({ min: -1, max: sites - 1 }),
    inwards: fc.boolean(),
    application: fc.constantFrom(...applications),
    dscp: fc.constantFrom(...dscps),
    duplicate: fc.constantFrom(0, 0, 0, 1, 2),
    offset: fc.nat(lengthMs - 1),
    amount: fc.integer({ min: 1, max: 2_000_000_000 }),
    count: fc.integer({ min: 0, max: 9 }),
  });
  return fc.array(one, { minLength: rows, maxLength: rows }).map((list) =>
    list
      .map(({ isMetric, customer, offset, amount, count, inwards, ...cells }): Told => {
        const site = flowSite(customer, cells.site);
        const remote = cells.remote < 0 ? 0 : flowSite(customer, cells.remote);
        const common = {
          customer,
          site,
          source_site: inwards ? remote : site,
          destination_site: inwards ? site : remote,
          application: BigInt(cells.application),
          dscp: cells.dscp,
          duplicate: cells.duplicate,
        };
        const at = startMs + offset;
        if (!isMetric)
          return {
            stream: 'flows',
            at,
            row: aFlow({ ...common, at, bytes: BigInt(amount), packets: BigInt(count) }),
          };
        const minute = at - (at % Math.min(MINUTE_MS, lengthMs));
        const sum = BigInt(count);
        return {
          stream: 'metrics',
          at: minute,
          row: aMetric({
            ...common,
            at: Math.floor(minute / 1_000),
            connections: sum * 2n + 1n,
            connection_flows: sum,
            server_ms: BigInt(amount % 10_000),
            responses: sum,
            network_ms: BigInt(amount % 777),
            network_connections: sum / 2n,
            client_retransmitted: sum,
            server_retransmitted: sum / 3n,
            retransmission_packets: sum * 100n,
            rtp_jitter_us: BigInt(amount % 55_555),
            rtp_flows: sum,
            rtp_lost: sum,
            rtp_packets: sum * 40n,
          }),
        };
      })
      .sort((a, b) => a.at - b.at),
  );
}
