import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aggregations, strategies, type Aggregation } from '#schemas/kpi/kpi.ts';
import { CachedSteps } from '#server/features/data/cache/cached-steps.ts';
import { PeriodParts } from '#server/features/data/sql/period-parts.ts';
import { stepsStatement, valuesStatement, type DataStatement } from '#server/features/data/sql/statement.ts';
import type { StatementPart } from '#server/features/data/sql/statement-part.ts';
import { stepColumns, type StepColumns } from '#server/features/data/sql/step-columns.ts';
import type { ElementSeries, ElementValues } from '#server/features/data/sql/element-values.ts';
import { kpiSeries, type SeriesRow } from '#server/features/data/sql/series-sql.ts';
import { quantityKinds } from '#schemas/kpi/algebra/quantity.ts';
import { kindRules } from '#schemas/kpi/algebra/kind-rules.ts';
import type { Aggregate } from '#server/features/data/sql/series-steps.ts';
import { tableGranularity } from '#server/shared/rollup/rollup-table.ts';
import { isSingle, valueWayOf } from '#server/features/data/sql/value-way.ts';
import { sharesTime } from '#schemas/kpi/algebra/shared-time.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { measures } from '#schemas/table/stream/measures.ts';
import type { RowOf } from '#schemas/table/table.ts';
import { businessHours, type BusinessHours } from '#schemas/time/business-hours.ts';
import { mayDisplay, type Granularity } from '#schemas/time/granularity.ts';
import { hourPartsOf, stepStart } from '#schemas/time/zoned-steps.ts';
import { openStack, type Stack } from './stack.ts';
import { rounds } from '#tests/fixtures/rounds.ts';
import { atNight, casesOfGate, describeAtNight } from '#tests/gate/at-night.ts';

type Row = RowOf<typeof measures.columns>;

const codec = codecOf(measures);
const KPI = 7;
/** Key of all that does not rank. */
const OTHERS = String(Number.MAX_SAFE_INTEGER);
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
const utcStep = (granularity: Granularity, at: number): number =>
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

const keyIn =
  ({ by }: ElementSeries) =>
  (row: Row): string =>
    ({ none: '0', site: String(row.site), element: String(row.element) })[by];

