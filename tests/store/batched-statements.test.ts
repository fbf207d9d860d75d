import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Batch, batchKey, splitColumns } from '#server/features/data/sql/batched-statement.ts';
import { PeriodParts } from '#server/features/data/sql/period-parts.ts';
import type { StatementPart } from '#server/features/data/sql/statement-part.ts';
import {
  rankStatement,
  stepsStatement,
  valuesStatement,
  type DataStatement,
} from '#server/features/data/sql/statement.ts';
import { aggregations, strategies, type Aggregation } from '#schemas/kpi/kpi.ts';
import type { ElementValues } from '#server/features/data/sql/element-values.ts';
import { valueWayOf } from '#server/features/data/sql/value-way.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { measures } from '#schemas/table/stream/measures.ts';
import type { RowOf } from '#schemas/table/table.ts';
import { mayDisplay, type Granularity } from '#schemas/time/granularity.ts';
import { rounds } from '#tests/fixtures/rounds.ts';
import { openStack, type Stack } from './stack.ts';

type Row = RowOf<typeof measures.columns>;

const [KPI, SCALE, WINDOW] = [7, 100, 300];
const DAY = 86_400;
const START = Math.floor(Date.now() / 1_000 / DAY) * DAY - 2 * DAY;
const WINDOWS = 288;
/** Moves from the first site to the second one after half of the day. */
const MOVING = 11;

/** Two elements at each of three sites. */
const rows = Array.from({ length: 6 * WINDOWS }, (_, number): Row => {
  const element = 10 + (number % 6);
  const window = Math.floor(number / 6);
  const numerator = (number * 7_919) % 257;
  // Powers of two: sums are exact in any order.
  const denominator = 2 ** ((number * 104_729) % 3);
  const hasMoved = element === MOVING && window > WINDOWS / 2;
  return {
    customer: 1,
    site: hasMoved ? 2 : 1 + Math.floor((element - 10) / 2),
    element,
    kpi: KPI,
    at: START + window * WINDOW,
    length: WINDOW,
    numerator,
    denominator,
    value: (SCALE * numerator) / denominator,
  };
});

let stack: Stack;
beforeAll(async () => {
  stack = await openStack();
  const columns = Object.keys(measures.columns);
  await stack.clickhouse.insertRowBinary({
    table: 'measures',
    columns,
    rows: codecOf(measures).encode(rows),
  });
});
afterAll(() => stack.close());

const someValues = fc
  .record({
    strategy: fc.constantFrom(...strategies),
    own: fc.constantFrom<Aggregation[]>('average', 'sum', 'maximum', 'minimum'),
    working: fc.constantFrom<Granularity[]>('5m', '1h', '1d'),
    display: fc.constantFrom<Granularity[]>('5m', '1h', '1d'),
    by: fc.constantFrom('none' as const, 'site' as const, 'element' as const),
    isTotal: fc.boolean(),
    // The one that moves is read for the first site only, or for both.
    elements: fc.constantFrom(
      [undefined, undefined, undefined],
      [[10, MOVING], [12], [14, 15]],
      [[MOVING], [MOVING, 12], [15]],
    ),
  })
  .filter(({ working, display }) => mayDisplay(working, display));

type SomeValues = (typeof someValues extends fc.Arbitrary<infer Value> ? Value : never) & {
  readonly sites: readonly number[];
  readonly of: readonly number[] | undefined;
};

/** The parts of all aggregations. */
function partsOf({ elements: _elements, of, ...some }: SomeValues): readonly StatementPart[] {
  const values: ElementValues = {
    ...some,
    kind: 'ratio',
    over: 'weighted',
    elements: of,
    customer: 1,
    kpi: KPI,
    scale: SCALE,
    timeZone: 'UTC',
    from: START,
    to: START + DAY,
  };
  const requested = aggregations.map((aggregation) => ({ aggregation, level: 0.5 }));
  return [...Map.groupBy(requested, (each) => valueWayOf({ ...values, ...each }))].map(([way, results]) => ({
    of: 'elements',
    way,
    values,
    results,
  }));
}

const read = async ({ sql, params, settings }: DataStatement) =>
  (await stack.clickhouse.measured(sql, params, { settings })).columns;

/** Sums of ratios depend on their order in the last digits. */
const rounded = (cell: unknown): unknown => (typeof cell === 'number' ? Number(cell.toPrecision(12)) : cell);

/** Rows of columns in any order, which steps have. */
function inOrder(columns: Readonly<Record<string, readonly unknown[]>>): readonly string[] {
  const [first = []] = Object.values(columns);
  return first
    .map((_, row) =>
      JSON.stringify(Object.entries(columns).map(([name, cells]) => [name, rounded(cells[row])])),
    )
    .toSorted();
}

const forms: Record<string, (parts: readonly StatementPart[]) => DataStatement> = {
  values: (parts) => valuesStatement(parts, 'UTC'),
  steps: (parts) => stepsStatement(PeriodParts.of(parts)?.parts ?? parts, 'UTC', 1_000),
  'the first keys': ([part]) =>
    rankStatement({ ...part!, results: [part!.results[0]!] } as StatementPart, 'UTC', {
      order: 'highest',
      count: 1,
    }),
};

describe('requests of a page that differ in their sites', () => {
  it.each(Object.entries(forms))(
    'get from one statement the %s that each gets from its own',
    { timeout: 120_000 },
    async (_, statementOf) => {
      await fc.assert(
        fc.asyncProperty(someValues, async (some) => {
          const requested = [[1], [2], [3, 4]].map((sites, place) =>
            statementOf(partsOf({ ...some, sites, of: some.elements[place] })),
          );
          const batch = new Batch();
          for (const { source } of requested) expect(batch.add(source)).toBe(true);
          expect(new Set(requested.map(({ source }) => batchKey(source))).size).toBe(1);
          const together = splitColumns(await read(batch.statement()), requested.length);
          for (const [place, statement] of requested.entries())
            expect(inOrder(together[place]!)).toEqual(inOrder(await read(statement)));
        }),
        { numRuns: rounds(15) },
      );
    },
  );
});
