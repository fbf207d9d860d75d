import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { valuesStatement } from '#server/features/data/sql/statement.ts';
import type { StatementPart } from '#server/features/data/sql/statement-part.ts';
import { flowKpiSeries, type FlowSeries } from '#server/features/data/sql/flow-series-sql.ts';
import { formulaOf } from '#schemas/kpi/formulas.ts';
import type { ElementSeries } from '#server/features/data/sql/element-values.ts';
import { kpiSeries, type SeriesRow } from '#server/features/data/sql/series-sql.ts';
import { valueWayOf } from '#server/features/data/sql/value-way.ts';
import { openStack, type Stack } from './stack.ts';
import { casesOfGate } from '#tests/gate/at-night.ts';

const WINDOW = 300;
const HOUR = 3_600;
const DAY = 86_400;
const KPI = 7;
const DAYS = 400;
/** Ends before today; the tables keep hours and days for three years. */
const END = Math.floor(Date.now() / 1_000 / DAY) * DAY - 2 * DAY;
const START = END - (DAYS + 3) * DAY;
const WINDOWS = (END - START) / WINDOW;
const BLOCK = (90 * DAY) / WINDOW;

/** Customers by the rows of their hours, with the zones that they suit. */
const zones = [
  ['Europe/Paris', 1],
  ['America/New_York', 1],
  ['Asia/Kolkata', 2],
  ['Australia/Lord_Howe', 2],
  ['America/St_Johns', 2],
  ['Asia/Kathmandu', 4],
  ['Europe/Paris', 4],
  ['UTC', 2],
  ['Pacific/Chatham', 4],
] as const;

const valueAt = (window: number): number => (window * 7_919) % 100_003;
const VALUE_SQL = '(number * 7919) % 100003';

/** Days of a zone up to the end of the rows, the last `count` whole ones: starts, and the end of the last. */
function daysOf(zone: string, count: number): readonly number[] {
  const end = Temporal.Instant.fromEpochMilliseconds(END * 1_000)
    .toZonedDateTimeISO(zone)
    .toPlainDate();
  return Array.from({ length: count + 1 }, (_, index) => {
    const day = end.subtract({ days: count - index });
    return day.toZonedDateTime(zone).epochMilliseconds / 1_000;
  });
}

/** Values of five minutes of [from, to), as they were inserted. */
function valuesIn(from: number, to: number): readonly number[] {
  const first = (from - START) / WINDOW;
  return Array.from({ length: (to - from) / WINDOW }, (_, index) => valueAt(first + index));
}
const sumIn = (from: number, to: number): number => valuesIn(from, to).reduce((sum, value) => sum + value, 0);

/** What is expected of each day. */
const byDay = (starts: readonly number[], valueOf: (from: number, to: number) => number) =>
  starts.slice(0, -1).map((from, index) => [from, valueOf(from, starts[index + 1]!)] as const);

/** Throughput of several elements: of hours where windows of five minutes have expired. */
const hourlyRate = {
  by: 'none',
  kind: 'rate',
  over: 'sum',
  aggregation: 'average',
  working: '1h',
} as const;

