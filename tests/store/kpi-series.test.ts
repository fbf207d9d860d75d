import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aggregations, strategies } from '#schemas/kpi/kpi.ts';
import type { Aggregation } from '#schemas/kpi/kpi.ts';
import { kpiSeries } from '#schemas/kpi/series-sql.ts';
import type { ElementSeries, SeriesRow } from '#schemas/kpi/series-sql.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { measures } from '#schemas/table/measures.ts';
import type { RowOf } from '#schemas/table/table.ts';
import { mayDisplay } from '#schemas/time/granularity.ts';
import type { Granularity } from '#schemas/time/granularity.ts';
import { openStack } from './stack.ts';
import type { Stack } from './stack.ts';
import { rounds } from '#tests/fixtures/rounds.ts';

type Row = RowOf<typeof measures.columns>;

const codec = codecOf(measures);
const KPI = 7;
const WINDOW = 300;
const HOUR = 3_600;
const SCALE = 100;
/** Within the retention of the tables, at midnight UTC: two days on both sides of a change of month. */
const START = Math.floor(Date.now() / 86_400_000) * 86_400 - 2 * 86_400;
const WINDOWS = 2 * 288;

/** Two customers; three elements on two sites each; a fifth of the windows has no measure. */
const rows = Array.from({ length: 2 * 3 * WINDOWS }, (_, number): Row | undefined => {
  const customer = 1 + (number % 2);
  const element = customer * 10 + (Math.floor(number / 2) % 3);
  const at = START + Math.floor(number / 6) * WINDOW;
  // Whole numbers, and denominators that are powers of two: sums are exact in any order.
  const numerator = (number * 7_919) % 257;
  const denominator = 2 ** ((number * 104_729) % 3);
  if ((number * 31) % 5 === 0) return undefined;
  const value = (SCALE * numerator) / denominator;
  return {
    customer,
    site: element % 2,
    element,
    kpi: KPI,
    at,
    length: WINDOW,
    value,
    numerator,
    denominator,
  };
}).filter((row) => row !== undefined);

interface Point {
  readonly key: string;
  readonly at: number;
  readonly value: number;
}

const stepSeconds: Record<string, number> = { '5m': WINDOW, '1h': HOUR, '1d': 24 * HOUR };
const stepOf = (granularity: Granularity, at: number): number =>
  at - ((at - START) % (stepSeconds[granularity] ?? 1));

/** The acceptable results: several times when several rows share the extreme, else one value. */
function aggregated(aggregation: Aggregation, points: readonly Point[], level: number): readonly number[] {
  const values = points.map(({ value }) => value);
  const least = Math.min(...values);
  const most = Math.max(...values);
  const sum = values.reduce((total, value) => total + value, 0);
  const sorted = [...values].sort((a, b) => a - b);
  const datesOf = (extreme: number) => points.filter(({ value }) => value === extreme).map(({ at }) => at);
  const table: Record<Exclude<Aggregation, 'minimum date' | 'maximum date'>, () => number> = {
    minimum: () => least,
    maximum: () => most,
    first: () => points[0]!.value,
    last: () => points.at(-1)!.value,
    average: () => sum / values.length,
    sum: () => sum,
    percentile: () => sorted[Math.max(1, Math.ceil(level * sorted.length)) - 1]!,
  };
  if (aggregation === 'minimum date') return datesOf(least);
  if (aggregation === 'maximum date') return datesOf(most);
  return [table[aggregation]()];
}

const timeOf = ({ at }: Row): number => at;

function grouped<Item>(items: readonly Item[], key: (item: Item) => string): readonly (readonly Item[])[] {
  return [...Map.groupBy(items, key).values()];
}

const ratio = (own: readonly Row[]): number =>
  SCALE *
  (own.reduce((sum, { numerator }) => sum + numerator, 0) /
    own.reduce((sum, { denominator }) => sum + denominator, 0));

/** Reference implementation of the strategies over rows in memory. */
function reference(request: ElementSeries): Map<string, readonly number[]> {
  const keyOf = (row: Row): string =>
    ({ none: '0', site: String(row.site), element: String(row.element) })[request.by];
  const own = rows.filter(
    (row) =>
      row.customer === request.customer &&
      timeOf(row) >= request.from &&
      timeOf(row) < request.to &&
      request.sites?.includes(row.site) !== false &&
      request.elements?.includes(row.element) !== false,
  );
  const after = request.strategy !== 'before any aggregation';
  const both = request.strategy === 'after spatial and temporal' && request.aggregation === 'average';
  const step = both ? request.display : request.working;
  const elementOf = (row: Row): string => (after ? '' : String(row.element));
  const points = grouped(
    own,
    (row) => `${keyOf(row)} ${elementOf(row)} ${String(stepOf(step, timeOf(row)))}`,
  ).map((part): Point => ({
    key: keyOf(part[0]!),
    at: stepOf(step, timeOf(part[0]!)),
    value: after
      ? ratio(part)
      : aggregated(
          request.own,
          part.map((row) => ({ key: '', at: timeOf(row), value: row.value })),
          0.5,
        )[0]!,
  }));
  return new Map(
    grouped(
      [...points].sort((a, b) => a.at - b.at),
      ({ key, at }) => `${key} ${String(stepOf(request.display, at))}`,
    ).map((part) => [
      `${part[0]!.key} ${String(stepOf(request.display, part[0]!.at))}`,
      aggregated(request.aggregation, part, request.level),
    ]),
  );
}

