import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataRequestInput } from '#schemas/data/data-request.ts';
import type { KpiKey } from '#schemas/kpi/library.ts';
import {
  FLAPS,
  at,
  odd,
  oddNetwork,
  oddSamples,
  oddPort,
  spans,
  type OddPlaces,
} from './network/odd-network.ts';
import { near, readValues, totalRead, type ReadRow } from './read-values.ts';
import { serveNetwork, type ServedNetwork } from './served-network.ts';

const NOW = Date.parse('2026-01-20T12:00:00Z');
/** Monday to Wednesday. */
const DAYS = { from: at('2026-01-05T00:00:00Z'), to: at('2026-01-08T00:00:00Z') };
const MEGA = 1_000_000;

/** Figures by the octets of `odd-network.ts`, calculated on paper. */
describe('figures of odd measurements', () => {
  let served: ServedNetwork;
  let places: OddPlaces;
  beforeAll(async () => {
    served = await serveNetwork(NOW, ({ customers, inventory }) => {
      const [acme, globex] = [customers.get('acme')!, customers.get('globex')!];
      const sitesOf = (customer: number): readonly number[] =>
        [...inventory().sites.values()].flatMap(({ id, customer: own }) => (own === customer ? [id] : []));
      const [first = 0, second = 0] = sitesOf(acme);
      places = { acme, globex, first, second, foreign: sitesOf(globex)[0]! };
      const network = oddNetwork(places);
      return { network, samples: oddSamples(network) };
    });
  });
  afterAll(() => served.close());

  type Request = Omit<Partial<DataRequestInput>, 'id' | 'series'>;
  const read = (kpi: KpiKey, request: Request = {}, customer = places.acme): Promise<ReadRow> =>
    readValues(served, customer, { ...DAYS, series: [{ kpi }], display: '1d', timeZone: 'UTC', ...request });
  const ofPort = (device: number): DataRequestInput['filters'] => [
    { element: 'interface', ids: [oddPort(device)] },
  ];
  const ofSite = (site: number): DataRequestInput['filters'] => [{ element: 'site', ids: [site] }];

  it('days without measurements have no value, and the average is that of the time measured', async () => {
    const filters = ofPort(odd.steady);
    expect((await read('itf_in_bps', { filters, keys: ['date'] })).get('')).toEqual([
      [80_000, null, 160_000],
    ]);
    expect((await read('itf_in_bps', { filters })).get('')).toEqual([[120_000]]);
    expect((await read('itf_in_bytes', { filters })).get('')).toEqual([[108 * MEGA]]);
  });

  it('a month with one value has it as its average, extremes, percentiles, first and last value', async () => {
    const aggregations = ['average', 'maximum', 'minimum', 'percentile', 'first', 'last'] as const;
    const values = await readValues(served, places.acme, {
      from: at('2025-12-01T00:00:00Z'),
      to: at('2026-01-01T00:00:00Z'),
      timeZone: 'UTC',
      series: aggregations.map((aggregation) => ({ kpi: 'itf_in_bps', aggregation })),
      keys: ['date'],
      display: '1mo',
      filters: ofPort(odd.steady),
    });
    expect(values.get('')).toEqual(aggregations.map(() => [40_000]));
  });

  it('what was measured before an element moved stays with the site it was at', async () => {
    const bySite = await read('itf_in_bytes', { keys: ['site'] });
    expect(bySite.get(String(places.first))).toEqual([[144 * MEGA]]);
    expect(bySite.get(String(places.second))).toEqual([[216 * MEGA]]);
    expect(totalRead(bySite)).toBe(360 * MEGA);
    expect((await read('itf_in_bytes')).get('')).toEqual([[360 * MEGA]]);
    // The element itself has both.
    expect((await read('itf_in_bytes', { filters: ofPort(odd.mover) })).get('')).toEqual([[108 * MEGA]]);
    const bySiteOverTime = await read('itf_in_bps', { keys: ['date', 'site'], filters: ofPort(odd.mover) });
    expect(bySiteOverTime.get(String(places.first))).toEqual([[80_000, null, null]]);
    expect(bySiteOverTime.get(String(places.second))).toEqual([[null, null, 160_000]]);
  });

  it('what was measured before an element moved to another customer stays with the one it was of', async () => {
    expect((await read('itf_in_bytes', {}, places.globex)).get('')).toEqual([[72 * MEGA]]);
    const ofLeaver = await read('itf_in_bytes', { keys: ['interface'] });
    expect(ofLeaver.get(String(oddPort(odd.leaver)))).toEqual([[36 * MEGA]]);
    const ofNew = await read('itf_in_bytes', { keys: ['interface'] }, places.globex);
    expect([...ofNew]).toEqual([[String(oddPort(odd.leaver)), [[72 * MEGA]]]]);
  });

  it('an interface with a bandwidth of 0 and no speed has traffic and no percentage, and its site that of the others', async () => {
    const filters = ofPort(odd.unknown);
    const wednesday = { ...DAYS, from: at('2026-01-07T00:00:00Z') };
    expect((await read('itf_in_bps', { ...wednesday, filters })).get('')).toEqual([[160_000]]);
    for (const kpi of ['itf_in_util', 'itf_in_capacity', 'wan_in_util'] as const)
      expect([kpi, (await read(kpi, { ...wednesday, filters })).size]).toEqual([kpi, 0]);
    const second = ofSite(places.second);
    for (const kpi of ['itf_in_util', 'wan_in_util', 'wan_in_util_worst'] as const)
      expect((await read(kpi, { ...wednesday, filters: second })).get('')).toEqual([[16]]);
    expect((await read('wan_in_capacity', { ...wednesday, filters: second })).get('')).toEqual([[MEGA]]);
  });

  it('counts of more digits than a double holds are right to its last digit', async () => {
    const { from, to } = spans.monday;
    const windows = (await read('bgp_flaps', { from, to, display: '5m', keys: ['date'] })).get('')!;
    expect(windows[0]).toEqual(Array.from({ length: 12 }, () => FLAPS));
    for (const display of ['1h', '1d'] as const) {
      const sum = (await read('bgp_flaps', { from, to, display })).get('')![0]![0]!;
      near(sum, 12 * FLAPS, display);
      expect(sum).toBeGreaterThan(Number.MAX_SAFE_INTEGER);
    }
  });
});
