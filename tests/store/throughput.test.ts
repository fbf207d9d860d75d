import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSync } from '#platform/clock/steps.ts';
import { elementTableSteps } from '#engine/configuration/element-table.ts';
import { AreaMeasures } from '#engine/measure/area-measures.ts';
import { measureBlock } from '#engine/measure/measure-block.ts';
import type { ElementSeries } from '#server/features/data/sql/element-values.ts';
import { formulaOf } from '#schemas/kpi/formulas.ts';
import { kpiSeries, type SeriesRow } from '#server/features/data/sql/series-sql.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { measures } from '#schemas/table/stream/measures.ts';
import type { RowOf } from '#schemas/table/table.ts';
import { rounds } from '#tests/fixtures/rounds.ts';
import { openStack, type Stack } from './stack.ts';
import { atNight } from '#tests/gate/at-night.ts';

const KPI = 7;
const WINDOW = 300;
const HOUR = 3_600;
const DAY = 86_400;
const SITE = 5;
/** Within the retention of the tables, at midnight of UTC. */
const START = Math.floor(Date.now() / 1_000 / DAY) * DAY - 2 * DAY;

/** What a window has of an element: octets, and seconds in which they were counted. */
interface Observed {
  readonly element: number;
  /** Number of the window. */
  readonly window: number;
  readonly octets: number;
  readonly seconds: number;
}

const rowOf = (
  customer: number,
  { element, window, octets, seconds }: Observed,
): RowOf<typeof measures.columns> => ({
  customer,
  element,
  site: SITE,
  kpi: KPI,
  at: START + window * WINDOW,
  length: WINDOW,
  value: 8 * (octets / seconds),
  numerator: octets,
  denominator: seconds,
});

/** An element with the same octets in each of some windows. */
const throughout = (
  element: number,
  [from, to]: readonly [number, number],
  octets: number,
): readonly Observed[] =>
  Array.from({ length: to - from }, (_, index) => ({
    element,
    window: from + index,
    octets,
    seconds: WINDOW,
  }));

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Seconds of a window: those of the element observed longest, and more than its length only where each element has more. */
function secondsOf(own: readonly Observed[]): number {
  const times = own.map(({ seconds }) => seconds);
  return times.every((time) => time > WINDOW) ? Math.min(...times) : Math.min(WINDOW, Math.max(...times));
}

const windowsOf = (observed: readonly Observed[]): readonly (readonly Observed[])[] => [
  ...Map.groupBy(observed, ({ window }) => window).values(),
];

/** Volume by time, and the points of windows. */
function naive(observed: readonly Observed[]) {
  const windows = windowsOf(observed);
  const points = windows.map((own) => 8 * (sumOf(own.map(({ octets }) => octets)) / secondsOf(own)));
  const octets = sumOf(observed.map((one) => one.octets));
  return {
    average: 8 * (octets / sumOf(windows.map(secondsOf))),
    maximum: Math.max(...points),
    minimum: Math.min(...points),
  };
}

