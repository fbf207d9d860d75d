import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { elementKpis, queriesOf, comparedRequests } from './combinations.ts';
import { faultsOf, comparedRequest } from './comparison.ts';
import { flowFaultsOf, flowQueriesOf, flowRequestOf, flowRequestsOf } from './flow-combinations.ts';
import { areaFaultsOf, areaKpis, areaQuery, seriesFaultsOf, seriesQuery } from './one-series.ts';
import { naiveMeasuredKey, type ChosenKeys } from './naive/query.ts';
import { serveLargeNetwork, type ServedLargeNetwork } from './network/serve-large-network.ts';

const isFull = process.env['TEST_ROUNDS'] === 'full';
/** At night every kind of request, of which the gate has some. */
const LIMIT = { timeout: isFull ? 7_200_000 : 300_000 };
const SHOWN = 40;

const chosen: readonly ChosenKeys[] = [
  { kind: 'area', id: 9_101 },
  { kind: 'site', id: 9_003 },
  { kind: 'device', id: 10_200 },
  { kind: 'interface', id: 10_102 },
];

describe('by REST every KPI has the values that its formula has on raw samples and flows', () => {
  let served: ServedLargeNetwork;
  beforeAll(async () => {
    served = await serveLargeNetwork();
  });
  afterAll(() => served.close());

  /** At night each customer makes every request, in the gate one of them. */
  const byCustomer = <Request>(requests: readonly Request[]) => {
    const { customers } = served.network;
    return customers.map((customer, place) => {
      const own = requests.filter((_, index) => isFull || index % customers.length === place);
      return [customer, own] as const;
    });
  };

  it('of each of the library, which this network measures', () => {
    const measured = new Set(served.rows.keys());
    expect(elementKpis.filter((key) => !measured.has(naiveMeasuredKey(key)))).toEqual([]);
  });

  it('of elements, by every key, granularity and zone', LIMIT, async () => {
    const all = comparedRequests(chosen, isFull ? { rounds: 1 } : { some: 1 });
    for (const [customer, requests] of byCustomer(all)) {
      const requested = requests.map((request) => queriesOf(request, customer));
      const results = await served.read(
        customer,
        requests.map((request, place) => comparedRequest(String(place), request, requested[place]!)),
      );
      const faults = requested.flatMap((queries, place) =>
        faultsOf(queries, results.get(String(place)), served.facts),
      );
      expect(faults.slice(0, SHOWN), `${String(faults.length)} in ${String(requests.length)}`).toEqual([]);
    }
  });

  it('of one KPI after the other, by sites and elements', LIMIT, async () => {
    const faults: string[] = [];
    for (const [place, kpi] of elementKpis.entries())
      for (let round = 0; round < (isFull ? 20 : 1); round += 1) {
        const { query, text } = seriesQuery(kpi, place + round * 1_000, served.places);
        const series = await served.readSeries(query.customer, kpi, text);
        faults.push(...seriesFaultsOf(query, series, served));
      }
    expect(faults.slice(0, SHOWN)).toEqual([]);
  });

  it('of areas, which have measures of their own', LIMIT, async () => {
    const faults: string[] = [];
    for (const [place, kpi] of areaKpis.entries()) {
      const { query, text } = areaQuery(kpi, place, served.places);
      const series = await served.readSeries(query.customer, kpi, text);
      faults.push(...areaFaultsOf(query, series, served));
    }
    expect(faults.slice(0, SHOWN)).toEqual([]);
  });

  it('of flows, by every key, granularity and zone', LIMIT, async () => {
    const { first, second } = served.places;
    const all = flowRequestsOf([[first], [first, second]], isFull ? 300 : 2);
    for (const [customer, requests] of byCustomer(all)) {
      const requested = requests.map((request) => flowQueriesOf(request, customer));
      const results = await served.read(
        customer,
        requests.map((request, place) => flowRequestOf(String(place), request, requested[place]!)),
      );
      const faults = requested.flatMap((queries, place) =>
        flowFaultsOf(queries, results.get(String(place)), { ...served.facts, traffic: served.traffic }),
      );
      expect(faults.slice(0, SHOWN), `${String(faults.length)} in ${String(requests.length)}`).toEqual([]);
    }
  });
});
