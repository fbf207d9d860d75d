import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataResult } from '#schemas/data/data-result-size.ts';
import type { DataRequestInput } from '#schemas/data/data-request.ts';
import type { Over } from '#schemas/kpi/algebra/quantity.ts';
import type { KpiKey } from '#schemas/kpi/library.ts';
import { START, WINDOWS, small, smallNetwork, smallSamples } from './network/small-network.ts';
import { serveNetwork, type ServedNetwork } from './served-network.ts';

const HOUR = 3_600;
const END = START + WINDOWS * 300;
const NOW = Date.parse('2026-01-05T08:00:00Z');

/** Average, maximum, minimum and 95th percentile by nearest rank, in bit/s or percent. */
type Four = readonly [average: number, maximum: number, minimum: number, p95: number];

interface Figure {
  readonly of: string;
  readonly kpi: KpiKey;
  readonly over?: Over | 'default';
  /** Undefined: the entire customer. */
  readonly chosen?: { readonly element: 'site' | 'interface'; readonly id: number | 'A' };
  readonly four: Four;
}

const interfaceOf = (id: number) => ({ element: 'interface', id }) as const;
const atA = { element: 'site', id: 'A' } as const;

/** Calculated from the octets of `figures.csv` on paper, not by the product. */
const figures: readonly Figure[] = [
  {
    of: 'throughput of a line',
    kpi: 'itf_in_bps',
    chosen: interfaceOf(small.aMpls),
    four: [15_899_997.777777776, 20_000_000, 12_000_000, 20_000_000],
  },
  {
    of: 'throughput of another line',
    kpi: 'itf_in_bps',
    chosen: interfaceOf(small.aInet),
    four: [12_949_996.666666666, 19_600_000, 9_000_000, 19_600_000],
  },
  {
    of: 'throughput of a LAN port',
    kpi: 'itf_in_bps',
    chosen: interfaceOf(small.aLan),
    four: [27_824_995.555555556, 35_000_000, 21_000_000, 35_000_000],
  },
  {
    of: 'throughput of a small line',
    kpi: 'itf_in_bps',
    chosen: interfaceOf(small.bMpls),
    four: [3_179_995.5555555555, 4_000_000, 2_400_000, 4_000_000],
  },
  {
    of: 'utilisation of a line',
    kpi: 'itf_in_util',
    chosen: interfaceOf(small.aMpls),
    four: [15.899997777777777, 20, 12, 20],
  },
  {
    of: 'utilisation of a saturated line',
    kpi: 'itf_in_util',
    chosen: interfaceOf(small.aInet),
    four: [64.74998333333333, 98, 45, 98],
  },
  {
    of: 'utilisation of a LAN port',
    kpi: 'itf_in_util',
    chosen: interfaceOf(small.aLan),
    four: [2.7824995555555554, 3.5, 2.1, 3.5],
  },
  {
    of: 'utilisation of a small line',
    kpi: 'itf_in_util',
    chosen: interfaceOf(small.bMpls),
    four: [31.79995555555556, 40, 24, 40],
  },
  {
    of: 'WAN throughput of a site: its lines without its LAN',
    kpi: 'wan_in_bps',
    chosen: atA,
    four: [28_849_994.444444444, 38_000_000, 21_000_000, 35_000_000],
  },
  {
    of: 'utilisation of a site: its worst line',
    kpi: 'itf_in_util',
    chosen: atA,
    four: [64.74998333333333, 98, 45, 98],
  },
  {
    of: 'utilisation of the worst line of a site',
    kpi: 'wan_in_util_worst',
    chosen: atA,
    four: [64.74998333333333, 98, 45, 98],
  },
  {
    of: 'weighted utilisation of a site',
    kpi: 'wan_in_util',
    chosen: atA,
    four: [24.04166203703704, 31.666666666666668, 17.5, 29.166666666666668],
  },
  {
    of: 'weighted utilisation where it is requested',
    kpi: 'itf_in_util',
    over: 'weighted',
    chosen: atA,
    four: [24.04166203703704, 31.666666666666668, 17.5, 29.166666666666668],
  },
  {
    of: 'WAN throughput of a customer',
    kpi: 'wan_in_bps',
    four: [32_029_989.999999996, 41_679_973.333333336, 23_400_000, 39_000_000],
  },
];

const volumes: readonly (readonly [string, KpiKey, Figure['chosen'], number])[] = [
  ['of a line', 'itf_in_bytes', interfaceOf(small.aMpls), 14_309_998_000],
  ['of another line', 'itf_in_bytes', interfaceOf(small.aInet), 11_654_997_000],
  ['of a LAN port', 'itf_in_bytes', interfaceOf(small.aLan), 25_042_496_000],
  ['of a small line', 'itf_in_bytes', interfaceOf(small.bMpls), 2_861_996_000],
  ['of the WAN of a site', 'wan_in_bytes', atA, 25_964_995_000],
  ['of the WAN of a customer', 'wan_in_bytes', undefined, 28_826_991_000],
];

const fourSeries = (kpi: KpiKey, over: Over | 'default') => [
  ...(['average', 'maximum', 'minimum'] as const).map((aggregation) => ({ kpi, over, aggregation })),
  { kpi, over, aggregation: 'percentile' as const, percentile: 95 },
];