describe('the throughput of several elements', () => {
  let stack: Stack;
  let customer = 0;
  beforeAll(async () => {
    stack = await openStack();
  });
  afterAll(() => stack.close());

  /** Stores what was observed, of a customer of its own. */
  async function store(observed: readonly Observed[]): Promise<void> {
    customer += 1;
    const rows = codecOf(measures).encode(observed.map((one) => rowOf(customer, one)));
    await stack.clickhouse.insertRowBinary({
      table: 'measures',
      columns: Object.keys(measures.columns),
      rows,
    });
  }

  async function read(change: Partial<ElementSeries>): Promise<readonly number[]> {
    const { sql, params } = kpiSeries({
      customer,
      kpi: KPI,
      scale: 8,
      strategy: 'after spatial and temporal',
      own: 'average',
      kind: 'rate',
      over: 'sum',
      aggregation: 'average',
      level: 0.95,
      timeZone: 'UTC',
      from: START,
      to: START + DAY,
      working: '5m',
      display: '5m',
      by: 'none',
      sites: undefined,
      elements: undefined,
      ...change,
    });
    return (await stack.clickhouse.query<SeriesRow>(sql, params)).map(({ value }) => value);
  }

  const cases: readonly (readonly [
    string,
    readonly Observed[],
    { readonly points: readonly number[]; readonly average: number },
  ])[] = [
    [
      'is that of each at its time where one is observed after the other',
      [...throughout(10, [0, 2], 3_000), ...throughout(11, [2, 4], 6_000)],
      { points: [80, 80, 160, 160], average: 120 },
    ],
    [
      'has the growth since before a missed poll once, in the time of all',
      [...throughout(10, [0, 2], 3_000), { element: 11, window: 1, octets: 12_000, seconds: 600 }],
      { points: [80, 400], average: 240 },
    ],
    [
      'is not doubled where a poll of all elements was missed',
      [
        ...throughout(10, [0, 1], 3_000),
        ...throughout(11, [0, 1], 6_000),
        { element: 10, window: 2, octets: 6_000, seconds: 600 },
        { element: 11, window: 2, octets: 12_000, seconds: 600 },
      ],
      { points: [240, 240], average: 240 },
    ],
    [
      'counts the time of a window where an element joins within it',
      [
        ...throughout(10, [0, 3], 3_000),
        { element: 11, window: 1, octets: 1_200, seconds: 120 },
        ...throughout(11, [2, 3], 3_000),
      ],
      { points: [80, 112, 160], average: (8 * 13_200) / 900 },
    ],
    [
      'is by the time observed where all of them join within a window',
      [
        { element: 10, window: 0, octets: 1_000, seconds: 100 },
        { element: 11, window: 0, octets: 600, seconds: 60 },
        ...throughout(10, [1, 2], 3_000),
      ],
      { points: [128, 80], average: (8 * 4_600) / 400 },
    ],
  ];

  it.each(cases)('%s', async (_, observed, { points, average }) => {
    await store(observed);
    for (const by of ['none', 'site'] as const) {
      expect(await read({ by })).toEqual(points);
      expect(await read({ by, display: '1h' })).toEqual([average]);
      expect(await read({ by, display: '1d' })).toEqual([average]);
      expect(await read({ by, display: '1d', aggregation: 'maximum' })).toEqual([Math.max(...points)]);
      expect(await read({ by, display: '1h', aggregation: 'minimum' })).toEqual([Math.min(...points)]);
    }
  });

  const someObserved = fc
    .uniqueArray(
      fc.record({
        element: fc.integer({ min: 10, max: 13 }),
        window: fc.integer({ min: 0, max: 30 }),
        octets: fc.integer({ min: 0, max: 1_000_000 }),
        seconds: fc.oneof(fc.constantFrom(300, 600, 900), fc.integer({ min: 1, max: 330 })),
      }),
      {
        minLength: 1,
        maxLength: 60,
        selector: ({ element, window }) => `${String(element)} ${String(window)}`,
      },
    )
    .map((observed) => observed.toSorted((one, other) => one.window - other.window));

  atNight('is what was observed, whichever elements were at each time', async () => {
    await fc.assert(
      fc.asyncProperty(someObserved, async (observed) => {
        await store(observed);
        const right = naive(observed);
        for (const aggregation of ['average', 'maximum', 'minimum'] as const)
          expect(await read({ aggregation, display: '1d' }), `its ${aggregation}`).toEqual([
            expect.closeTo(right[aggregation], 6),
          ]);
        const byHour = [
          ...Map.groupBy(observed, ({ window }) => Math.floor((window * WINDOW) / HOUR)).values(),
        ];
        expect(await read({ display: '1h' })).toEqual(
          byHour.map((own) => expect.closeTo(naive(own).average, 6) as number),
        );
      }),
      { numRuns: rounds(25) },
    );
  });

  it('is that of the element where there is one, at every granularity', async () => {
    const ofOne = someObserved.map((observed) =>
      observed.filter(({ element }) => element === observed[0]!.element),
    );
    await fc.assert(
      fc.asyncProperty(ofOne, async (observed) => {
        // An element has no more time than there was.
        const possible = observed.map((one) => ({ ...one, seconds: Math.max(one.seconds, WINDOW) }));
        await store(possible);
        for (const display of ['5m', '1h', '1d'] as const)
          expect(await read({ display })).toEqual(await read({ display, by: 'element' }));
      }),
      { numRuns: rounds(15) },
    );
  });

  it('is to the digit that of an area of their sites, which the engine measures', async () => {
    const AREA = 99;
    const elements = runSync(
      elementTableSteps([10, 11, 12, 13].map((id) => ({ id, customer: 1, site: SITE, inBps: 0, outBps: 0 }))),
    );
    const kpi = {
      key: 'itf_in_bps',
      id: KPI,
      parts: formulaOf('itf_in_bps', 'snmp')!,
      onlyAccesses: false,
      aggregation: 'rate' as const,
    };
    const scale = 8 / kpi.parts.scale;
    const area = {
      id: AREA,
      customer: 1,
      kind: 'area' as const,
      name: 'North',
      sites: [SITE],
      everySite: false,
      applications: [],
    };
    const measured = (own: readonly Observed[]): number => {
      const gathered = new AreaMeasures([kpi], [area], { slots: 1, windowSeconds: WINDOW });
      const block = measureBlock();
      block.from = 0;
      block.length = elements.ids.length;
      for (const [slot, id] of elements.ids.entries()) {
        const one = own.find(({ element }) => element === id);
        block.numerator[slot] = one?.octets ?? Number.NaN;
        block.denominator[slot] = one?.seconds ?? Number.NaN;
        block.value[slot] = one === undefined ? Number.NaN : one.octets / one.seconds;
      }
      gathered.add(kpi, elements, block);
      const found: number[] = [];
      const ofAreas = measureBlock();
      gathered.visit(ofAreas, () => found.push(ofAreas.value[0]!));
      return found[0]! * scale;
    };
    await fc.assert(
      fc.asyncProperty(someObserved, async (observed) => {
        await store(observed);
        expect(await read({})).toEqual(windowsOf(observed).map(measured));
      }),
      { numRuns: rounds(25) },
    );
  });
});