/** Rows, their steps and keys. */
interface Compared {
  readonly all: readonly Row[];
  readonly step: (granularity: Granularity, at: number) => number;
  readonly keyOf?: (row: Row) => string;
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const volumeOf = (part: readonly Row[]): number => sumOf(part.map(({ numerator }) => numerator));
const timesOf = (part: readonly Row[]): number =>
  Math.max(
    ...grouped(part, ({ element }) => String(element)).map((own) =>
      sumOf(own.map(({ denominator }) => denominator)),
    ),
  );

function volumeByTime(part: readonly Row[], table: Granularity, stepOf: Compared['step']): number {
  const steps = grouped(part, ({ at }) => String(table === '5m' ? at : stepOf(table, at)));
  return SCALE * (volumeOf(part) / sumOf(steps.map(timesOf)));
}

/** The value of one element at a point. */
function elementValue(own: readonly Row[], { strategy, own: aggregation, working }: ElementSeries): number {
  if (working === '5m') return own[0]!.value;
  if (strategy !== 'before any aggregation') return ratio(own);
  const points = own.map((row) => ({ key: '', at: timeOf(row), value: row.value }));
  return aggregated(aggregation, points, 0.5)[0]!;
}

/** The value of the elements of a key at a point. */
function overElements(elements: readonly (readonly Row[])[], request: ElementSeries): number {
  const { over, strategy } = request;
  const values = elements.map((own) => elementValue(own, request));
  if (isSingle(request)) return values[0]!;
  if (sharesTime(request)) return SCALE * (volumeOf(elements.flat()) / timesOf(elements.flat()));
  if (over === 'maximum') return Math.max(...values);
  if (over === 'minimum') return Math.min(...values);
  if (over === 'sum') return sumOf(values);
  return strategy === 'before any aggregation' ? sumOf(values) / values.length : ratio(elements.flat());
}

const tableRead = (request: ElementSeries): Granularity => tableGranularity(request.working, request);

/** Every value counts alike. */
const meanOfValues = (part: readonly Row[]): number => sumOf(part.map(({ value }) => value)) / part.length;

/** The value of the rows of a step where it needs no points. */
function directValue(
  request: ElementSeries,
  stepOf: Compared['step'],
): ((part: readonly Row[]) => number) | undefined {
  const { strategy, aggregation, over, working } = request;
  const isByMean = over === 'weighted' || over === 'average';
  if (aggregation !== 'average' || strategy === 'after spatial') return undefined;
  if (strategy === 'before any aggregation') return working === '5m' && isByMean ? meanOfValues : undefined;
  // One ratio of sums over all elements and all time.
  if (isByMean || isSingle(request)) return ratio;
  // Volume by time: the time of each row of the table counts once, as long as the element that was observed longest.
  if (!sharesTime(request)) return undefined;
  return (part) => volumeByTime(part, tableRead(request), stepOf);
}

/** Reference implementation of the algebra over rows in memory: elements before time, in the phase of the strategy. */
function reference(
  request: ElementSeries,
  { all, step: stepOf, keyOf = keyIn(request) }: Compared = { all: rows, step: utcStep },
  isTotal = false,
): Map<string, readonly number[]> {
  const own = all.filter(
    (row) =>
      row.customer === request.customer &&
      timeOf(row) >= request.from &&
      timeOf(row) < request.to &&
      request.sites?.includes(row.site) !== false &&
      request.elements?.includes(row.element) !== false,
  );
  const shown = (at: number): number => (isTotal ? request.from : stepOf(request.display, at));
  const { aggregation, working } = request;
  const direct = directValue(request, stepOf);
  if (direct !== undefined)
    return new Map(
      grouped(own, (row) => `${keyOf(row)} ${String(shown(row.at))}`).map((part) => [
        `${keyOf(part[0]!)} ${String(shown(part[0]!.at))}`,
        [direct(part)],
      ]),
    );
  const pointOf = (at: number): number => (working === '5m' ? at : stepOf(working, at));
  const points = grouped(own, (row) => `${keyOf(row)} ${String(pointOf(row.at))}`).map((part): Point => {
    const elements = grouped(part, ({ element }) => String(element));
    return {
      key: keyOf(part[0]!),
      at: pointOf(part[0]!.at),
      value: overElements(elements, request),
    };
  });
  return new Map(
    grouped(
      [...points].sort((a, b) => a.at - b.at),
      ({ key, at }) => `${key} ${String(shown(at))}`,
    ).map((part) => [
      `${part[0]!.key} ${String(shown(part[0]!.at))}`,
      aggregated(aggregation, part, request.level),
    ]),
  );
}

/** A kind with one of its aggregations over elements. */
const someAlgebra = fc
  .constantFrom(...quantityKinds)
  .chain((kind) => fc.constantFrom(...kindRules[kind].over.map((over) => ({ kind, over }))));

const someRequest = fc
  .record({
    customer: fc.constantFrom(1, 2),
    algebra: someAlgebra,
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
  .map(({ algebra, ...part }): ElementSeries => ({
    ...part,
    ...algebra,
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
    // Hours and days are in several parts, some of which are merged.
    for (const share of [0, 1, 2])
      await stack.clickhouse.insertRowBinary({
        table: 'measures',
        columns: Object.keys(measures.columns),
        rows: codec.encode(rows.filter((_, index) => index % 3 === share)),
      });
  });
  afterAll(() => stack.close());

  it('aggregate by their strategies at every granularity', async () => {
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

  it(
    'of the last hours are the same from the tables in the order of time',
    { timeout: 120_000 },
    async () => {
      const end = START + WINDOWS * WINDOW;
      const lately = fc.record({
        request: someRequest,
        windows: fc.integer({ min: 1, max: 36 }),
      });
      await fc.assert(
        fc.asyncProperty(lately, async ({ request, windows }) => {
          const span = { ...request, from: end - windows * WINDOW, to: end };
          const [usual, recent] = [kpiSeries(span), kpiSeries({ ...span, recentSince: START })];
          const isWide = request.elements === undefined || request.sites !== undefined;
          expect(recent.sql.includes('recent_measures')).toBe(isWide && !usual.sql.includes('measures_1d'));
          const read = ({ sql, params, settings }: typeof usual) =>
            stack.clickhouse.query<SeriesRow>(sql, params, settings);
          expect(await read(recent)).toEqual(await read(usual));
        }),
        { numRuns: rounds(40) },
      );
    },
  );

  it.each(casesOfGate([0.5, 0.9, 0.95, 0.99]))(
    'have the %d quantile of hours and days from what is stored, when the values are no longer kept',
    async (level) => {
      const request: ElementSeries = {
        customer: 1,
        kpi: KPI,
        scale: SCALE,
        strategy: 'before any aggregation',
        own: 'average',
        kind: 'gauge',
        over: 'average',
        aggregation: 'percentile',
        level,
        from: START,
        to: START + 2 * 24 * HOUR,
        timeZone: 'UTC',
        working: '5m',
        by: 'element',
        sites: undefined,
        elements: undefined,
        display: '1d',
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

  describeAtNight('across a clock change', () => {
    /** The others are half and quarter hours from UTC. */
    const zones = ['Europe/Paris', 'Asia/Kolkata', 'Asia/Kathmandu'];
    /** In Paris from Saturday to Monday: the Sunday has 25 hours. */
    const FROM = Date.parse('2026-10-23T22:00:00Z') / 1_000;
    const TO = Date.parse('2026-10-26T23:00:00Z') / 1_000;
    const PARENTS = { elements: [10, 11, 12], parents: [5, 5, 6] };
    const past = Array.from({ length: (3 * (TO - FROM)) / WINDOW }, (_, number): Row => {
      const at = FROM + Math.floor(number / 3) * WINDOW;
      const element = 10 + (number % 3);
      const numerator = (number * 7_919) % 257;
      const denominator = 2 ** ((number * 104_729) % 3);
      const value = (SCALE * numerator) / denominator;
      return {
        customer: 1,
        site: element % 2,
        element,
        kpi: KPI,
        at,
        length: WINDOW,
        value,
        numerator,
        denominator,
      };
    }).filter((_, number) => (number * 31) % 5 !== 0);
    const aggregates = aggregations.map((aggregation) => ({ aggregation, level: 0.5 }));

    beforeAll(async () => {
      for (const table of ['measures', 'measures_1h', 'measures_1d'])
        await stack.clickhouse.command(`ALTER TABLE ${table} REMOVE TTL`);
      const columns = Object.keys(measures.columns);
      await stack.clickhouse.insertRowBinary({ table: 'measures', columns, rows: codec.encode(past) });
    });

    const someData = fc
      .record({
        algebra: someAlgebra,
        strategy: fc.constantFrom(...strategies),
        own: fc.constantFrom<Aggregation[]>('average', 'sum', 'maximum', 'minimum'),
        working: fc.constantFrom<Granularity[]>('5m', '1h', '1d'),
        display: fc.constantFrom<Granularity[]>('5m', '1h', '1d', '1w', '1mo'),
        by: fc.constantFrom('none' as const, 'site' as const, 'element' as const, 'parent' as const),
        isTotal: fc.boolean(),
        hasOthers: fc.boolean(),
        hours: fc.constantFrom<BusinessHours[]>('24h', 'monday-friday', 'monday-saturday'),
        timeZone: fc.constantFrom(...zones),
      })
      .filter(({ working, display }) => mayDisplay(working, display));

    const waysOf = (values: ElementValues, requested: readonly Aggregate[]) => [
      ...Map.groupBy(requested, (aggregate) => valueWayOf({ ...values, ...aggregate })),
    ];
    const partsOf = (ways: ReturnType<typeof waysOf>, values: ElementValues) =>
      ways.map(([way, results]): StatementPart => ({ of: 'elements', way, values, results }));
    async function run({ sql, params, settings }: DataStatement): Promise<StepColumns> {
      return stepColumns((await stack.clickhouse.measured(sql, params, { settings })).columns);
    }
    const byAggregation = (
      ways: ReturnType<typeof waysOf>,
      { parts, keys: [ids], starts, values }: StepColumns,
    ) => {
      const found = new Map(aggregations.map((aggregation) => [aggregation, new Map<string, number>()]));
      for (const [row, part] of parts.entries()) {
        // The statement for a period has no row without values.
        if (values.every((column) => column[row] === null)) continue;
        for (const [column, { aggregation }] of ways[part]![1].entries())
          found.get(aggregation)!.set(`${String(ids![row])} ${String(starts[row])}`, values[column]![row]!);
      }
      return found;
    };

    /** The values of all aggregations in one statement, by aggregation, key and step. */
    async function compiled(values: ElementValues) {
      const ways = waysOf(values, aggregates);
      return byAggregation(ways, await run(valuesStatement(partsOf(ways, values), values.timeZone)));
    }

    /** The same for the period from its steps, the later ones of which are read after the others, which are retained. */
    async function putTogether(values: ElementValues, share: number) {
      const ways = waysOf(
        values,
        aggregates.filter(({ aggregation }) => aggregation !== 'percentile'),
      );
      const { from, to, display, timeZone } = values;
      // Steps begin before the period where it starts within a week or month; the product reads from the start of a step on.
      const first = stepStart(from, display, timeZone);
      const until = stepStart(Math.floor(from + share * (to - from)), display, timeZone);
      const read = async (span: { readonly from: number; readonly to: number }) => {
        const { parts } = PeriodParts.of(partsOf(ways, { ...values, ...span, isTotal: false }))!;
        return run(stepsStatement(parts, timeZone, 10_000));
      };
      // The first read ends in the middle of a step, which the second one replaces.
      const retained = CachedSteps.joined(
        CachedSteps.none,
        await read({ from: from - 24 * HOUR, to: until + WINDOW }),
        {
          from: 0,
          until: 0,
        },
      );
      const steps = CachedSteps.joined(retained, await read({ from: until, to }), { from: first, until });
      const totals = PeriodParts.of(partsOf(ways, values))!;
      return byAggregation(ways, totals.complete(steps, { from, seconds: to - from }));
    }

    const isOn = (days: readonly number[], at: number, zone: string): boolean =>
      days.includes(Temporal.Instant.fromEpochMilliseconds(at * 1_000).toZonedDateTimeISO(zone).dayOfWeek);
    const idOf = {
      none: () => 0,
      site: ({ site }: Row) => site,
      element: ({ element }: Row) => element,
      parent: ({ element }: Row) => (element === 12 ? 6 : 5),
    };
    const RANKED = { none: [], site: [1], element: [11], parent: [5] };

    async function compareAll(
      values: ElementValues,
      days: readonly number[],
      isComparable: (aggregation: Aggregation) => boolean,
      found: Awaited<ReturnType<typeof compiled>>,
    ): Promise<void> {
      const { by, ranked, isTotal = false, timeZone } = values;
      const all = past.filter(({ at }) => isOn(days, at, timeZone));
      const keyOf = (row: Row): string => {
        const id = idOf[by](row);
        return ranked?.includes(id) === false ? OTHERS : String(id);
      };
      const step = (granularity: Granularity, at: number): number => stepStart(at, granularity, timeZone);
      for (const { aggregation, level } of aggregates.filter((each) => isComparable(each.aggregation))) {
        const request = { ...values, aggregation, level } as ElementSeries;
        const expected = reference(request, { all, step, keyOf }, isTotal);
        const own = found.get(aggregation)!;
        expect([...own.keys()].sort()).toEqual([...expected.keys()].sort());
        for (const [name, allowed] of expected) {
          const value = own.get(name)!;
          const nearest = Math.min(...allowed.map((each) => Math.abs(each - value)));
          expect(nearest, `${aggregation} ${name}`).toBeCloseTo(0, 6);
        }
      }
    }

    atNight(
      'are what rows say: days of 25 hours, zones of half hours, business days, others together, and periods merged from steps',

      async () => {
        const share = fc.double({ min: 0, max: 0.999, noNaN: true });
        await fc.assert(
          fc.asyncProperty(someData, share, async ({ algebra, hasOthers, hours, by, ...part }, retained) => {
            const { days } = businessHours[hours];
            const values: ElementValues = {
              ...part,
              ...algebra,
              by,
              customer: 1,
              kpi: KPI,
              scale: SCALE,
              from: FROM,
              to: TO,
              isFromMinutes: hourPartsOf({ from: FROM, to: TO }, part.timeZone) > 1,
              sites: undefined,
              elements: undefined,
              parents: PARENTS,
              ranked: hasOthers && by !== 'none' ? RANKED[by] : undefined,
              days: hours === '24h' ? undefined : [...days],
            };
            await compareAll(values, days, () => true, await compiled(values));
            const isExact = (aggregation: Aggregation): boolean => aggregation !== 'percentile';
            if (part.isTotal) await compareAll(values, days, isExact, await putTogether(values, retained));
          }),
          { numRuns: rounds(12) },
        );
      },
    );
  });

  it('have days that start at midnight of the time zone', async () => {
    const request: ElementSeries = {
      customer: 1,
      kpi: KPI,
      scale: SCALE,
      strategy: 'before any aggregation',
      kind: 'counter',
      over: 'sum',
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
