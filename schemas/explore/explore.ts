import { z } from 'zod';
import { NumberList } from '../data/number-list.ts';
import { dimensionIds, type DimensionId } from './fields.ts';
import { exploreComparisons, exploreMeasures, exploreSteps } from './choices.ts';
import { LONGEST_FILTER } from './filter/parse.ts';
import { defaultSubnet } from './subnet.ts';

export type ExploreMeasure = (typeof exploreMeasures)[number];

export const exploreLimits = {
  maxDimensions: 4,
  /** Rows with a key of their own; all others are one row. */
  maxRows: 50,
  maxSteps: 2_000,
  /** Days of one request. */
  maxDays: 400,
  /** Of each statement: seconds, bytes of memory, and rows that it may read. */
  seconds: 20,
  memoryBytes: 2_000_000_000,
  readRows: 2_000_000_000,
  /** Statements of one customer, and of all customers, that run at the same time. */
  running: 2,
  runningInAll: 6,
} as const;

export type ExploreStep = (typeof exploreSteps)[number];

export type ExploreComparison = (typeof exploreComparisons)[number];

const Dimension = z.enum(dimensionIds as [DimensionId, ...DimensionId[]]);
const seconds = z.number().int().min(0).max(4_294_967_295);

const MAX_SECONDS = exploreLimits.maxDays * 86_400;

/** What of the flows is requested. */
export const ExploreRequest = z
  .strictObject({
    dimensions: z
      .array(Dimension)
      .max(exploreLimits.maxDimensions)
      .refine((ids) => new Set(ids).size === ids.length, { error: 'NOT_UNIQUE' })
      .default([]),
    measure: z.enum(exploreMeasures).default('bytes'),
    /** See docs/62-explore.md. */
    filter: z.string().max(LONGEST_FILTER, 'FILTER_TOO_LONG').default(''),
    /** Seconds since 1970. */
    from: seconds,
    to: seconds,
    step: z.union([z.literal(exploreSteps), z.enum(['auto', 'none'])]).default('auto'),
    rows: z.number().int().min(1).max(exploreLimits.maxRows).default(10),
    /** Also what left its site, apart: see `way`. */
    bothWays: z.boolean().default(false),
    compare: z.enum(exploreComparisons).nullable().default(null),
    /** Raw flows although rollups have everything. */
    raw: z.boolean().default(false),
    subnet: z
      .strictObject({ v4: z.number().int().min(1).max(32), v6: z.number().int().min(1).max(128) })
      .default(defaultSubnet),
  })
  .refine(({ from, to }) => from < to && to - from <= MAX_SECONDS, { path: ['to'] });
export type ExploreRequest = z.infer<typeof ExploreRequest>;

/** Part of the key of a row. */
export const ExploreKeyPart = z.strictObject({
  dimension: Dimension,
  /** The value as text; empty or 0: not exported, or unknown. */
  id: z.string(),
  /** Null: the value has no name of its own. */
  name: z.string().nullable(),
  /** The value in a filter; null: no filter can name it. */
  filter: z.string().nullable(),
  /** Sites that the caller does not see, together. */
  hidden: z.literal(true).optional(),
});
export type ExploreKeyPart = z.infer<typeof ExploreKeyPart>;

/** Values of a row, of all others together, or of everything. */
export const ExploreValues = z.strictObject({
  /** Of the period, in the unit of the measure. */
  value: z.number(),
  /** Part of `value` that left its site; null unless both ways were requested. */
  sent: z.number().nullable(),
  /** Of the steps; null without any. 95th percentile by nearest rank. */
  maximum: z.number().nullable(),
  p95: z.number().nullable(),
  /** By step. */
  series: NumberList,
  sentSeries: NumberList.nullable(),
  /** Of the earlier period; null unless one is compared with. */
  earlier: z.number().nullable(),
  earlierSeries: NumberList.nullable(),
});
export type ExploreValues = z.infer<typeof ExploreValues>;

export const ExploreRow = ExploreValues.extend({ key: z.array(ExploreKeyPart) });
export type ExploreRow = z.infer<typeof ExploreRow>;

const exploreTables = ['flows', 'flows_5m', 'flows_1h', 'flows_1d'] as const;
export type ExploreTable = (typeof exploreTables)[number];

/**
 * Why a table was read: a dimension or field that only raw flows have, steps below five minutes, a request for raw flows, values that
 * are retained no longer, or it is the coarsest that has everything.
 */
const exploreReasons = ['fields', 'step', 'requested', 'retention', 'coarsest'] as const;
export type ExploreReason = (typeof exploreReasons)[number];

export const ExploreResult = z.strictObject({
  table: z.enum(exploreTables),
  because: z.strictObject({
    reason: z.enum(exploreReasons),
    /** Fields that only raw flows have. */
    fields: z.array(z.string()),
  }),
  /** How a flow that several exporters report counts: once for the customer, or once for each site. */
  counted: z.enum(['customer', 'site']),
  measure: z.enum(exploreMeasures),
  /** The period that was read, whose ends are steps of the table, seconds since 1970. */
  from: z.number(),
  to: z.number(),
  /** Seconds; null: no steps. */
  step: z.number().nullable(),
  /** Starts of the steps. */
  steps: NumberList,
  rows: z.array(ExploreRow),
  /** Everything without a row of its own; null: there is nothing. */
  others: ExploreValues.nullable(),
  total: ExploreValues,
  /** Seconds by which the earlier period is earlier; null: none. */
  earlierBy: z.number().nullable(),
  /** The filter in its canonical form. */
  filter: z.string(),
  /** Countries were requested, and the operator has supplied no file of them: all are unknown. */
  withoutCountries: z.literal(true).optional(),
  /** Ends of flows of which exporters sent no AS have that of their address in the file of the operator. */
  systemsByAddress: z.literal(true).optional(),
  read: z.strictObject({ rows: z.number(), bytes: z.number(), elapsedMs: z.number(), queuedMs: z.number() }),
});
export type ExploreResult = z.infer<typeof ExploreResult>;
