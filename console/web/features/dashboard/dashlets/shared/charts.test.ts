import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DataResult } from '#schemas/data/data-result-size.ts';
import { DashletSeries } from '#schemas/dashboard/dashlet-parts.ts';
import { factsIn, libraryDirectory } from '#schemas/kpi/directory.ts';
import { chartLines, lineSummary, rowName, seriesNames } from './chart-lines.ts';
import { partsOfSum, roundUp, sectorPath, share } from './geometry.ts';
import { levelOf } from './level-of.ts';
import { regressionOf } from './regression.ts';

const words = {
  kpis: libraryDirectory,
  language: 'en',
  others: 'Others',
  hidden: 'Other sites',
  unknown: 'Unknown',
  deleted: (name: string) => `${name} (deleted)`,
  deletedElements: 'Deleted elements',
  outside: 'Internet',
} as const;
const series = (kpi: string, label = '') => DashletSeries.parse({ kpi, label });
const result = {
  series: [
    { kpi: 'itf_in_util', aggregation: 'average', unit: 'percent' },
    { kpi: 'itf_out_util', aggregation: 'maximum date', unit: 'percent' },
  ],
  rows: [
    {
      key: [{ attribute: 'site', id: 1, name: 'Lyon' }],
      values: [
        [1, null],
        [2, 3],
      ],
    },
    { key: [{ attribute: 'site', id: 0, name: null, hidden: true }], values: [[4], [5]] },
    { key: [], others: true, values: [[6], [7]] },
  ],
} as unknown as DataResult;

describe('the lines of a chart', () => {
  it('are named by their row, and by their KPI if there are several', () => {
    expect(chartLines(result, [series('itf_in_util', 'In')], words).map(({ name }) => name)).toEqual([
      'Lyon',
      'Other sites',
      'Others',
    ]);
    expect(
      chartLines(result, [series('itf_in_util', 'In'), series('itf_out_util', 'Out')], words)[0]?.name,
    ).toBe('Lyon · In');
  });

  it('end in the Internet where the other end of a conversation is no site', () => {
    const lyon = { attribute: 'site', id: 1, name: 'Lyon' } as const;
    const outside = { attribute: 'conversation', id: 0, name: null } as const;
    const unknown = { attribute: 'conversation', id: 7, name: null } as const;
    expect(rowName({ key: [lyon, outside], values: [] }, words)).toBe('Lyon · Internet');
    expect(rowName({ key: [lyon, unknown], values: [] }, words)).toBe('Lyon · Unknown');
  });

  it('name a device once where the name of its tunnel begins with it', () => {
    const device = { attribute: 'device', id: 1, name: 'lyon-r1' } as const;
    const tunnel = { attribute: 'tunnel', id: 2, name: 'lyon-r1::mpls→nice-r1' } as const;
    expect(rowName({ key: [device, tunnel], values: [] }, words)).toBe('lyon-r1::mpls→nice-r1');
  });

  it('are called as deleted elements were last', () => {
    const lyon = { attribute: 'site', id: 1, name: 'Lyon', deleted: true } as const;
    const together = { attribute: 'device', id: 0, name: null, deleted: true } as const;
    expect(rowName({ key: [lyon], values: [] }, words)).toBe('Lyon (deleted)');
    expect(rowName({ key: [together], values: [] }, words)).toBe('Deleted elements');
  });

  it('have the unit of their KPI unless another one is set; the time of a maximum is a date', () => {
    const requested = [DashletSeries.parse({ kpi: 'itf_in_util', unit: 'scalar' }), series('itf_out_util')];
    expect(
      chartLines(result, requested, words)
        .slice(0, 2)
        .map(({ unit }) => unit),
    ).toEqual(['scalar', 'timestamp']);
  });

  it('are called by their aggregation where it is not that of the KPI, unless they have a label', () => {
    const requested = [
      DashletSeries.parse({ kpi: 'cpe_cpu', aggregation: 'maximum' }),
      DashletSeries.parse({ kpi: 'cpe_cpu', aggregation: 'maximum date' }),
      DashletSeries.parse({ kpi: 'cpe_cpu', aggregation: 'first', label: 'At first' }),
      DashletSeries.parse({ kpi: 'cpe_mem', aggregation: 'maximum' }),
    ];
    expect(seriesNames(requested, words)).toEqual([
      'CPU load, maximum',
      'CPU load, time of the maximum',
      'At first',
      'Memory usage, maximum',
    ]);
    expect(
      seriesNames(
        [
          DashletSeries.parse({ kpi: 'itf_in_bps', aggregation: 'percentile' }),
          DashletSeries.parse({ kpi: 'itf_in_bps', aggregation: 'average' }),
          DashletSeries.parse({ kpi: 'itf_in_bps' }),
        ],
        words,
      ),
    ).toEqual(['Inbound throughput, 95th percentile', 'Inbound throughput', 'Inbound throughput']);
  });

  it.each([
    ['itf_in_util', { over: 'maximum', accesses: 3 }, 'Inbound utilisation, worst access'],
    ['itf_in_util', { over: 'weighted', accesses: 3 }, 'Inbound utilisation, all accesses'],
    ['itf_in_util', { over: null }, 'Inbound utilisation'],
    ['wan_in_util_worst', { over: 'maximum', accesses: 3 }, 'WAN inbound utilisation, worst access'],
    ['cpe_cpu', { over: 'average' }, 'CPU load'],
    ['cpe_cpu', { over: 'maximum' }, 'CPU load, highest element'],
    ['cpe_avail', { over: 'minimum' }, 'Device availability, worst element'],
  ] as const)('of a place, %s with %j, are called %s', (kpi, part, name) => {
    const { aggregation, kind, unit } = factsIn(libraryDirectory, kpi);
    const found = {
      ...({ kpi, aggregation, kind, unit, working: '5m', isCoarser: false, fromQuantiles: false } as const),
      ...part,
    };
    expect(seriesNames([series(kpi)], words, [found])).toEqual([name]);
  });

  it.each([
    ['minimum', 1],
    ['maximum', 5],
    ['average', 3],
    ['last', 3],
  ] as const)('are summed up by their %s', (which, value) => {
    expect(lineSummary([1, null, 5, 3], which)).toBe(value);
    expect(lineSummary([null], which)).toBeNull();
  });
});