describe('figures of a small network', () => {
  let served: ServedNetwork;
  let customer: number;
  let sites: readonly [number, number];
  beforeAll(async () => {
    served = await serveNetwork(NOW, ({ customers, inventory }) => {
      customer = customers.get('acme')!;
      const own = [...inventory().sites.values()].filter((site) => site.customer === customer);
      sites = [own[0]!.id, own[1]!.id];
      const network = smallNetwork(customer, sites);
      return { network, samples: smallSamples(network) };
    });
  });
  afterAll(() => served.close());

  const filtersOf = (chosen: Figure['chosen']): DataRequestInput['filters'] =>
    chosen === undefined
      ? []
      : [{ element: chosen.element, ids: [chosen.id === 'A' ? sites[0] : chosen.id] }];
  async function read(request: Omit<DataRequestInput, 'id' | 'from' | 'to'>): Promise<DataResult> {
    const found = await served.read(customer, [{ id: 'one', from: START, to: END, ...request }]);
    const result = found.get('one');
    return typeof result === 'object' ? result : expect.fail(String(result));
  }
  const nearly = (right: readonly number[]): readonly unknown[] =>
    right.map((value) => expect.closeTo(value, value > 1_000 ? 4 : 9));

  it.each(figures)('$of', async ({ kpi, over = 'default', chosen, four }: Figure) => {
    const { rows } = await read({ series: fourSeries(kpi, over), filters: filtersOf(chosen) });
    const values = rows[0]!.values.map(([value]) => value!);
    expect(values).toEqual(nearly(four));
    const hours = await read({ series: fourSeries(kpi, over), filters: filtersOf(chosen), display: '1h' });
    expect(hours.rows[0]!.values.map(([value]) => value!)).toEqual(nearly(four));
  });

  it.each(volumes)('volume %s', async (_, kpi, chosen, right) => {
    const { rows } = await read({ series: [{ kpi }], filters: filtersOf(chosen) });
    expect(rows[0]!.values).toEqual([[right]]);
  });

  it('hours of the WAN of a site', async () => {
    const { rows, steps } = await read({
      series: fourSeries('wan_in_bps', 'default'),
      keys: ['date'],
      display: '1h',
      filters: filtersOf(atA),
    });
    expect(steps).toEqual([START, START + HOUR]);
    const [first, second] = [0, 1].map((hour) => rows[0]!.values.map((values) => values[hour]!));
    expect(first).toEqual(nearly([29_466_662.22222222, 38_000_000, 21_000_000, 38_000_000]));
    expect(second).toEqual(nearly([28_233_326.666666668, 35_000_000, 21_000_000, 35_000_000]));
  });

  it('availability of devices and of all of them', async () => {
    const each = await read({ series: [{ kpi: 'cpe_avail' }], keys: ['device'], breakdown: { kind: 'all' } });
    const byDevice = new Map(each.rows.map(({ key, values }) => [key[0]!.id, values[0]![0]!]));
    expect(byDevice.get(small.routerA)).toBe(100);
    expect(byDevice.get(small.routerB)).toBeCloseTo(91.66666666666667, 10);
    const all = await read({ series: [{ kpi: 'cpe_avail' }] });
    expect(all.rows[0]!.values[0]![0]).toBeCloseTo(95.83333333333333, 10);
  });

  it('the throughput of a site is the sum of its lines, and its integral is their volume', async () => {
    const lines = await read({
      series: [{ kpi: 'wan_in_bps' }],
      keys: ['interface'],
      breakdown: { kind: 'all' },
      filters: filtersOf(atA),
    });
    const ofSite = await read({ series: [{ kpi: 'wan_in_bps' }], filters: filtersOf(atA) });
    const [throughput = 0] = ofSite.rows[0]!.values[0] as number[];
    const sum = lines.rows.reduce((total, { values }) => total + values[0]![0]!, 0);
    expect([sum, (throughput * (END - START)) / 8]).toEqual(nearly([throughput, 25_964_995_000]));
  });

  it('rates have no sum over time, and ratios none over elements', async () => {
    const found = await served.read(customer, [
      { id: 'time', from: START, to: END, series: [{ kpi: 'itf_in_bps', aggregation: 'sum' }] },
      { id: 'elements', from: START, to: END, series: [{ kpi: 'itf_in_util', over: 'sum' }] },
    ]);
    expect([...found.values()]).toEqual(['AGGREGATION_UNDEFINED', 'AGGREGATION_UNDEFINED']);
  });

  it('the same by the values of a KPI', async () => {
    const query = `from=${String(START)}&to=${String(END)}&display=1d&sites=${String(sites[0])}`;
    const values = async (key: KpiKey, change: string) => {
      const series = await served.readSeries(customer, key, query + change);
      return typeof series === 'string' ? series : series.series[0]?.points[0]?.[1];
    };
    expect([
      await values('wan_in_bps', ''),
      await values('wan_in_bps', '&aggregation=percentile'),
      await values('itf_in_util', ''),
      await values('wan_in_util', '&aggregation=maximum'),
    ]).toEqual(nearly([28_849_994.444444444, 35_000_000, 64.74998333333333, 31.666666666666668]));
  });
});