describe('the days of a time zone', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await openStack();
    const { clickhouse } = stack;
    for (const parts of [2, 4])
      await clickhouse.command(
        `INSERT INTO rollup_steps (customer, parts, since) VALUES (${String(parts)}, ${String(parts)}, 0)`,
      );
    const at = `toDateTime(${String(START)} + number * ${String(WINDOW)}, 'UTC')`;
    // A block may have rows of a hundred partitions at most, which are days.
    for (let first = 0; first < WINDOWS; first += BLOCK) {
      const rows = `(SELECT arrayJoin([1, 2, 4]) AS customer, number + ${String(first)} AS number FROM numbers(${String(Math.min(BLOCK, WINDOWS - first))}))`;
      await clickhouse.command(`INSERT INTO measures (customer, site, element, kpi, at, length, value, numerator, denominator)
        SELECT customer, 1, 10, ${String(KPI)}, ${at}, ${String(WINDOW)}, ${VALUE_SQL}, ${VALUE_SQL}, 1 FROM ${rows}`);
      await clickhouse.command(`INSERT INTO flows_5m (customer, site, at, application, bytes, packets, flows)
        SELECT customer, 1, ${at}, 1, ${VALUE_SQL}, 1, 1 FROM ${rows}`);
    }
  });
  afterAll(() => stack.close());

  const read = async ({ sql, params }: ReturnType<typeof kpiSeries>) =>
    (await stack.clickhouse.query<SeriesRow>(sql, params)).map(({ at, value }) => [at, value] as const);

  const requestOf = (zone: string, customer: number, change: Partial<ElementSeries> = {}): ElementSeries => ({
    customer,
    kpi: KPI,
    scale: 1,
    strategy: 'before any aggregation',
    own: 'average',
    kind: 'gauge',
    over: 'average',
    aggregation: 'sum',
    level: 0.5,
    working: '5m',
    display: '1d',
    timeZone: zone,
    from: START,
    to: END,
    by: 'element',
    sites: undefined,
    elements: undefined,
    ...change,
  });
  const flowsOf = (zone: string, customer: number, change: Partial<FlowSeries> = {}): FlowSeries => ({
    ...requestOf(zone, customer, { strategy: 'after spatial and temporal', aggregation: 'average' }),
    by: 'none',
    applications: undefined,
    ...change,
  });
  const bps = formulaOf('app_bps', 'flow')!;

  describe.each(casesOfGate(zones))('%s, whose customer has %i rows an hour', (zone, customer) => {
    it.each([120, DAYS])('are what values of 5 minutes say, over %i days', async (count) => {
      const starts = daysOf(zone, count);
      const period = { from: starts[0]!, to: starts.at(-1)! };
      expect(await read(kpiSeries(requestOf(zone, customer, period)))).toEqual(byDay(starts, sumIn));
      const hours = starts.slice(1).map((end, index) => (end - starts[index]!) / HOUR);
      if (count === DAYS && zone !== 'UTC' && !['Asia/Kolkata', 'Asia/Kathmandu'].includes(zone))
        expect(new Set(hours)).toEqual(
          new Set(zone === 'Australia/Lord_Howe' ? [23.5, 24, 24.5] : [23, 24, 25]),
        );
      // Days are points of their own: an average of averages, merged once more.
      const points = { ...period, working: '1d', aggregation: 'maximum' } as const;
      expect(await read(kpiSeries(requestOf(zone, customer, points)))).toEqual(
        byDay(starts, (from, to) => sumIn(from, to) / ((to - from) / WINDOW)),
      );
      const rate = { ...period, ...hourlyRate } as const;
      const throughput = requestOf(zone, customer, { ...rate, strategy: 'after spatial and temporal' });
      expect(await read(kpiSeries(throughput))).toEqual(
        byDay(starts, (from, to) => sumIn(from, to) / ((to - from) / WINDOW)),
      );
      expect(await read(flowKpiSeries(flowsOf(zone, customer, period), bps))).toEqual(
        byDay(starts, (from, to) => (8 * sumIn(from, to)) / (to - from)),
      );
    });

    it('have their extremes, first and last values, and their times', async () => {
      const starts = daysOf(zone, 120);
      const period = { from: starts[0]!, to: starts.at(-1)! };
      const expected = {
        minimum: (from: number, to: number) => Math.min(...valuesIn(from, to)),
        maximum: (from: number, to: number) => Math.max(...valuesIn(from, to)),
        first: (from: number, to: number) => valuesIn(from, to)[0]!,
        last: (from: number, to: number) => valuesIn(from, to).at(-1)!,
        'maximum date': (from: number, to: number) => {
          const values = valuesIn(from, to);
          return from + values.indexOf(Math.max(...values)) * WINDOW;
        },
      };
      for (const [aggregation, valueOf] of Object.entries(expected))
        expect(
          await read(
            kpiSeries(
              requestOf(zone, customer, { ...period, aggregation: aggregation as keyof typeof expected }),
            ),
          ),
        ).toEqual(byDay(starts, valueOf));
    });

    /** One value of a period, as a table without dates has it, and the statement. */
    async function totalOf(part: StatementPart) {
      const { sql, params, settings } = valuesStatement([part], zone);
      const { columns, readRows } = await stack.clickhouse.measured(sql, params, { settings });
      return { value: columns['value_0']![0], readRows };
    }
    const sumPart = (change: Partial<ElementSeries>): StatementPart => {
      const values = requestOf(zone, customer, { ...change, isTotal: true });
      const results = [{ aggregation: values.aggregation, level: values.level }];
      return { of: 'elements', values, way: valueWayOf(values), results };
    };

    it('have the same total, from days of UTC but for both ends', async () => {
      const starts = daysOf(zone, DAYS);
      const period = { from: starts[0]!, to: starts.at(-1)! };
      const { value, readRows } = await totalOf(sumPart(period));
      expect(value).toBe(sumIn(period.from, period.to));
      // A day, and up to 24 hours of four rows at both ends; a granule may hold some more.
      expect(readRows).toBeLessThan(customer * DAYS * 24);
      const rate = { ...period, ...hourlyRate } as const;
      const throughput = await totalOf(sumPart({ ...rate, strategy: 'after spatial and temporal' }));
      expect(throughput.value).toBeCloseTo(
        sumIn(period.from, period.to) / ((period.to - period.from) / WINDOW),
        6,
      );
      const values = { ...flowsOf(zone, customer, { ...period, isTotal: true }), keys: ['none'] as const };
      const results = [{ parts: bps, aggregation: 'average' as const, level: 0.5, kind: 'rate' as const }];
      const flows = await totalOf({ of: 'flows', values, isComplete: true, results });
      expect(flows.value).toBeCloseTo((8 * sumIn(period.from, period.to)) / (period.to - period.from), 9);
      // Rows that are all within the period: every zone has the same.
      const everything = await totalOf(sumPart({ from: START - DAY, to: END + DAY }));
      expect(everything.value).toBe(sumIn(START, END));
    });

    it('are days of UTC before hours were stored, each at the day that has its noon', async () => {
      const starts = daysOf(zone, 120);
      const hoursFrom = END - 60 * DAY;
      const period = { from: starts[0]!, to: starts.at(-1)!, hoursFrom };
      const found = await read(kpiSeries(requestOf(zone, customer, period)));
      expect(found.map(([at]) => at)).toEqual(starts.slice(0, -1));
      // No row counts twice or is left out, but for the parts of days at the start.
      const first = Math.ceil((starts[0]! - DAY / 2) / DAY) * DAY;
      if (zone !== 'UTC')
        expect(found.reduce((sum, [, value]) => sum + value, 0)).toBe(sumIn(first, starts.at(-1)!));
      const exact = byDay(starts, sumIn).filter(([at]) => at >= hoursFrom);
      expect(found.slice(-exact.length)).toEqual(exact);
      for (const [at, value] of found.filter((_, index) => starts[index + 1]! + DAY < hoursFrom)) {
        const noon = Math.ceil((at - DAY / 2) / DAY) * DAY;
        if (zone !== 'UTC') expect(value).toBe(sumIn(noon, noon + DAY));
      }
      const total = await totalOf(sumPart(period));
      expect(total.value).toBe(sumIn(zone === 'UTC' ? starts[0]! : first, starts.at(-1)!));
      // All of it before: days of UTC only.
      const old = { from: starts[0]!, to: starts[31]!, hoursFrom };
      const before = await totalOf(sumPart(old));
      const last = Math.ceil((starts[31]! - DAY / 2) / DAY) * DAY;
      expect(before.value).toBe(
        sumIn(zone === 'UTC' ? starts[0]! : first, zone === 'UTC' ? starts[31]! : last),
      );
    });
  });

  it('of half an hour count hours of a customer without cut ones where they begin', async () => {
    const starts = daysOf('Asia/Kolkata', 120);
    const found = await read(
      kpiSeries(requestOf('Asia/Kolkata', 1, { from: starts[0]!, to: starts.at(-1)! })),
    );
    const begun = (at: number): number => Math.ceil(at / HOUR) * HOUR;
    expect(found).toEqual(byDay(starts, (from, to) => sumIn(begun(from), begun(to))));
  });

  it('have percentiles of any level from what hours and days keep of the values', async () => {
    const starts = daysOf('Europe/Paris', DAYS);
    const requested = {
      from: starts[0]!,
      to: starts.at(-1)!,
      aggregation: 'percentile',
      fromQuantiles: true,
    } as const;
    for (const level of [0.05, 0.5, 0.97]) {
      const found = await read(kpiSeries({ ...requestOf('Europe/Paris', 1, requested), level }));
      expect(found.length).toBe(DAYS);
      for (const [index, [, value]] of found.entries()) {
        const sorted = [...valuesIn(starts[index]!, starts[index + 1]!)].sort((a, b) => a - b);
        expect(Math.abs(value - sorted[Math.ceil(level * sorted.length) - 1]!)).toBeLessThan(100_003 / 50);
      }
    }
  });
});