describe('a linear regression', () => {
  it('is the line itself for points on a line, also where some are missing', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -99, max: 99 }),
        fc.integer({ min: -9, max: 9 }),
        fc.array(fc.boolean(), { minLength: 4, maxLength: 40 }),
        (start, slope, gaps) => {
          const straight = gaps.map((_, x) => start + slope * x);
          const values = straight.map((y, x) => (gaps[x] === true && x > 1 ? null : y));
          const line = regressionOf(values) ?? [];
          const distances = line.map((y, x) => (y === null ? 0 : Math.abs(y - (straight[x] ?? 0))));
          expect(Math.max(...distances)).toBeLessThan(1e-6);
        },
      ),
    );
  });

  it('goes from the first to the last point: it says nothing of days without data', () => {
    expect(regressionOf([null, null, 1, null, 3, null])).toEqual([null, null, 1, 2, 3, null]);
  });

  it('needs two points', () => {
    expect([regressionOf([]), regressionOf([null, 3, null])]).toEqual([null, null]);
  });
});

it.each([
  [null, undefined],
  [79.9, undefined],
  [80, 'warning'],
  [95, 'critical'],
] as const)('%s has the level %s', (value, level) => {
  expect(
    levelOf(
      [
        { from: 80, level: 'warning' },
        { from: 90, level: 'critical' },
      ],
      value,
    ),
  ).toBe(level);
});

describe('the shapes', () => {
  it('of a pie follow each other around the circle', () => {
    expect(partsOfSum([1, null, 3, -2])).toEqual([
      { from: 0, to: 0.25 },
      { from: 0.25, to: 0.25 },
      { from: 0.25, to: 1 },
      { from: 1, to: 1 },
    ]);
    expect(partsOfSum([0, 0])).toEqual([
      { from: 0, to: 0 },
      { from: 0, to: 0 },
    ]);
  });

  it('of a whole are closed', () => {
    expect(sectorPath({ from: 0, to: 1 }, { inner: 0, outer: 10 })).toMatch(
      /^M 0.00 -10.00 A 10 10 0 1 1 -0.00 -10.00 L 0 0 Z$/,
    );
  });

  it.each([
    [0, 1],
    [3, 5],
    [5, 5],
    [51, 100],
    [0.03, 0.05],
  ])('end at a round number: %s at %s', (value, end) => {
    expect(roundUp(value)).toBeCloseTo(end);
  });

  it('stay within their bounds', () => {
    expect([share(5, 0, 10), share(-1, 0, 10), share(99, 0, 10), share(1, 3, 3)]).toEqual([0.5, 0, 1, 0]);
  });
});