const someRequest = fc
  .record({
    customer: fc.constantFrom(1, 2),
    strategy: fc.constantFrom(...strategies),
    own: fc.constantFrom<Aggregation[]>('average', 'sum', 'maximum', 'minimum'),
    aggregation: fc.constantFrom(...aggregations),
    level: fc.constantFrom(0.05, 0.5, 0.95, 0.999),
    working: fc.constantFrom<Granularity[]>('5m', '1h', '1d'),
    display: fc.constantFrom<Granularity[]>('5m', '1h', '1d'),
    by: fc.constantFrom('none' as const, 'site' as const, 'element' as const),
    sites: fc.constantFrom<readonly number[] | undefined>(undefined, [1], []),
    elements: fc.constantFrom<readonly number[] | undefined>(undefined, [10, 12, 20, 22]),
  })
  .filter(({ working, display }) => mayDisplay(working, display))
  // First and last of several elements at the same time may be any of them.
  .filter(({ strategy, aggregation, by }) =>
    aggregation === 'first' || aggregation === 'last'
      ? strategy !== 'before any aggregation' || by === 'element'
      : true,
  )
  .map((part): ElementSeries => ({
    ...part,
    kpi: KPI,
    scale: SCALE,
    from: START,
    to: START + 2 * 24 * HOUR,
    timeZone: 'UTC',
  }));

describe('values of a KPI over time', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await openStack();
    await stack.clickhouse.insertRowBinary({
      table: 'measures',
      columns: Object.keys(measures.columns),
      rows: codec.encode(rows),
    });
  });
  afterAll(() => stack.close());

  it('aggregate by their strategies at every granularity', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(someRequest, async (request) => {
        const { sql, params, settings } = kpiSeries(request);
        const found = await stack.clickhouse.query<SeriesRow>(sql, params, settings);
        const expected = reference(request);
        expect(found.map(({ id, at }) => `${String(id)} ${String(at)}`).sort()).toEqual(
          [...expected.keys()].sort(),
        );
        for (const { id, at, value } of found) {
          const allowed = expected.get(`${String(id)} ${String(at)}`)!;
          const nearest = allowed.toSorted((a, b) => Math.abs(a - value) - Math.abs(b - value))[0]!;
          expect(value, `${String(id)} ${String(at)}`).toBeCloseTo(nearest, 6);
        }
      }),
      { numRuns: rounds(150) },
    );
  });

  it.each([0.5, 0.9, 0.95, 0.99])(
    'have the %d quantile of hours and days from what is stored, when the values are no longer kept',
    async (level) => {
      const request: ElementSeries = {
        ...{ customer: 1, kpi: KPI, scale: SCALE, strategy: 'before any aggregation', own: 'average' },
        ...{ aggregation: 'percentile', level, from: START, to: START + 2 * 24 * HOUR, timeZone: 'UTC' },
        ...{ working: '5m', by: 'element', sites: undefined, elements: undefined, display: '1d' },
      };
      const read = (fromQuantiles: boolean) => {
        const { sql, params } = kpiSeries({ ...request, fromQuantiles });
        return stack.clickhouse.query<SeriesRow>(sql, params);
      };
      const [exact, stored] = [await read(false), await read(true)];
      expect(stored.map(({ id, at }) => [id, at])).toEqual(exact.map(({ id, at }) => [id, at]));
      const values = rows.map(({ value }) => value);
      const range = Math.max(...values) - Math.min(...values);
      // Stored ones interpolate between neighbouring ranks.
      for (const [index, { value }] of stored.entries())
        expect(Math.abs(value - exact[index]!.value)).toBeLessThan(range / 50);
    },
  );

  it('have days that start at midnight of the time zone', async () => {
    const request: ElementSeries = {
      customer: 1,
      kpi: KPI,
      scale: SCALE,
      strategy: 'before any aggregation',
      own: 'sum',
      aggregation: 'sum',
      level: 0.95,
      from: START,
      to: START + 2 * 24 * HOUR,
      working: '5m',
      display: '1d',
      by: 'none',
      sites: undefined,
      elements: undefined,
      timeZone: 'America/Santiago',
    };
    const { sql, params } = kpiSeries(request);
    const found = await stack.clickhouse.query<SeriesRow>(sql, params);
    const hours = found.map(({ at }) =>
      new Intl.DateTimeFormat('en-GB', {
        timeZone: request.timeZone,
        hour: '2-digit',
        hourCycle: 'h23',
      }).format(at * 1_000),
    );
    expect(new Set(hours)).toEqual(new Set(['00']));
    expect(found.length).toBe(3);
  });
});
